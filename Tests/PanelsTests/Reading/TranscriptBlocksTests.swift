import Cells
import Engine
import Events
import Support
import Testing

@testable import Panels

/// Paragraphs, headings and lists of a book on the screen.
@Suite struct TranscriptBlocksTests {
    private static let texts: [(String, TextBlock.Kind, Bool)] = [
        ("Soup", .heading(level: 1), true),
        ("It is cold.", .paragraph, true), ("Stir it slowly, she said.", .paragraph, false),
        ("carrots", .item(sign: "•", depth: 0), true), ("red ones", .item(sign: "•", depth: 1), true),
        ("Cut all of it into pieces.", .item(sign: "12.", depth: 0), true),
        ("Then wait.", .item(sign: "12.", depth: 0), false), ("Serve it.", .paragraph, true),
    ]

    private static func sentences(_ translation: (Int) -> String? = { _ in nil }) -> [BookSentence] {
        texts.enumerated().map { row, text in
            let lane = { (text: String) in LaneText(text, tokens: text.split(separator: " ").map(String.init)) }
            let start = TimeSpan.seconds(Int64(row))
            return BookSentence(
                number: row + 1,
                lanes: PerLane(original: lane(text.0), transliteration: nil, translation: translation(row).map(lane)),
                originalGate: SentenceGate(start, start + .seconds(1)),
                translationGate: SentenceGate(start, start + .seconds(1)),
                block: TextBlock(text.1, isStart: text.2))
        }
    }

    private static func reader(_ sentences: [BookSentence], at number: Int = 1, chunks: Int = 1) -> BookReader {
        var reader = BookReader()
        let size = (sentences.count + chunks - 1) / chunks
        let entries = (0..<chunks).map { ChunkEntry("c\($0)", start: $0 * size + 1) }
        _ = reader.handle(.bookOpened(Book("b", chunks: entries)), at: .zero)
        for place in 0..<chunks {
            let part = Array(sentences.dropFirst(place * size).prefix(size))
            let sounds = [BookSound(.original, path: "o\(place)", duration: .seconds(9))]
            _ = reader.handle(
                .chunkLoaded(place, BookChunk("c\(place)", sentences: part, sounds: sounds, isExact: true)), at: .zero)
        }
        _ = reader.handle(.sound(reader.generation, .ready(duration: nil)), at: .zero)
        if number > 1 { _ = reader.handle(.command(.jump(sentence: number)), at: .zero) }
        return reader
    }

    private static func panel(_ reader: BookReader, _ columns: Int, _ rows: Int) -> Panel {
        TranscriptPanel(reader, in: CellRect(column: 0, row: 0, columns: columns, rows: rows)).panel
    }

    private static func text(_ panel: Panel) -> [String] {
        panel.lines.map { String($0.spans.map(\.text).joined().replacing("▎", with: " ").dropFirst()) }
    }

    private static let shown = [
        "Soup", "", "It is cold. Stir it slowly, she", "said.", "", "• carrots", "  • red ones",
        "12. Cut all of it into pieces. Then", "    wait.", "", "Serve it.",
    ]

    @Test(
        "paragraphs go on in their rows, headings and paragraphs have blank rows around them, items have signs and none between them",
        arguments: 1...8)
    func blocks(number: Int) {
        // All of it has room, so that it stays where it is whichever sentence is heard.
        let lines = Self.text(Self.panel(Self.reader(Self.sentences(), at: number), 38, 14))
        #expect(lines == Self.shown, "\(lines)")
        let parts = Self.text(Self.panel(Self.reader(Self.sentences(), at: number, chunks: 3), 38, 14))
        #expect(parts == Self.shown, "a paragraph goes on across the book's parts")
    }

    @Test("headings are bold, also while they have no light, and no other text without it is")
    func headings() throws {
        let panel = Self.panel(Self.reader(Self.sentences(), at: 8), 40, 14)
        for (line, text) in zip(panel.lines, Self.text(panel)) where !text.isEmpty && text != "Serve it." {
            let letters = line.spans.filter { $0.text.contains(where: \.isLetter) }
            #expect(letters.allSatisfy { $0.style.isBold == (text == "Soup") }, "\(text)")
        }
        let lit = try #require(Self.panel(Self.reader(Self.sentences()), 40, 14).lines.first)
        #expect(lit.spans.last?.style.isBold == true)
    }

    @Test("a window that is too low for the text is full of it, at both ends and between them", arguments: 1...8)
    func rows(number: Int) {
        for rows in 2...11 {
            let lines = Self.text(Self.panel(Self.reader(Self.sentences(), at: number), 38, rows))
            #expect(lines.count == rows || lines.count == rows - 1 && rows < 3, "\(rows): \(lines)")
            let first = Self.shown.firstRange(of: lines)
            #expect(first != nil, "\(rows) rows at \(number): \(lines)")
        }
    }

    @Test("in two languages each sentence has its rows, and its sign only before the first")
    func translated() {
        let reader = Self.reader(Self.sentences { _ in "traducido" }, at: 4)
        let lines = Self.text(Self.panel(reader, 40, 7)).filter { !$0.isEmpty }
        #expect(lines.contains("• carrots") && lines.contains("  traducido"), "\(lines)")
    }

    @Test("a click finds the sentence and its word, whichever share a row")
    func clicks() throws {
        let rect = CellRect(column: 0, row: 0, columns: 38, rows: 14)
        let panel = TranscriptPanel(Self.reader(Self.sentences(), at: 3), in: rect)
        let token = { (column: Int) in panel.token(at: CellPoint(column: column, row: 2)) }
        #expect(token(1) == TokenPlace(chunk: 0, row: 1, lane: .original, index: 0))
        #expect(token(13) == TokenPlace(chunk: 0, row: 2, lane: .original, index: 0))
    }

    @Test("a paragraph that goes on through thousands of sentences takes no longer than what is near")
    func endless() {
        let many = (0..<4_000).map { row in
            BookSentence(
                number: row + 1,
                lanes: PerLane(
                    original: LaneText("Word \(row).", tokens: ["Word", "\(row)."]), transliteration: nil,
                    translation: nil),
                block: TextBlock(.paragraph, isStart: row == 0))
        }
        var reader = BookReader()
        let entries = (0..<400).map { ChunkEntry("c\($0)", start: $0 * 10 + 1) }
        _ = reader.handle(.bookOpened(Book("b", chunks: entries)), at: .zero)
        for place in 180..<220 {
            let part = Array(many[(place * 10)..<(place * 10 + 10)])
            _ = reader.handle(
                .chunkLoaded(place, BookChunk("c\(place)", sentences: part, sounds: [], isExact: true)), at: .zero)
        }
        _ = reader.handle(.command(.jump(sentence: 2_001)), at: .zero)
        guard let record = reader.record.transcript else {
            Issue.record("no sentence")
            return
        }
        let text = TranscriptText(reader, record, columns: 60)
        let group = text.group(at: text.here)
        #expect(group.first.chunk >= record.chunk - 3 && group.last.chunk <= record.chunk + 3)
        #expect(text.rows(group).count < 80)
    }

    @Test(
        "words are lit without the marks around them, which look as before they were spoken",
        arguments: [
            ("\"Hello,", "\"", "Hello", ","), ("(don't)", "(", "don't", ")"), ("«¿Qué?»", "«¿", "Qué", "?»"),
            ("你好，", "", "你好", "，"), ("50%.", "", "50%", "."), ("$5", "", "$5", ""), ("—", "—", "", ""),
            ("o'clock…", "", "o'clock", "…"), ("C++,", "", "C++", ","), ("well-known;", "", "well-known", ";"),
        ])
    func edges(token: String, before: String, word: String, after: String) throws {
        let edges = WordEdges(token)
        #expect((String(edges.before), String(edges.word), String(edges.after)) == (before, word, after))
        let lane = LaneText("x \(token) y", tokens: ["x", token, "y"])
        let sentence = BookSentence(
            number: 1, lanes: PerLane(original: lane, transliteration: nil, translation: nil),
            originalGate: SentenceGate(.zero, .seconds(3)))
        var reader = Self.reader([sentence])
        // A word a second: the second one sounds, and then the third.
        for (time, isReverse) in [(1_500, true), (2_500, false)] {
            _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(Int64(time)))), at: .zero)
            let spans = Self.panel(reader, 40, 5).lines.flatMap(\.spans)
            let style = { (text: String) in spans.first { $0.text == text }?.style }
            if !word.isEmpty {
                let lit = try #require(style(word))
                #expect(lit.isReverse == isReverse && lit.isBold)
            }
            for mark in [before, after] where !mark.isEmpty { #expect(style(mark) == TextStyle(.unspoken), "\(mark)") }
        }
    }
}
