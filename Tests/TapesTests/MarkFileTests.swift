import Events
import Support
import Testing

@testable import Tapes

@Suite("Marks beside a recording")
struct MarkFileTests {
    private let folder: Folder
    private let recording: String
    private static let some = [
        Mark(time: Instant(seconds: 1), name: "a", note: "n"),
        Mark(time: Instant(microseconds: 1_500_001), name: "b\n\""),
    ]

    init() throws {
        folder = try Folder()
        recording = folder.file("call.ndjson")
        try folder.write("{\"t\":0,\"event\":\"a\",\"data\":1}\n", to: "call.ndjson")
    }

    private func file(isBundled: Bool = false, of path: String? = nil) -> MarkFile {
        MarkFile(of: path ?? recording, isBundled: isBundled, environment: ["XDG_DATA_HOME": folder.file("data")])
    }

    @Test("what is written is read again, sorted; without any there is no file")
    func roundTrip() throws {
        #expect(try file().read() == [])
        #expect(try file().write(Self.some.reversed()) == nil)
        #expect(try file().read() == Self.some)
        #expect(try file().write([]) == nil)
        #expect(folder.names == ["call.ndjson"])
    }

    @Test("where nothing can be written beside it, they are kept in the user's folder by what it is, not by its name")
    func elsewhere() throws {
        let own = try #require(try file(isBundled: true).write(Self.some))
        #expect(own.hasPrefix(folder.file("data/cameo/marks/")) && own.hasSuffix(".ndjson"))
        #expect(try file(isBundled: true).read() == Self.some)
        // A copy is the same recording.
        try folder.write(try folder.text(of: "call.ndjson"), to: "copy.ndjson")
        #expect(try file(isBundled: true, of: folder.file("copy.ndjson")).read() == Self.some)
        // What is not writable beside it is changed where it is.
        #expect(try file().write([Self.some[0]]) == own && file().read() == [Self.some[0]])
        try folder.write("{\"t\":0,\"event\":\"a\",\"data\":2}\n", to: "call.ndjson")
        #expect(try file(isBundled: true).read() == [])
    }

    @Test("where the folder takes no file beside it, they are kept in the user's folder, and are found there again")
    func unwritable() throws {
        // With what is put behind it the name is longer than a file's name may be, whoever writes.
        let name = String(repeating: "n", count: 245) + ".ndjson"
        try folder.write("{\"t\":0,\"event\":\"a\",\"data\":1}\n", to: name)
        let own = try #require(try file(of: folder.file(name)).write(Self.some))
        #expect(own.hasPrefix(folder.file("data/cameo/marks/")))
        #expect(try file(of: folder.file(name)).read() == Self.some)
        #expect(folder.names.sorted() == ["call.ndjson", "data", name])
    }

    @Test("two recordings are told apart by what is in their middle")
    func middle() throws {
        let names = ["a", "b"].map { letter in
            let lines = (0..<20_000).map { "{\"t\":\($0),\"event\":\"\($0 == 9_999 ? letter : "x")\"}" }
            let name = "\(letter).ndjson"
            return (name, lines.joined(separator: "\n"))
        }
        for (name, text) in names { try folder.write(text, to: name) }
        let prints = names.map { RecordingFingerprint.of(folder.file($0.0)) }
        #expect(prints[0] != nil && prints[0] != prints[1])
    }

    @Test("without any place there is an error")
    func nowhere() {
        let file = MarkFile(of: recording, isBundled: true, environment: [:])
        #expect(throws: CommandError.failed("marks cannot be saved: HOME is not set")) {
            try file.write(Self.some)
        }
    }

    @Test("they go along into a converted file, in their places, instead of others of their moment and name")
    func conversion() throws {
        let tape = folder.file("call.cameo")
        try convert(recording, to: tape, marks: Self.some)
        #expect(try TapeReader(path: tape).marks() == Self.some)
        let changed = Mark(time: Self.some[0].time, name: "a", note: "other")
        let lines = folder.file("again.ndjson")
        try convert(tape, to: lines, marks: [changed])
        #expect(try folder.lines(of: "again.ndjson").filter { $0.contains("mark") }.count == 2)
        try convert(lines, to: folder.file("again.cameo"), marks: [changed])
        #expect(try TapeReader(path: folder.file("again.cameo")).marks() == [changed, Self.some[1]])
        #expect(Self.some.covered(by: [changed]) == [changed, Self.some[1]])
    }
}
