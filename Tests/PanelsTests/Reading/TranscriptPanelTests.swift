import Cells
import Engine
import Events
import Support
import Testing
import Typesetting

@testable import Panels

/// The text of a book as it is drawn.
@Suite struct TranscriptPanelTests {
    private static func lane(_ text: String, _ tokens: [String]? = nil) -> LaneText {
        LaneText(text, tokens: tokens ?? text.split(separator: " ").map(String.init))
    }

    private static func sentence(_ number: Int, _ original: LaneText?, _ translation: LaneText? = nil) -> BookSentence {
        let start = TimeSpan.seconds(Int64(number - 1))
        return BookSentence(
            number: number, lanes: PerLane(original: original, transliteration: nil, translation: translation),
            originalGate: SentenceGate(start, start + .seconds(1)),
            translationGate: SentenceGate(start, start + .seconds(1)))
    }

    private static func reader(_ sentences: [BookSentence], _ inputs: [ReaderInput] = []) -> BookReader {
        let sounds = [
            BookSound(.original, path: "o", duration: .seconds(9)),
            BookSound(.translation, path: "t", duration: .seconds(9)),
        ]
        var reader = BookReader()
        _ = reader.handle(.bookOpened(Book("b", chunks: [ChunkEntry("c", start: 1)])), at: .zero)
        let chunk = BookChunk("c", sentences: sentences, sounds: sounds, isExact: true)
        _ = reader.handle(.chunkLoaded(0, chunk), at: .zero)
        _ = reader.handle(.sound(reader.generation, .ready(duration: nil)), at: .zero)
        for input in inputs { _ = reader.handle(input, at: .zero) }
        return reader
    }

    private static func lines(_ reader: BookReader, _ columns: Int, _ rows: Int) -> [String] {
        let size = CellSize(columns: columns, rows: rows)
        return TranscriptPanel(reader, in: CellRect(origin: CellPoint(column: 0, row: 0), size: size)).panel.lines
            .map { $0.spans.map(\.text).joined() }
    }

    private static let two = [
        sentence(1, lane("The lamp was lit."), lane("La lámpara estaba encendida.")),
        sentence(2, lane("Nobody came."), lane("No vino nadie.")),
        sentence(3, lane("It rained."), lane("Llovía.")),
    ]

    @Test("the sentence that is heard stands in the middle, its neighbors around it")
    func middle() {
        let reader = Self.reader(Self.two, [.command(.jump(sentence: 2))])
        #expect(
            Self.lines(reader, 40, 11) == [
                " The lamp was lit.", " La lámpara estaba encendida.", "", " Nobody came.", " No vino nadie.", "",
                " It rained.", " Llovía.",
            ])
    }

    @Test("what was spoken, what is being spoken and the rest differ without colors as well")
    func styles() throws {
        var reader = Self.reader(Self.two)
        _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(300))), at: .zero)
        let rect = CellRect(origin: CellPoint(column: 0, row: 0), size: CellSize(columns: 40, rows: 7))
        let panel = TranscriptPanel(reader, in: rect).panel
        let line = try #require(panel.lines.first { $0.spans.contains { $0.text == "lamp" } })
        let styles = ["The", "lamp", "was"].map { word in line.spans.first { $0.text == word }?.style }
        #expect(styles[0]?.isBold == true && styles[0]?.isReverse == false)
        #expect(styles[1]?.isReverse == true && styles[2] == TextStyle(.unspoken))
        let neighbor = try #require(panel.lines.first { $0.spans.contains { $0.text == "Nobody" } })
        #expect(neighbor.spans.last?.style.isDim == true)
        // Without motion a sentence has the light, and the cursor stands at its first word.
        let calm = TranscriptPanel(reader, in: rect, isCalm: true).panel
        let calmLine = try #require(calm.lines.first { $0.spans.contains { $0.text == "lamp" } })
        let letters = calmLine.spans.filter { $0.text.contains(where: \.isLetter) }
        #expect(Set(letters.map(\.style)) == [TextStyle(.unspoken)])
        #expect(calm.cursor == CellPoint(column: 1, row: try #require(calm.lines.firstIndex(of: calmLine))))
        #expect(panel.cursor?.column == 5)
    }

    @Test(
        "RD4 a lane from right to left above one from left to right: tokens in the order of the text, the light on the word that is heard"
    )
    func rightToLeft() throws {
        let words = ["كان", "المصباح", "مضاء", "اليوم."]
        let original = LaneText(words.joined(separator: " "), tokens: words)
        let sentences = [
            Self.sentence(1, original, Self.lane("The lamp was lit.")), Self.sentence(2, Self.lane("No.")),
        ]
        var reader = Self.reader(sentences)
        // Four words share a second: the second one.
        _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(300))), at: .zero)
        let rect = CellRect(origin: CellPoint(column: 0, row: 0), size: CellSize(columns: 60, rows: 7))
        let transcript = TranscriptPanel(reader, in: rect)
        let lines = transcript.panel.lines
        let row = try #require(lines.firstIndex { $0.spans.contains { $0.text == "المصباح" } })
        // It is in the order in which it is read; whoever shows it turns it, and then it begins at the right margin.
        #expect(lines[row].sentence?.isRightToLeft == true && lines[row + 1].sentence == nil)
        #expect(lines[row].spans.map(\.text).filter { $0.contains { $0.isLetter } } == words)
        #expect(lines[row + 1].spans.map(\.text).joined().hasSuffix("The lamp was lit."))
        #expect(lines[row].spans.filter(\.style.isReverse).map(\.text) == ["المصباح"])
        #expect(lines[row + 1].spans.allSatisfy { !$0.style.isReverse })
        let clicked = (31..<57).map { transcript.token(at: CellPoint(column: $0, row: row))?.index }
        let seen: [(Int?, Int)] = [(nil, 2), (3, 6), (nil, 1), (2, 4), (nil, 1), (1, 7), (nil, 1), (0, 3), (nil, 1)]
        #expect(clicked == seen.flatMap { Array(repeating: $0.0, count: $0.1) })
        // Then the translation, whose word of the same place has the light.
        _ = reader.handle(.sound(reader.generation, .reached), at: .zero)
        _ = reader.tick(at: Instant(seconds: 1))
        _ = reader.handle(.sound(reader.generation, .ready(duration: nil)), at: Instant(seconds: 1))
        _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(300))), at: Instant(seconds: 1))
        let later = TranscriptPanel(reader, in: rect).panel.lines
        #expect(later[row].spans.allSatisfy { !$0.style.isReverse })
        #expect(later[row + 1].spans.filter(\.style.isReverse).map(\.text) == ["lamp"])
    }

    @Test(
        "the bar stands where a sentence begins: at the right of one from right to left, at the left of its translation"
    )
    func bars() throws {
        let words = ["سلام", "لا", "سلم."]
        let original = LaneText(words.joined(separator: " "), tokens: words)
        let rect = CellRect(column: 0, row: 0, columns: 60, rows: 7)
        let reader = Self.reader([Self.sentence(1, original, Self.lane("Peace, no, peace."))])
        let rows = TranscriptPanel(reader, in: rect).panel.lines.map { line in
            line.inVisualOrder.spans.map(\.text).joined()
        }
        let row = try #require(rows.firstIndex { $0.contains("Peace") })
        #expect(rows[row].hasPrefix("  ▎ Peace"))
        // Behind the text's 52 columns, also where two letters are one.
        #expect(rows[row - 1].hasSuffix(" ▎") && TerminalText.cellWidth(of: rows[row - 1]) == 4 + 52 + 2)
        #expect(!rows[row - 1].hasSuffix("  ▎") && !rows[row - 1].hasPrefix("  ▎"))
    }

    @Test("RD3 text without blanks is broken where it has to be, and keeps its tokens")
    func noBlanks() {
        let text = Self.lane("今天天气很好，我们出去吧。", ["今天", "天气", "很", "好", "，", "我们", "出去", "吧", "。"])
        #expect(
            Self.lines(Self.reader([Self.sentence(1, text)]), 12, 4).filter { !$0.isEmpty } == [
                "今天天气很", "好，我们出去", "吧。",
            ])
        let block = Self.lane("今天天气很好我们出去吧")
        #expect(
            Self.lines(Self.reader([Self.sentence(1, block)]), 12, 4).filter { !$0.isEmpty } == ["今天天气很好", "我们出去吧"])
    }

    @Test("RD2 odd tokens: marks alone, one, four hundred, and those that the text does not hold")
    func oddTokens() {
        let marks = Self.lines(Self.reader([Self.sentence(1, Self.lane("- ... !"))]), 12, 3)
        #expect(marks.contains("- ... !"))
        #expect(Self.lines(Self.reader([Self.sentence(1, Self.lane("One"))]), 12, 3).contains("One"))
        let many = Self.lane(Array(repeating: "word", count: 400).joined(separator: " "))
        let lines = Self.lines(Self.reader([Self.sentence(1, many)]), 80, 24)
        #expect(lines.count == 24 && lines.allSatisfy { TerminalText.cellWidth(of: $0) <= 80 })
        let strange = Self.lines(Self.reader([Self.sentence(1, Self.lane("abc", ["x", "y"]))]), 12, 3)
        #expect(strange.contains("x yabc"))
    }

    @Test("RD5 a wide character that does not fit stands in the next row, and marks stay with their letters")
    func edges() {
        let wide = Self.lines(Self.reader([Self.sentence(1, Self.lane("漢字漢字漢"))]), 5, 5).filter { !$0.isEmpty }
        #expect(wide == ["漢字", "漢字", "漢"])
        let marks = Self.lines(Self.reader([Self.sentence(1, Self.lane("e\u{301}e\u{301}e\u{301}e\u{301}"))]), 3, 4)
        #expect(marks.filter { !$0.isEmpty } == ["e\u{301}e\u{301}e\u{301}", "e\u{301}"])
    }

    @Test("nothing of a stranger's text reaches the terminal as it is")
    func escapes() {
        let lines = Self.lines(Self.reader([Self.sentence(1, Self.lane("a\u{1b}[2J b\u{7}"))]), 40, 5).joined()
        #expect(!lines.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
    }

    @Test(
        "RD6 in a tiny window there is what fits of the sentence, and nothing else",
        arguments: [(1, 1), (3, 2), (10, 1), (40, 3)])
    func tiny(columns: Int, rows: Int) {
        let lines = Self.lines(Self.reader(Self.two), columns, rows)
        #expect(lines.count <= rows && lines.allSatisfy { TerminalText.cellWidth(of: $0) <= columns })
        #expect(lines.contains { $0.contains("T") })
    }

    @Test(
        "of a sentence that is longer than the window the word that is spoken is there, from the first to the last one")
    func longSentence() throws {
        let words = (1...40).map { "w\($0)" }
        var reader = Self.reader([Self.sentence(1, Self.lane(words.joined(separator: " ")))])
        #expect(Self.lines(reader, 20, 4).first?.contains("w1 ") == true)
        var seen: Set<String> = []
        for tenth in 0...10 {
            _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(Int64(tenth) * 100))), at: .zero)
            let record = try #require(reader.record.transcript?.lanes.original)
            let lines = Self.lines(reader, 20, 4)
            let word = words[record.current ?? max(0, record.lit - 1)]
            let shown = lines.flatMap { $0.split(separator: " ").map(String.init) }
            #expect(lines.count == 4 && shown.contains(word), "\(word): \(lines)")
            seen.formUnion(shown)
        }
        #expect(seen.isSuperset(of: words))
        #expect(Self.lines(reader, 20, 40).joined().contains("w1 "))
    }

    @Test("a click finds its token")
    func click() {
        let rect = CellRect(origin: CellPoint(column: 5, row: 3), size: CellSize(columns: 40, rows: 7))
        let panel = TranscriptPanel(Self.reader(Self.two), in: rect)
        let row = 3 + (panel.panel.lines.firstIndex { $0.spans.contains { $0.text == "lamp" } } ?? 0)
        let token = { (column: Int) in panel.token(at: CellPoint(column: column, row: row)) }
        #expect(token(5) == nil && token(6) == TokenPlace(chunk: 0, row: 0, lane: .original, index: 0))
        #expect(
            token(9) == nil && token(10) == TokenPlace(chunk: 0, row: 0, lane: .original, index: 1) && token(39) == nil)
    }

    @Test("without text it says what is waited for, or why there is none")
    func waiting() {
        var reader = BookReader()
        #expect(Self.lines(reader, 30, 3).contains { $0.contains("Waiting for the text") })
        _ = reader.handle(.bookOpened(Book("b", chunks: [ChunkEntry("c")])), at: .zero)
        #expect(Self.lines(reader, 30, 3).contains { $0.contains("Loading the text") })
        _ = reader.handle(.chunkFailed(0, reason: "the file is cut off"), at: .zero)
        #expect(Self.lines(reader, 30, 3).contains { $0.contains("the file is cut off") })
    }
}
