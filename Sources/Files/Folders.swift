import Platform

/// Where the user's own files are to be, for all who keep any (XDG Base Directory Specification).
package enum UserFolder {
    case configuration, cache
    /// What was come to in earlier runs, and cannot be had again.
    case state
    /// What the user made.
    case data

    /// `cameo` in `$XDG_CONFIG_HOME` or `~/.config`, `$XDG_CACHE_HOME` or `~/.cache`, `$XDG_STATE_HOME` or `~/.local/state`,
    /// `$XDG_DATA_HOME` or `~/.local/share`; caches
    /// are in `~/Library/Caches` on macOS. A relative name counts for nothing, as the specification says; `nil` when there is no
    /// home either.
    package func path(_ environment: [String: String]) -> String? {
        let home = Self.absolute(environment["HOME"])
        switch self {
        case .configuration:
            return folder(environment["XDG_CONFIG_HOME"], home.map { $0 + "/.config" })
        case .state: return folder(environment["XDG_STATE_HOME"], home.map { $0 + "/.local/state" })
        case .data: return folder(environment["XDG_DATA_HOME"], home.map { $0 + "/.local/share" })
        case .cache:
            #if canImport(Darwin)
                return folder(nil, home.map { $0 + "/Library/Caches" })
            #else
                return folder(environment["XDG_CACHE_HOME"], home.map { $0 + "/.cache" })
            #endif
        }
    }

    private func folder(_ named: String?, _ usual: String?) -> String? {
        (Self.absolute(named) ?? usual).map { $0 + "/cameo" }
    }

    private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

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
