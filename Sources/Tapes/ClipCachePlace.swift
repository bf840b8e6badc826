/// Where the platform wants caches to be.
package enum ClipCachePlace {
    /// `cameo/clips` in `$XDG_CACHE_HOME` or `~/.cache`, on macOS in `~/Library/Caches`; `nil` when there is no home.
    package static func folder(_ environment: [String: String]) -> String? {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        #if canImport(Darwin)
            return home.map { $0 + "/Library/Caches/cameo/clips" }
        #else
            // A relative one does not count, says the XDG specification.
            let named = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            return (named ?? home.map { $0 + "/.cache" }).map { $0 + "/cameo/clips" }
        #endif
    }
}
