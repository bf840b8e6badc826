import Events
import Foundation
import Support
import Testing

@testable import Checks

/// What a folder stands for: nothing in it is left out silently.
@Suite struct CheckedFilesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }

    private func found(_ bounds: CheckedFiles.Bounds = CheckedFiles.Bounds()) throws -> [String] {
        try CheckedFiles.expanded([folder.file("tapes")], bounds).map { String($0.dropFirst(folder.path.count + 1)) }
    }

    @Test("tapes are found however deep they lie, in the order of their paths")
    func deep() throws {
        let deep = "tapes/" + [String](repeating: "d", count: 20).joined(separator: "/")
        try make(deep)
        try folder.write("x", to: "\(deep)/b.cameo")
        try folder.write("x", to: "tapes/a.cameo")
        #expect(try found() == ["tapes/a.cameo", "\(deep)/b.cameo"])
    }

    @Test("a film beside tapes is passed over, and a folder with nothing but films in it adds nothing")
    func films() throws {
        try make("tapes/d")
        try make("tapes/films")
        for name in ["a.mp4", "d/b.mkv", "d/b.srt", "films/c.mp4"] { try folder.write("film", to: "tapes/\(name)") }
        #expect(try found() == ["tapes"])
        for name in ["a.cameo", "d/b.ndjson"] { try folder.write("x", to: "tapes/\(name)") }
        #expect(try found() == ["tapes/a.cameo", "tapes/d/b.ndjson"])
    }

    @Test("tapes in a book's folder are checked beside the book", arguments: ["tapes", "tapes/book"])
    func tapesOfBooks(place: String) throws {
        try make("\(place)/media")
        try folder.write(ToneBook.chunk(0).json.text, to: "\(place)/chunk_0000.json")
        for name in ["b.cameo", "a.ndjson", "a.marks.ndjson"] { try folder.write("x", to: "\(place)/\(name)") }
        #expect(try found() == [place, "\(place)/a.ndjson", "\(place)/b.cameo"])
    }

    @Test("a folder too deep, with too many files, or too many tapes, is an error with advice")
    func excess() throws {
        try make("tapes/d/e")
        for name in ["a", "b", "c"] { try folder.write("x", to: "tapes/d/\(name).cameo") }
        let tapes = folder.file("tapes")
        #expect(
            throws: CommandError.unusable(
                "\(tapes)/d/e: lies more than 1 folders below \(tapes); check it separately")
        ) { try found(CheckedFiles.Bounds(depth: 1)) }
        #expect(
            throws: CommandError.unusable(
                "\(tapes): contains more than 2 tapes and books; check the folders in it one by one")
        ) { try found(CheckedFiles.Bounds(files: 2)) }
        #expect(
            throws: CommandError.unusable("\(tapes)/d: contains 4 files or more; name the tapes in it instead")
        ) { try found(CheckedFiles.Bounds(entries: 4)) }
        #expect(try found(CheckedFiles.Bounds(depth: 2, files: 3, entries: 5)).count == 3)
    }

    @Test("a folder that cannot be read is a result, as a tape is that cannot be")
    func unreadable() throws {
        try make("tapes/closed")
        try folder.write("x", to: "tapes/a.cameo")
        try folder.write("x", to: "tapes/closed/b.cameo")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.file("tapes/closed"))
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.file("tapes/closed"))
        }
        // Root reads it all the same.
        guard geteuid() != 0 else { return }
        #expect(try found() == ["tapes/a.cameo", "tapes/closed"])
        let result = Check.run(folder.file("tapes/closed"), CheckOptions())
        #expect(result.verdict == .unreadable && result.error?.contains("permission denied") == true)
    }

    @Test("a tape below a folder whose name is not UTF-8 is a result, too")
    func strangeName() throws {
        try make("tapes")
        let name = Array((folder.file("tapes") + "/x").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        #expect(mkdir(name, 0o755) == 0)
        let tape = name.dropLast() + Array("/a.cameo".utf8CString)
        let file = try #require(fopen(Array(tape), "w"))
        fclose(file)
        #expect(try found() == ["tapes/x\u{FFFD}/a.cameo"])
        #expect(Check.run(folder.file("tapes/x\u{FFFD}/a.cameo"), CheckOptions()).verdict == .unreadable)
    }
}
