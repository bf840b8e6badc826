import Testing

/// Who looks for the tests of a source file finds them by its module and its name.
@Suite("Test folders")
struct TestFolderTests {
    private let project = Project()

    /// The project's own rules, the program as it is run, and what a fuzzer found: of no module alone.
    private static let ofNoModule: Set = ["ArchitectureTests", "CommandTests", "FuzzTests"]

    @Test("each folder of tests is one module's, or among those of no module alone; and Package.swift has it")
    func foldersMirrorModules() throws {
        let folders = try project.folders(in: "Tests").filter { $0.hasSuffix("Tests") }
        let unknown = try Set(folders).subtracting(project.modules().map { $0 + "Tests" })
        #expect(unknown == Self.ofNoModule)
        let manifest = try #require(
            project.files(under: "", endingWith: ["Package.swift"]).first { $0.path == "Package.swift" })
        // Tests that are of no target are never run, and nobody would notice.
        for folder in folders {
            let isTarget = manifest.text.contains("\"\(folder)\"")
            #expect(isTarget, "\(folder) is no target")
        }
    }

    @Test("tests that are named after a source file or a type of it are in the folder of its module")
    func filesAreWithTheirModule() {
        let homes = homes()
        #expect(homes["PlaybackController"] == ["Playback"] && homes["TextLine"] == ["Cells", "Panels"])
        var count = 0
        for file in project.files(under: "Tests", endingWith: [".swift"]) {
            let folder = Self.folder(of: file)
            let name = Self.subject(of: file)
            guard folder.hasSuffix("Tests"), !Self.ofNoModule.contains(folder), name.hasSuffix("Tests"),
                let modules = homes[String(name.dropLast(5))]
            else { continue }
            count += 1
            let isHome = modules.contains(String(folder.dropLast(5)))
            #expect(isHome, "\(file.path) is named after what is in \(modules.sorted())")
        }
        #expect(count > 100)
    }

    /// The modules that have a file, or a type at the top of one, of each name.
    private func homes() -> [String: Set<String>] {
        var homes: [String: Set<String>] = [:]
        for file in project.files(under: "Sources", endingWith: [".swift"]) {
            let module = Self.folder(of: file)
            for name in [Self.subject(of: file)] + Self.types(in: file) { homes[name, default: []].insert(module) }
        }
        return homes
    }

    /// `Sources/Wire/Messages/Tally.swift` gives `Wire`.
    private static func folder(of file: ProjectFile) -> String {
        file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    /// `Sources/Panels/TextLine+Fitting.swift` gives `TextLine`.
    private static func subject(of file: ProjectFile) -> String {
        let name = file.path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." && $0 != "+" })
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]

    private static func types(in file: ProjectFile) -> [String] {
        file.text.split(separator: "\n").compactMap { line in
            // What is indented is inside of another type.
            guard line.utf8.first.map({ $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }) == true else {
                return nil
            }
            let words = line.split(separator: " ", maxSplits: 5)
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { return nil }
            return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber })
        }
    }
}
