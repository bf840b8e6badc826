import Platform

/// Where a program is.
package enum ProgramPlace {
    /// Beside our own program, which is where it is installed and built, else in a folder of `path`.
    /// - Parameters:
    ///   - folder: our program's; `nil` when that is not known.
    ///   - path: folders with colons between them, as in `PATH`.
    /// - Returns: `nil` when it is in none of them.
    package static func find(_ name: String, beside folder: String?, path: String?) -> String? {
        let folders = [folder].compactMap(\.self) + (path ?? "").split(separator: ":").map(String.init)
        // A relative one could be anybody's.
        return folders.filter { $0.hasPrefix("/") }.map { $0 + "/" + name }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileStatus(path)?.kind == .file && access(path, X_OK) == 0
    }
}
