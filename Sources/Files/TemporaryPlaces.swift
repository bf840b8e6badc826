import Platform

/// Folders for temporary files. What `TMPDIR` names counts where that can be used: it comes along from machines and sessions in
/// which it was there.
package enum TemporaryPlaces {
    /// The best first; all of them can be written to, unless there is none such.
    /// - Parameter large: whether what comes into it may need more room than memory has: `/tmp` may be memory.
    package static func all(_ environment: [String: String] = Environment.all, large: Bool = false) -> [String] {
        let usual = large ? ["/var/tmp", "/tmp"] : ["/tmp", "/var/tmp"]
        let named = [environment["TMPDIR"], environment["XDG_RUNTIME_DIR"]].map { withoutSlashes($0 ?? "") }
        let places = ([named[0]] + usual + [named[1]]).filter(isUsable)
        return places.isEmpty ? usual : places
    }

    /// A folder in which this process can make files.
    private static func isUsable(_ path: String) -> Bool {
        !path.isEmpty && access(path + "/.", W_OK | X_OK) == 0
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
