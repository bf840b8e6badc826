#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where the bundled avatar and the demo tape are.
package enum Assets {
    /// The demo tape: in `CAMEO_ASSETS`, in `share/cameo` beside the program's `bin`, or in `assets` of a folder above the
    /// program, which is where it is in a build folder.
    /// - Throws: `AppError.unusable` with the places that were looked at.
    package static func demoTape() throws(AppError) -> String {
        let places = folders().map { $0 + "/demo.cameo" }
        if let found = places.first(where: { access($0, R_OK) == 0 }) { return found }
        throw .unusable("demo.cameo is in none of: \(places.joined(separator: ", "))")
    }

    private static func folders() -> [String] {
        var folders: [String] = []
        if let named = getenv("CAMEO_ASSETS") { folders.append(String(cString: named)) }
        guard var folder = programFolder() else { return folders + ["assets"] }
        folders.append(folder + "/../share/cameo")
        for _ in 0..<5 {
            folders.append(folder + "/assets")
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
            folder = String(folder[..<slash])
        }
        return folders
    }

    private static func programFolder() -> String? {
        #if os(Linux)
            let path = realpath("/proc/self/exe", nil)
        #else
            let path = CommandLine.arguments.first.flatMap { realpath($0, nil) }
        #endif
        guard let path else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }
}
