import BookFolders
import Events
import Testing

@testable import Reading

@Suite("Printing a book without hearing it") struct PrintedBookTests {
    /// Two sentences, the first of them translated, of whose sound nobody may ask.
    private struct SilentBook: BookSource {
        struct Asked: Error {}
        let book = Book("T", chunks: [ChunkEntry("a"), ChunkEntry("b")])
        let oddities = ["strange"]

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) { throw Asked() }
        func sound(_ path: String) async throws -> sending SoundSource { throw Asked() }

        func sentences(at index: Int) async throws -> [BookSentence] {
            let lane = { (text: String) in LaneText(text, tokens: [text]) }
            return [
                BookSentence(
                    number: index + 1,
                    lanes: PerLane(
                        original: lane("Sentence\u{1B} \(index + 1)."), transliteration: nil,
                        translation: index == 0 ? lane("Oración 1.") : nil))
            ]
        }
    }

    @Test(
        "each sentence is a line a lane, in the order in which it is heard; what is missing is there in the other language, and that is said once",
        arguments: [
            (AudioMode.sequence, ["Sentence^[ 1.", "Oración 1.", "Sentence^[ 2."], 1),
            (.single(.original), ["Sentence^[ 1.", "Sentence^[ 2."], 1),
            (.single(.translation), ["Oración 1.", "Sentence^[ 2."], 2),
        ])
    @MainActor func lines(mode: AudioMode, expected: [String], said: Int) async throws {
        var (warnings, lines): ([String], [String]) = ([], [])
        try await PrintedBook.write(SilentBook(), mode) {
            warnings.append($0)
        } write: {
            lines.append($0)
        }
        #expect(lines == expected && warnings.count == said && warnings.first == "strange")
    }

    @Test("items have their signs; headings have empty lines around them, and paragraphs between them")
    func blocks() {
        var blocks = PlainBlocks()
        func lines(_ texts: String..., of kind: TextBlock.Kind?, isStart: Bool = true, continues: Bool = false)
            -> [String]
        {
            blocks.lines(texts, of: kind.map { TextBlock($0, isStart: isStart) }, continues: continues)
        }
        #expect(lines("Title", of: .heading(level: 1)) == ["Title"])
        #expect(lines("Título", of: .heading(level: 1), continues: true) == ["Título"])
        #expect(lines("One.", of: .paragraph) == ["", "One."])
        #expect(lines("Two.", "Dos.", of: .paragraph, isStart: false) == ["Two.", "Dos."])
        #expect(lines("Three.", of: .paragraph) == ["", "Three."])
        #expect(lines("First.", of: .item(sign: "1.", depth: 0)) == ["", "1. First."])
        #expect(lines("Primero.", of: .item(sign: "1.", depth: 0), continues: true) == ["   Primero."])
        #expect(lines("More.", of: .item(sign: "1.", depth: 0), isStart: false) == ["   More."])
        #expect(lines("Inner.", "Dentro.", of: .item(sign: "•", depth: 1)) == ["  • Inner.", "    Dentro."])
        #expect(lines("Part", of: .heading(level: 2)) == ["", "Part"])
        #expect(lines("Next", of: .heading(level: 2)) == ["", "Next"])
        #expect(lines(of: .paragraph) == [])
        #expect(lines("No block.", of: nil) == ["", "No block."])
        #expect(lines("Nor here.", of: nil) == ["Nor here."])
    }
}
