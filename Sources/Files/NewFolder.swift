import Platform

/// Folders that come to be when something is put into them.
package enum NewFolder {
    /// Makes a folder, and those above it that are missing.
    /// - Parameter mode: of those that are made.
    /// - Throws: `DiskFailure` with the one that cannot be made.
    package static func make(_ path: String, mode: mode_t = 0o755) throws(DiskFailure) {
        if FileStatus(path)?.kind == .folder { return }
        guard mkdir(path, mode) != 0 else { return }
        let code = errno
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            // Somebody else may have made it meanwhile.
            if code == EEXIST, FileStatus(path)?.kind == .folder { return }
            throw DiskFailure(path: path, code: code == EEXIST ? ENOTDIR : code)
        }
        try make(String(path[..<slash]), mode: mode)
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw DiskFailure(path: path, code: errno) }
    }
}
