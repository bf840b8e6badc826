import SocketIO

/// Whether a book is finished and catalogued, or the result of a job: other addresses have its files.
package enum LibraryOrigin: String, Hashable, Sendable, CaseIterable {
    case library, job
}

/// Where a file of a book can be had.
package enum LibraryPlace: Hashable, Sendable {
    /// Path and query behind the server's own address. Only there goes the user's token.
    case own(String)
    /// Scheme, host and port of another server, and path and query there.
    case foreign(base: String, path: String)
}

/// Which addresses may have the files that a book's lists name (reader 1.7). Names are encoded once, however often they were.
package struct LibraryFiles: Hashable, Sendable {
    package let server: BackendAddress
    package let origin: LibraryOrigin
    package let job: String

    package init(_ server: BackendAddress, _ origin: LibraryOrigin, job: String) {
        (self.server, self.origin, self.job) = (server, origin, job)
    }

    /// Of a file that is named by its path below the job's folder, or by what its server calls it; the best place first. Empty for
    /// what may not be asked for.
    package func places(of path: String) -> [LibraryPlace] {
        if Self.isAddress(path) { return place(ofAddress: path).map { [$0] } ?? [] }
        guard !path.hasPrefix("/"), let encoded = Self.encoded(path) else { return [] }
        let library = LibraryPlace.own("\(Self.libraryRoute(job))\(encoded)")
        switch origin {
        case .library: return [library]
        // A job that ends may be moved to the library while it is read.
        case .job: return [.own("/storage/jobs/\(BackendAddress.encoded(job))/\(encoded)"), library]
        }
    }

    /// Of the file with a chunk's text (reader 1.8).
    package func places(of chunk: ListedChunk) -> [LibraryPlace] {
        let named = chunk.url.flatMap { Self.isAddress($0) ? place(ofAddress: $0) : places(of: $0).first }
        let paths = chunk.path.map { places(of: $0) } ?? []
        // A server behind a proxy may call itself by an address without TLS, which does not lead there.
        let isPlain = server.scheme.isSecure && chunk.url?.lowercased().hasPrefix("http://") == true
        var all = isPlain ? paths + Self.list(named) : Self.list(named) + paths
        if origin == .job {
            let (job, id) = (BackendAddress.encoded(job), BackendAddress.encoded(chunk.entry.id))
            all.append(.own("/api/pipelines/jobs/\(job)/media/chunks/\(id)"))
        }
        var seen: Set<LibraryPlace> = []
        return all.filter { seen.insert($0).inserted }
    }

    private static func list(_ place: LibraryPlace?) -> [LibraryPlace] { place.map { [$0] } ?? [] }

    private static func libraryRoute(_ job: String) -> String {
        "/api/library/media/\(BackendAddress.encoded(job))/file/"
    }

    /// Where a server's answer says that a file of its own has gone (reader 1.15); `nil` for another server's: a login is not
    /// for that.
    package static func moved(to location: String, on server: BackendAddress) -> String? {
        guard location.utf8.count <= BookLimits.pathBytes else { return nil }
        let isPath = location.hasPrefix("/") && !location.hasPrefix("//")
        return server.path(of: isPath ? base(of: server) + location : location).flatMap { target($0[...]) }
    }

    // MARK: Addresses

    private static let roots = ["/api/", "/storage/"]

    private static func isAddress(_ text: String) -> Bool {
        LibraryAddress.isOne(text) || roots.contains { text.hasPrefix($0) }
    }

    private func place(ofAddress text: String) -> LibraryPlace? {
        guard text.utf8.count <= BookLimits.pathBytes else { return nil }
        let whole = text.prefix { $0 != "#" }
        guard let scheme = whole.firstRange(of: "://") else {
            return Self.target(whole, roots: Self.roots).map { .own($0) }
        }
        let end = whole[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? whole.endIndex
        guard let other = try? BackendAddress(String(whole[..<end])) else { return nil }
        var rest = whole[end...]
        if other.httpBase.lowercased() == Self.base(of: server).lowercased() {
            if rest.hasPrefix(server.path + "/") { rest = rest.dropFirst(server.path.count) }
            return Self.target(rest, roots: Self.roots).map { .own($0) }
        }
        // Books that were made elsewhere keep the addresses of that place, and their files came along.
        if origin == .library, let path = BookPath.relative(text), !LibraryAddress.isOne(path) {
            return places(of: path).first
        }
        return Self.target(rest).map { .foreign(base: other.httpBase, path: $0) }
    }

    /// Without the path that the server has before all of its own.
    private static func base(of server: BackendAddress) -> String {
        BackendAddress(scheme: server.scheme, host: server.host, port: server.port).httpBase
    }

    /// Path and query, encoded once, without a token.
    /// - Parameter roots: what it has to begin with; empty for anything.
    private static func target(_ text: Substring, roots: [String] = []) -> String? {
        let plain = text.prefix { $0 != "?" }
        guard let path = encoded(plain.drop { $0 == "/" }),
            roots.isEmpty || roots.contains(where: { "/\(path)".hasPrefix($0) })
        else { return nil }
        let pairs = text.dropFirst(plain.count + 1).split(separator: "&").filter { !$0.hasPrefix("access_token=") }
        return "/\(path)" + (pairs.isEmpty ? "" : "?" + pairs.map(visible).joined(separator: "&"))
    }

    /// Each part by itself; `nil` for what leads up, or to nothing.
    private static func encoded(_ path: some StringProtocol) -> String? {
        guard path.utf8.count <= BookLimits.pathBytes else { return nil }
        let parts = path.split(separator: "/").map { HTTPTarget.decoded($0, plusIsBlank: false) }.filter { $0 != "." }
        // A zero, and a part that has become two or leads up, is no name of a file.
        let isOdd = parts.contains { $0 == ".." || $0.utf8.contains(0) || $0.split(separator: "/").contains("..") }
        guard !parts.isEmpty, !isOdd else { return nil }
        return parts.map(BackendAddress.encoded).joined(separator: "/")
    }

    private static func visible(_ text: Substring) -> String {
        text.utf8.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : BackendAddress.encoded($0) }.joined()
    }
}
