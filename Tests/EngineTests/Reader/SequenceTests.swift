import Events
import Support
import Testing

@testable import Engine

/// A run that is written down: a line for each change.
struct Passage {
    struct Line {
        var time: Instant
        var record: ReaderRecord
        var notes: [ReaderNote]

        var seconds: Double { time.seconds }
        var number: Int? { record.transcript?.number }
        func lit(_ lane: Lane) -> String { record.transcript?.lanes.text(lane) ?? "-" }
    }

    private(set) var lines: [Line] = []
    private(set) var reader = BookReader()

    init(
        _ book: Book = Example.book, _ chunks: [BookChunk] = [Example.chunk], _ settings: ReaderSettings = .reported,
        _ commands: [(Double, ReaderCommand)] = []
    ) throws {
        var lines: [Line] = []
        var run = ReadingRun(settings, commands: commands.map { (Instant(seconds: $0.0), $0.1) })
        let report: ReadingRun.Report = { lines.append(Line(time: $0, record: $1, notes: $2)) }
        try run.begin(book, report: report)
        repeat {
            while let place = run.wantedChunk { try run.load(.success(chunks[place]), at: place, report: report) }
        } while try run.step(report: report)
        (self.lines, reader) = (lines, run.reader)
    }

    /// The last line of a time, or before it.
    func at(_ seconds: Double) -> Line? { lines.last { $0.time <= Instant(seconds: seconds) } }

    /// When each phase began.
    var phases: [(Double, String)] {
        var found: [(Double, String)] = []
        for line in lines where found.last?.1 != line.record.phase { found.append((line.seconds, line.record.phase)) }
        return found
    }
}

/// The worked pass of reader 9.3, and the rules of 2.4 and 2.5.
@Suite struct SequenceTests {
    @Test("reader 9.3: a pass over two sentences: every phase at its time")
    func phases() throws {
        let phases = try Passage().phases.filter { $0.0 > 0 || $0.1 == "playing" }
        let expected: [(Double, String)] = [
            (0, "playing"), (1.55, "dwelling"), (1.8, "transitioning"), (1.8, "validating"), (2.1, "playing"),
            (2.95, "dwelling"), (3.2, "transitioning"), (3.2, "validating"), (3.5, "playing"), (4.15, "dwelling"),
            (4.4, "transitioning"), (4.4, "validating"), (4.7, "playing"), (5.85, "dwelling"), (6.1, "idle"),
        ]
        #expect(phases.map(\.0) == expected.map(\.0) && phases.map(\.1) == expected.map(\.1))
    }

    @Test(
        "reader 9.3: a pass over two sentences: what is lit",
        arguments: [
            (0.00, 11, 0.0, "1/4@0", "0/2@-", "0/2@-"), (1.54, 11, 1.5, "4/4@3", "0/2@-", "0/2@-"),
            (1.55, 11, 1.55, "4/4@3", "0/2@-", "0/2@-"), (1.80, 11, 0, "4/4@3", "1/2@0", "1/2@0"),
            (2.10, 11, 0.3, "4/4@3", "1/2@0", "1/2@0"), (2.40, 11, 0.6, "4/4@3", "2/2@1", "2/2@1"),
            (2.95, 11, 1.15, "4/4@3", "2/2@1", "2/2@1"), (3.20, 12, 1.6, "1/2@0", "0/3@-", "0/3@-"),
            (3.49, 12, 1.8, "1/2@0", "0/3@-", "0/3@-"), (3.50, 12, 1.9, "1/2@0", "0/3@-", "0/3@-"),
            (3.80, 12, 2.2, "2/2@1", "0/3@-", "0/3@-"), (4.40, 12, 1.2, "2/2@1", "1/3@0", "1/3@0"),
            (5.85, 12, 2.65, "2/2@1", "3/3@2", "3/3@2"), (6.10, 12, nil, "2/2@1", "3/3@2", "3/3@2"),
        ])
    func lit(
        time: Double, number: Int, position: Double?, original: String, transliteration: String, translation: String
    ) throws {
        let line = try #require(try Passage().at(time))
        #expect(line.number == number && line.record.position?.seconds == position)
        #expect(line.lit(.original) == original)
        #expect(line.lit(.transliteration) == transliteration && line.lit(.translation) == translation)
    }

    @Test("reader 9.3: which rule shows what; the sentence before is there until the next one sounds")
    func rules() throws {
        let passage = try Passage()
        let rules = { (phase: String) in
            passage.lines.filter { $0.record.phase == phase }.compactMap(\.record.transcript?.rule)
        }
        #expect(Set(rules("dwelling")) == [.dwell])
        #expect(rules("transitioning") == [.trackSwitch, .previous, .trackSwitch])
        #expect(Set(rules("validating")) == [.settling, .live])
        #expect(Set(rules("playing")) == [.live, .settled])
        let switching = try #require(passage.lines.first { $0.record.phase == "transitioning" })
        #expect(switching.lit(.original) == "4/4@3" && switching.lit(.translation) == "0/2@-")
        #expect(switching.record.track == .translation)
        #expect(passage.lines.last?.record.track == nil)
    }

    @Test(
        "reader 9.3: a pass takes its segments and four dwells, at every speed",
        arguments: [(100, 6.1), (50, 11.2), (150, 4.4)])
    func speeds(percent: Int, seconds: Double) throws {
        var settings = ReaderSettings.reported
        settings.percent = percent
        let end = try #require(try Passage(Example.book, [Example.chunk], settings).lines.last)
        #expect((end.seconds - seconds).magnitude < 0.000_01 && end.record.phase == "idle")
    }

    @Test(
        "with a sound that is exact nothing is sought: segments end at their gates, and the next sentence is shown at once"
    )
    func exact() throws {
        let passage = try Passage(Example.book, [Example.chunk], ReaderSettings())
        #expect(!passage.phases.contains { $0.1 == "validating" })
        let dwells = passage.phases.filter { $0.1 == "dwelling" }.map(\.0)
        #expect(dwells == [1.6, 3.05, 4.3, 6.05])
        #expect(passage.at(3.3)?.number == 12 && passage.at(3.3)?.record.phase == "playing")
    }

    @Test("each segment is heard once and in turn, over the chunks of a book")
    func book() throws {
        let chunks = (0..<3).map { place in
            var chunk = Example.chunk
            for row in 0..<2 { chunk.sentences[row].number = 11 + 2 * place + row }
            return chunk
        }
        let entries = (0..<3).map { ChunkEntry("c\($0)", start: 11 + 2 * $0, end: 12 + 2 * $0) }
        let passage = try Passage(Book("b", chunks: entries), chunks)
        let dwells = passage.lines.filter { $0.record.phase == "dwelling" }
        #expect(
            dwells.map { "\($0.number ?? 0)\($0.record.track?.rawValue.first ?? "-")" }
                == (11...16).flatMap { ["\($0)o", "\($0)t"] })
        #expect(passage.lines.last?.number == 16 && passage.reader.isOver)
    }

    @Test("RT9 a sentence that is shorter than 0.1 s has one dwell")
    func shortSentence() throws {
        var chunk = Example.chunk
        chunk.sentences[0].originalGate = Example.gate(0, 0.05)
        chunk.sentences[1].originalGate = Example.gate(0.05, 0.1)
        for settings in [ReaderSettings.reported, ReaderSettings()] {
            let passage = try Passage(Example.book, [chunk], settings)
            let dwells = passage.lines.filter { $0.notes.contains { $0.kind == .dwell } }
            #expect(dwells.count == 4 && passage.reader.isOver)
            guard settings.isExact else { continue }
            #expect(dwells.map(\.seconds) == [0.05, 1.5, 1.8, 3.55])
        }
    }

    @Test("RT10 sound that is shorter than its last gate ends the segment with its file")
    func shortFile() throws {
        var chunk = Example.chunk
        chunk.sounds = Example.sounds(2.3, 2.0)
        let passage = try Passage(Example.book, [chunk])
        let dwells = passage.lines.filter { $0.notes.contains { $0.kind == .dwell } }
        #expect(dwells.map(\.record.position?.seconds) == [1.55, 1.15, 2.3, 2.0] && passage.reader.isOver)
    }

    @Test("RT11 sound that is longer than its last gate stops there")
    func longFile() throws {
        var chunk = Example.chunk
        chunk.sounds = Example.sounds(9, 9)
        #expect(try Passage(Example.book, [chunk]).lines.last?.seconds == 6.1)
    }

    @Test("RI8 a book of one sentence without gates is heard from end to end on each track")
    func oneSentence() throws {
        let sentence = BookSentence(number: 1, lanes: Example.lanes("Hello there.", "", "Привет."))
        let chunk = BookChunk("c", sentences: [sentence], sounds: Example.sounds(0.9, 0.6), isExact: false)
        let passage = try Passage(Book("b", chunks: [ChunkEntry("c", start: 1)]), [chunk], ReaderSettings())
        #expect(passage.phases.filter { $0.1 == "dwelling" }.map(\.0) == [0.9, 1.75] && passage.reader.isOver)
    }

    @Test(
        "RA12 a hidden lane is skipped in a sequence, also at the end of a chunk")
    func hiddenLane() throws {
        // Where only the translation can be heard it stays on, also when both lines of its side are hidden.
        var first = Example.chunk
        (first.id, first.sounds) = ("0009-0010", Example.sounds().filter { $0.kind == .translation })
        for row in first.sentences.indices { first.sentences[row].number -= 2 }
        let book = Book("Winter Lamp", chunks: [ChunkEntry("0009-0010", start: 9, end: 10), Example.entry])
        let commands: [(Double, ReaderCommand)] = [(0, .text(.transliteration)), (0, .text(.translation))]
        let passage = try Passage(book, [first, Example.chunk], ReaderSettings(), commands)
        let dwells = passage.lines.filter { line in
            line.notes.contains { $0.kind == .dwell } && (line.record.transcript?.number ?? 0) >= 11
        }
        #expect(passage.reader.switches.mode == .sequence)
        #expect(dwells.map(\.record.track) == [.original, .original] && passage.reader.isOver)
    }
}
