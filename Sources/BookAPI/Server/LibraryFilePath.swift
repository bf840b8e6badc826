import SocketIO

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
