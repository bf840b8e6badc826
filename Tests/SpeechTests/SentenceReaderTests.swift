import Events
import Foundation
import Platform
import Support
import Testing

@testable import Speech

@Suite("Texts that are said")
struct SentenceReaderTests {
    private static let text = """
        # Notes

        **Bold** word, see [the site](http://a.example). And `code`.
        - 2 * 3 is snake_case

        So is 2*3=6, 2**10, and if a<b then c>d. <br>
        """
    private static let said = [
        "Notes", "Bold word, see the site.", "And code.", "2 * 3 is snake_case",
        "So is 2*3=6, 2**10, and if a<b then c>d.",
    ]

    private func sentences(of source: SentenceReader.Source) async throws -> [String] {
        let reader = SentenceReader(source)
        var sentences: [String] = []
        while let sentence = try await reader.next() { sentences.append(sentence.text) }
        return sentences
    }

    @Test("signs of Markdown are not said, of a text that is given, a file, and a pipe")
    func markdown() async throws {
        let said = try await sentences(of: .text(Self.text))
        #expect(said == Self.said)
        let folder = try Folder()
        try Self.text.write(toFile: folder.file("notes.md"), atomically: true, encoding: .utf8)
        #expect(try await sentences(of: .descriptor(open(folder.file("notes.md"), O_RDONLY))) == Self.said)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(Descriptor.writeAll(Array(Self.text.utf8), to: ends[1]))
        close(ends[1])
        #expect(try await sentences(of: .descriptor(ends[0])) == Self.said)
    }

    @Test("a file that is not UTF-8 loses no letter, which is said; one with a byte order mark is UTF-16")
    func encodings() async throws {
        let folder = try Folder()
        let text = "Un café – so."
        let western = Array("Un caf".utf8) + [0xE9, 0x20, 0x96] + Array(" so.".utf8)
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for (bytes, isOdd) in [(Array(text.utf8), false), (western, true), (wide, false)] {
            try folder.write(bytes, to: "a.txt")
            let reader = SentenceReader(.descriptor(open(folder.file("a.txt"), O_RDONLY)))
            let first = try await reader.next()
            #expect(first?.text == text)
            let second = try await reader.next()
            #expect(second == nil)
            #expect(reader.end.oddity == (isOdd ? "bytes that are not UTF-8 were read as Windows-1252 (Latin-1)" : nil))
        }
    }

    @Test(
        "of a text in which there is nothing to say it is known why, once it has been read",
        arguments: [
            ("", .empty), (" \n\n", .empty), ("...", .withoutWord), ("✓", .withoutWord),
            ("[](http://a.example)", .withoutWord), ("... Hi", nil),
        ] as [(String, WordlessText?)])
    func wordless(text: String, wordless: WordlessText?) async throws {
        let reader = SentenceReader(.text(text))
        #expect(reader.end.wordless == nil)
        while try await reader.next() != nil {}
        #expect(reader.end.wordless == wordless)
    }
}
