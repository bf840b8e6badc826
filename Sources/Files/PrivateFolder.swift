import Platform

/// Folders that nobody but their user may look into.
package enum PrivateFolder {
    package static func make(_ path: String) throws(DiskFailure) {
        guard mkdir(path, 0o700) == 0 else { throw DiskFailure(path: path, code: errno) }
    }

    /// The same with the folders above it; one that is there is fine.
    /// - Parameter make: makes one of them.
    package static func makeAll(
        _ path: String, _ make: (String) throws(DiskFailure) -> Void = { path throws(DiskFailure) in try make(path) }
    ) throws(DiskFailure) {
        guard !FileNames.isThere(path) else { return }
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try makeAll(String(path[..<slash]), make)
        }
        do {
            try make(path)
        } catch {
            guard error.code == EEXIST else { throw error }
        }
    }
}
