import Events
import Platform

/// Where the bundled avatar, the demo tape and the scenarios of faults are.
package enum Assets {
    /// The demo tape: in `CAMEO_ASSETS`, in `share/cameo` beside the program's `bin`, or in `assets` of a folder above the
    /// program, which is where it is in a build folder.
    /// - Throws: `CommandError.unusable` with the places that were looked at.
    package static func demoTape() throws(CommandError) -> String { try bundled("demo.cameo") }

    /// The folder of the avatar that comes with the program, from the same places.
    /// - Throws: `CommandError.unusable` with the places that were looked at.
    package static func avatar() throws(CommandError) -> String { try bundled("avatars/mira") }

    /// A file with a scenario of faults: the one of this name, or the one that comes with the program, from the same places.
    /// - Parameter name: of a file; or of one that comes along, without `.toml`.
    /// - Throws: `CommandError.unusable` with the nearest name.
    package static func scenario(_ name: String) throws(CommandError) -> String {
        switch FileStatus(name)?.kind {
        case .folder: break
        case nil where errno != ENOENT && errno != ENOTDIR: throw .unusable("\(name): cannot be read: \(errorWords())")
        case nil: break
        default: return name
        }
        let names = scenarios()
        if names.contains(name) { return try bundled("\(scenarioFolder)/\(name)\(scenarioEnding)") }
        let all = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
        let hint = NearestName.of(name, in: names).map { "; did you mean \($0)?" } ?? all
        throw .unusable("\(name): neither a file nor a bundled scenario\(hint)")
    }

    /// Names of the scenarios that come along, in order; none where they are not there.
    package static func scenarios() -> [String] {
        guard let folder = try? OpenFolder(following: try bundled(scenarioFolder)) else { return [] }
        let files = ((try? folder.names()) ?? []).filter { $0.hasSuffix(scenarioEnding) }
        return files.map { String($0.dropLast(scenarioEnding.count)) }.sorted()
    }

    private static let scenarioFolder = "scenarios"
    private static let scenarioEnding = ".toml"

    private static func bundled(_ name: String) throws(CommandError) -> String {
        let named = getenv("CAMEO_ASSETS").map { String(cString: $0) }
        return try file(name, in: folders(named: named, program: programFolder()))
    }

    /// The file in the first folder that has it.
    static func file(_ name: String, in folders: [String]) throws(CommandError) -> String {
        let places = folders.map { $0 + "/" + name }
        if let found = places.first(where: { access($0, R_OK) == 0 }) { return found }
        throw .unusable(
            "\(name): not found in \(folders.joined(separator: ", ")); set CAMEO_ASSETS to the folder that contains it")
    }

    /// Folders in the order in which they are looked at.
    /// - Parameter named: by the user; an empty name is none.
    /// - Parameter program: the folder of the program, without symbolic links.
    static func folders(named: String?, program: String?) -> [String] {
        var folders = named.map { $0.isEmpty ? [] : [$0] } ?? []
        guard var folder = program else { return folders + ["assets"] }
        folders.append(folder + "/../share/cameo")
        for _ in 0..<levels {
            folders.append(folder + "/assets")
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { break }
            folder = String(folder[..<slash])
        }
        return folders
    }

    /// The program's folder and as many above it: `.build/<platform>/debug` is three below the project's.
    private static let levels = 5

    /// The folder of the running program, without symbolic links; `nil` where that cannot be told.
    package static func programFolder() -> String? {
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
