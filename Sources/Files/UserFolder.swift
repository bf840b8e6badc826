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
