import Cells
import Engine
import Events
import Support
import Testing
import Typesetting

@testable import Panels

/// The lines around the text of a book, and the lane of its sound.
@Suite struct ReadingLinesTests {
    private static func reader(_ inputs: [ReaderInput] = [], without missing: BookSound.Kind? = nil) -> BookReader {
        let lanes = PerLane<LaneText?>(
            original: LaneText("The lamp was lit.", tokens: ["The", "lamp", "was", "lit."]), transliteration: nil,
            translation: LaneText("Ardía.", tokens: ["Ardía."]))
        let sentences = (0..<3).map { place in
            let start = TimeSpan.seconds(Int64(place) * 2)
            let gate = SentenceGate(start, start + .seconds(2))
            return BookSentence(
                number: place + 10, lanes: lanes, originalGate: gate, translationGate: gate,
                originalWords: (0..<4).map { WordTime($0, start + .milliseconds(500) * Int64($0), start + .seconds(2)) }
            )
        }
        let sounds = [
            BookSound(.original, path: "o", duration: .seconds(6)),
            BookSound(.translation, path: "t", duration: .seconds(6)),
        ].filter { $0.kind != missing }
        var reader = BookReader()
        let book = Book(
            "A title\u{1b}[2J", chunks: [ChunkEntry("c", start: 10, end: 12, sentenceCount: 3)],
            chapters: [BookChapter("First", start: 10), BookChapter("Second", start: 12)])
        _ = reader.handle(.bookOpened(book), at: .zero)
        _ = reader.handle(
            .chunkLoaded(0, BookChunk("c", sentences: sentences, sounds: sounds, isExact: true)), at: .zero)
        _ = reader.handle(.sound(reader.generation, .ready(duration: .seconds(6))), at: .zero)
        _ = reader.handle(.sound(reader.generation, .moved(.milliseconds(600))), at: Instant(seconds: 0.6))
        for input in inputs { _ = reader.handle(input, at: Instant(seconds: 0.6)) }
        return reader
    }

    private static func text(_ panel: Panel) -> [String] { panel.lines.map { $0.spans.map(\.text).joined() } }
    private static func rect(_ columns: Int, _ rows: Int = 1) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    @Test("a language that a part has no sound for is not said to be heard")
    func oneSound() {
        #expect(ReadingState(Self.reader()).mode == .sequence)
        #expect(ReadingState(Self.reader(without: .translation)).mode == .single(.original))
        #expect(ReadingState(Self.reader(without: .original)).mode == .single(.translation))
    }

    @Test("the time that is left is that of all segments and the pauses behind them, at the speed of now")
    func timeLeft() {
        // 1.4 s of this segment, five of 2 s, and a dwell behind each but this one's own.
        #expect(Self.reader().timeLeft?.span == .milliseconds(1_400 + 10_000 + 1_250))
        #expect(Self.reader().timeLeft?.isKnown == true)
        #expect(Self.reader([.command(.speed(percent: 50))]).timeLeft?.span == .milliseconds(25_300))
    }

    @Test("what a message has said of the sound stands there once")
    func once() {
        var state = ReadingState(Self.reader())
        (state.silence, state.notice) = ("no sound", "No sound: no device found")
        let line = Self.text(ReadingLines.status(state, in: Self.rect(120)))[0]
        #expect(line.lowercased().components(separatedBy: "no sound").count == 2, "\(line)")
    }

    @Test("what has no room is left out whole: no figure is a part of another one", arguments: Array(8...200))
    func widths(columns: Int) {
        var state = ReadingState(Self.reader([.command(.speed(percent: 90)), .command(.sleep(minutes: 5))]))
        (state.silence, state.hints) = ("muted", ["? help", "q quit"])
        let line = Self.text(ReadingLines.status(state, in: Self.rect(columns)))[0]
        #expect(TerminalText.cellWidth(of: line) <= columns)
        let parts = [
            "sentence 10/12", "10/12", "muted", "90 %", "sleep 5 min", "original and translation", "both", "-0:15",
            "? help",
        ]
        var rest = line
        for part in parts { if let found = rest.range(of: part) { rest.removeSubrange(found) } }
        #expect(rest.trimmed.filter { !" ▶qut".contains($0) && !"i".contains($0) }.isEmpty, "\(line)")
        let heading = Self.text(ReadingLines.heading(state, in: Self.rect(columns)))[0]
        #expect(TerminalText.cellWidth(of: heading) <= columns && !heading.contains("\u{1b}"))
    }

    @Test(
        "a message leaves the sentence's number visible, and stands above the line, whole, where it has no room there",
        arguments: Array(13...120))
    func message(columns: Int) {
        var state = ReadingState(Self.reader())
        state.notice = "kept as a bookmark: The lamp"
        let rect = CellRect(column: 0, row: 23, columns: columns, rows: 1)
        let line = Self.text(ReadingLines.status(state, in: rect))[0]
        #expect(line.contains(columns <= 60 ? " 10/12" : "sentence 10/12"), "\(line)")
        let above = ReadingLines.overflow(state, above: rect).map(Self.text) ?? []
        let said = line.contains("kept") ? line : above.map(\.trimmed).joined(separator: " ")
        #expect(said.contains("kept as a bookmark: The lamp") && line.contains("kept") == above.isEmpty)
        state.notice = nil
        #expect(ReadingLines.overflow(state, above: rect) == nil)
    }

    @Test(
        "a message that fills its row has no empty one behind it, and on a low screen it leaves most rows to the text")
    func lowScreen() {
        var state = ReadingState(Self.reader())
        let said = "No sound: ALSA: Couldn't open the audio device: No such file or directory"
        state.notice = said
        func above(_ columns: Int, _ row: Int) -> [String] {
            ReadingLines.overflow(state, above: CellRect(column: 0, row: row, columns: columns, rows: 1))
                .map(Self.text)?.map(\.trimmed) ?? []
        }
        #expect(above(80, 23) == [said])
        #expect(above(40, 11) == ["No sound: ALSA: Couldn't open the", "audio device: No such file or …"])
        #expect(above(40, 23).count == 3 && above(40, 23).last == "directory")
        #expect(above(40, 1).count == 1 && above(40, 1).last?.hasSuffix("…") == true)
    }

    @Test("the heading names the chapter, and the title where there is room for both")
    func heading() {
        let state = ReadingState(Self.reader())
        #expect(Self.text(ReadingLines.heading(state, in: Self.rect(60)))[0].contains("· First"))
        #expect(Self.text(ReadingLines.heading(state, in: Self.rect(12)))[0].trimmed == "First")
    }

    @Test("a title that goes from right to left is turned, with its chapter on its left")
    func rightToLeft() {
        var state = ReadingState(Self.reader())
        (state.title, state.chapter) = ("שלום", "אב")
        let line = ReadingLines.heading(state, in: Self.rect(60)).lines[0]
        #expect(line.inVisualOrder.spans.map(\.text).joined() == String(repeating: " ", count: 25) + "בא · םולש")
        (state.title, state.chapter) = ("Title", "שלום")
        let mixed = ReadingLines.heading(state, in: Self.rect(60)).lines[0]
        #expect(mixed.inVisualOrder.spans.map(\.text).joined().trimmed == "Title · םולש")
    }

    @Test("a long title is cut beside the chapter, down to a few cells of it")
    func longTitle() {
        var state = ReadingState(Self.reader())
        (state.title, state.chapter) = ("Die Reise – ein sehr langer Titel aus der Schule", "Erstes Kapitel")
        func heading(_ columns: Int) -> String {
            Self.text(ReadingLines.heading(state, in: Self.rect(columns)))[0].trimmed
        }
        #expect(heading(100) == "Die Reise – ein sehr langer Titel aus der Schule · Erstes Kapitel")
        #expect(heading(42) == "Die Reise – ein sehr l… · Erstes Kapitel")
        #expect(heading(27) == "Die Rei… · Erstes Kapitel")
        #expect(heading(26) == "Erstes Kapitel")
    }

    @Test("the lane has the words and gates of the file where they are told, and the segment that is heard")
    func lane() throws {
        let lane = try #require(
            SoundLane(Self.reader(), seconds: 4) { _, start, end in
                Array(repeating: 200, count: Int((end - start).seconds * 30))
            })
        let lines = Self.text(SoundLanePanel.panel(lane, in: Self.rect(86, 8)))
        // Twenty cells a second, behind six for the label.
        #expect(lines.count == 8 && lines.allSatisfy { TerminalText.cellWidth(of: $0) <= 86 })
        let gates = try #require(lines.first { $0.hasPrefix("gates") })
        #expect(Array(gates)[6...].prefix(3) == ["├", "1", "0"] && Array(gates)[46] == "├")
        let words = try #require(lines.first { $0.hasPrefix("words") })
        #expect(words.contains("│The") && words.contains("│lamp"))
        #expect(lines.first { $0.hasPrefix("plan") }?.contains("[O10") == true)
        #expect(lines.last == "original at 0.600 s, playing, 100 ms after the word's time")
        let deaf = try #require(SoundLane(Self.reader(), seconds: 4) { _, _, _ in nil })
        #expect(Self.text(SoundLanePanel.panel(deaf, in: Self.rect(86, 8))).joined().contains("sound not available"))
    }

    @Test("a tiny lane and none at all are drawn", arguments: [(1, 1), (14, 2), (20, 3)])
    func tiny(columns: Int, rows: Int) {
        let lane = SoundLane(Self.reader(), seconds: 1) { _, _, _ in [] }
        let panel = SoundLanePanel.panel(lane, in: Self.rect(columns, rows))
        #expect(panel.lines.count <= rows)
        #expect(!SoundLanePanel.panel(nil, in: Self.rect(40, 3)).lines.isEmpty)
    }

    @Test("the inspector says the phase, the place and how far the light is behind the sound")
    func inspector() {
        let rows = ReaderInspector.rows(Self.reader()).map { "\($0.label) \($0.value)" }
        #expect(rows.contains("phase playing") && rows.contains("word its time was 100 ms before"))
        #expect(rows.contains("segment original of 10, 0.000 to 2.000 s"))
        #expect(rows.contains("wanted playing, 1.400 s of this sentence left"), "\(rows)")
        let one = ReaderInspector.rows(Self.reader(without: .translation)).map { "\($0.label) \($0.value)" }
        #expect(one.contains("wanted playing, to the end of the file"), "\(one)")
    }
}
