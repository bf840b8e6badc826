import Platform

/// Folders that come to be when something is put into them, for everybody to look into.
package enum NewFolder {
    /// Makes a folder, and those above it that are missing.
    /// - Throws: `DiskFailure` with the one that cannot be made.
    package static func make(_ path: String) throws(DiskFailure) {
        if FileStatus(path)?.kind == .folder { return }
        guard mkdir(path, 0o755) != 0 else { return }
        let code = errno
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            // Somebody else may have made it meanwhile.
            if code == EEXIST, FileStatus(path)?.kind == .folder { return }
            throw DiskFailure(path: path, code: code == EEXIST ? ENOTDIR : code)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw DiskFailure(path: path, code: errno) }
    }
}
