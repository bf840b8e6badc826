import SocketIO

/// What a path of a server with books asks for (reader 1.2).
package enum LibraryRoute: Hashable, Sendable {
    case health
    case login, session, logout
    case items
    case libraryMedia(String)
    case libraryFile(String, path: String)
    case storageFile(String, path: String)
    case timing(String)
    case jobs
    case job(String)
    case jobMedia(String, isLive: Bool)
    case jobChunk(String, chunk: String)
    case events(String)
    case cover(String)
    case search
    case lookups(String)
    case lookupSummary(String)
    case lookupMany(String)
    case lookup(String, word: String)
    case resumes
    case resume(String)
    case bookmarks(String)
    case bookmark(String, id: String)

    private typealias Row = (pattern: [Substring], route: @Sendable ([String]) -> LibraryRoute)

    private static func row(_ pattern: String, _ route: @escaping @Sendable ([String]) -> LibraryRoute) -> Row {
        (pattern.split(separator: "/"), route)
    }

    /// `*` is one part, `**` all that are left. The first that fits counts.
    private static let table: [Row] = [
        row("_health") { _ in .health },
        row("api/auth/login") { _ in .login },
        row("api/auth/session") { _ in .session },
        row("api/auth/logout") { _ in .logout },
        row("api/library/items") { _ in .items },
        row("api/library/media/*") { .libraryMedia($0[0]) },
        row("api/library/media/*/file/**") { .libraryFile($0[0], path: $0[1]) },
        row("storage/jobs/*/files/**") { .storageFile($0[0], path: $0[1]) },
        row("storage/jobs/*/**") { .storageFile($0[0], path: $0[1]) },
        row("api/jobs/*/timing") { .timing($0[0]) },
        row("api/pipelines/jobs") { _ in .jobs },
        row("api/pipelines/search") { _ in .search },
        row("api/pipelines/jobs/*/media") { .jobMedia($0[0], isLive: false) },
        row("api/pipelines/jobs/*/media/live") { .jobMedia($0[0], isLive: true) },
        row("api/pipelines/jobs/*/media/chunks/*") { .jobChunk($0[0], chunk: $0[1]) },
        row("api/pipelines/jobs/*/lookup-cache") { .lookups($0[0]) },
        row("api/pipelines/jobs/*/lookup-cache/summary") { .lookupSummary($0[0]) },
        row("api/pipelines/jobs/*/lookup-cache/bulk") { .lookupMany($0[0]) },
        row("api/pipelines/jobs/*/lookup-cache/*") { .lookup($0[0], word: $0[1]) },
        row("api/pipelines/*/events") { .events($0[0]) },
        row("api/pipelines/*/cover") { .cover($0[0]) },
        row("api/pipelines/*") { .job($0[0]) },
        row("api/resume") { _ in .resumes },
        row("api/resume/*") { .resume($0[0]) },
        row("api/bookmarks/*") { .bookmarks($0[0]) },
        row("api/bookmarks/*/*") { .bookmark($0[0], id: $0[1]) },
    ]

    /// - Parameter path: decoded.
    /// - Returns: `nil` where nothing is.
    package init?(_ path: String) {
        guard path.hasPrefix("/") else { return nil }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for row in Self.table {
            if let found = Self.match(parts, row.pattern) {
                self = row.route(found)
                return
            }
        }
        return nil
    }

    private static func match(_ parts: [Substring], _ pattern: [Substring]) -> [String]? {
        var found: [String] = []
        for (place, wanted) in pattern.enumerated() {
            guard parts.indices.contains(place) else { return nil }
            switch wanted {
            case "**": return found + [parts[place...].joined(separator: "/")]
            case "*":
                guard !parts[place].isEmpty else { return nil }
                found.append(String(parts[place]))
            default: guard parts[place] == wanted else { return nil }
            }
        }
        return parts.count == pattern.count ? found : nil
    }

    /// Not HEAD, not even of files (reader 1.16).
    package var methods: [String] {
        switch self {
        case .login, .logout, .lookupMany: ["POST"]
        case .resume: ["GET", "PUT", "DELETE"]
        case .bookmarks: ["GET", "POST"]
        case .bookmark: ["DELETE"]
        default: ["GET"]
        }
    }
}

/// Paths of files as clients ask for them, which were encoded once, or twice, or three times (reader 1.7, 1.16).
package enum LibraryFilePath {
    /// Below the job's folder, those that are tried, one after the other.
    /// - Parameters:
    ///   - path: decoded once.
    ///   - origin: the library's route decodes up to two more rounds, that of jobs none.
    /// - Throws: what a path is answered with that leads up.
    package static func candidates(_ path: String, _ origin: LibraryOrigin) throws(HTTPAnswer) -> [String] {
        var paths = [path]
        while origin == .library, paths.count < 3, let next = BookPath.decoded(paths[paths.count - 1]) {
            paths.append(next)
        }
        for path in paths where path.split(separator: "/").contains("..") {
            throw origin == .library ? .detail(400, "Invalid path") : missing
        }
        return paths
    }

    package static let missing = HTTPAnswer.detail(404, "File not found")
}
