import Platform

package enum FileNames {
    /// Whether something has this name.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
