import Events
import Playback
import Support
import Tapes
import Testing

@testable import Checks
@testable import Engine

/// `cameo check` of tapes on which a book is read.
@Suite struct ReadingCheckTests {
    private static let book = Book(
        "b", chunks: (0..<2).map { ChunkEntry("c\($0)", start: 1 + 2 * $0, end: 2 + 2 * $0) })

    /// A reading that hears one thing after the other.
    private struct Hand {
        var judge = ReadingJudge(CheckOptions())
        var reader = BookReader()
        var now = Instant.zero

        init(_ settings: ReaderSettings) {
            hear(.began(settings))
            hear(.bookOpened(ReadingCheckTests.book))
            for place in 0..<2 { hear(.chunkLoaded(place, ToneBook.chunk(place))) }
            ready()
        }

        mutating func hear(_ input: ReaderInput) {
            judge.receive(Event(now, .local(.reading(input))))
            _ = reader.handle(input, at: now)
        }

        mutating func sound(_ event: ReaderSoundEvent) { hear(.sound(reader.generation, event)) }
        mutating func ready() { sound(.ready(duration: nil)) }
        mutating func moved(_ milliseconds: Int64) { sound(.moved(.milliseconds(milliseconds))) }

        mutating func wait(_ milliseconds: Int64) {
            now += .milliseconds(milliseconds)
            judge.receive(Event(now, .local(.ticked)))
            _ = reader.tick(at: now)
        }

        func count(_ kind: BookFinding.Kind) -> Int { judge.result?.tally.count(kind) ?? -1 }
        var kinds: Set<BookFinding.Kind> { Set(judge.result?.tally.findings.map(\.kind) ?? []) }
    }

    private static let single = ReaderSettings(mode: .single(.original))

    // MARK: Tapes

    private static func tape(_ settings: ReaderSettings, _ commands: [(Double, ReaderCommand)] = [], in folder: Folder)
        async throws -> String
    {
        let path = folder.file("read.cameo")
        let writer = try TapeWriter(creating: path, meta: Recorder.meta(source: "book"))
        var run = ReadingRun(settings, commands: commands.map { (Instant(seconds: $0.0), $0.1) })
        try run.begin(book) { _, _, _ in }
        repeat {
            while let place = run.wantedChunk {
                try run.load(.success(ToneBook.chunk(place)), at: place) { _, _, _ in }
            }
        } while try run.step { _, _, _ in }
        for (time, input) in run.takeHeard() {
            try await writer.append(input.map { .reading($0) } ?? .ticked, at: time)
        }
        try await writer.close()
        return path
    }

    @Test(
        "a reading is judged as one: it is clean, whatever is commanded, and no frame is asked for",
        arguments: [AudioMode.sequence, .single(.original), .single(.translation)], [true, false])
    func clean(mode: AudioMode, isCommanded: Bool) async throws {
        let folder = try Folder()
        var settings = ReaderSettings.reported
        settings.mode = mode
        let commands: [(Double, ReaderCommand)] = [
            (0.5, .next), (1.7, .previous), (2.2, .toggle(.original)), (3.0, .jump(sentence: 4)),
            (3.9, .speed(percent: 150)),
            (4.4, .pause), (9, .resume), (9.1, .toggle(.translation)), (9.6, .word(.original, 2)),
            (11, .jump(sentence: 2)),
        ]
        let result = Check.run(try await Self.tape(settings, isCommanded ? commands : [], in: folder), CheckOptions())
        #expect(
            result.verdict == .clean, "\(result.error ?? "") \(result.exceeded) \(result.reading?.tally.findings ?? [])"
        )
        let reading = try #require(result.reading)
        #expect(reading.tally.findings == [] && reading.commands == (isCommanded ? commands.count : 0))
        if !isCommanded { #expect(reading.sentences == 4 && reading.dwells == (mode == .sequence ? 8 : 0)) }
        let line = try #require(CheckText.lines(result, isLong: false).first)
        #expect(line.contains("reading of \(reading.sentences) sentences; not judged: words on the sound"))
        #expect(CheckJSON.line(result).object?["reading"]?.object?["dwells"]?.lenientInt == reading.dwells)
    }

    @Test("a reading of nothing is beyond its limit")
    func nothing() async throws {
        let folder = try Folder()
        let path = folder.file("read.cameo")
        let writer = try TapeWriter(creating: path, meta: Recorder.meta(source: "book"))
        try await writer.append(.reading(.began(.reported)), at: .zero)
        try await writer.append(.reading(.bookOpened(Book("b", chunks: []))), at: .zero)
        try await writer.close()
        let result = Check.run(path, CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.sentences])
    }

    // MARK: Faults

    @Test("places that the sound cannot be at are stale, and sounds of earlier wishes are late and no fault")
    func stale() {
        var hand = Hand(.reported)
        hand.hear(.command(.next))
        hand.hear(.sound(SoundGeneration(1), .moved(.milliseconds(700))))
        hand.ready()
        #expect(hand.kinds == [] && hand.judge.result?.lateSounds == 1)
        hand.moved(5_000)
        hand.moved(5_000)
        #expect(hand.kinds == [.stalePosition] && hand.count(.stalePosition) == 2)
        let found = hand.judge.result?.tally.findings.first
        #expect(found?.place.chunk == "c0" && found?.place.time == .zero)
    }

    @Test("a sound that has to be sought again is found each time")
    func seeks() {
        var hand = Hand(.reported)
        hand.sound(.reached)
        hand.wait(250)
        hand.hear(.command(.toggle(.translation)))
        hand.hear(.command(.toggle(.translation)))
        hand.ready()
        hand.hear(.command(.word(.original, 0)))
        hand.ready()
        for _ in 0..<45 { hand.moved(9_000) }
        #expect(hand.count(.seekAgain) == 1)
    }

    @Test("a dwell that is too long is found; one that a command ends is another's wish")
    func dwell() {
        var hand = Hand(ReaderSettings())
        hand.sound(.reached)
        hand.wait(250)
        hand.ready()
        #expect(hand.kinds == [] && hand.judge.result?.dwells == 1)
        hand.sound(.reached)
        hand.wait(400)
        #expect(hand.kinds == [.dwell] && hand.judge.result?.tally.longest[.dwell] == .milliseconds(150))
        hand.ready()
        hand.sound(.reached)
        hand.hear(.command(.speed(percent: 80)))
        hand.wait(900)
        #expect(hand.count(.dwell) == 1)
    }

    @Test("segments that are passed over or heard again are found, but not when somebody commands it")
    func order() {
        var hand = Hand(Self.single)
        hand.moved(100)
        hand.hear(.command(.jump(sentence: 4)))
        hand.ready()
        hand.moved(1_300)
        hand.hear(.command(.jump(sentence: 1)))
        hand.ready()
        hand.moved(100)
        #expect(hand.kinds == [])
        hand.moved(1_300)
        #expect(hand.kinds == [])
        hand.moved(200)
        #expect(hand.kinds == [.segmentTwice] && hand.count(.segmentTwice) == 1)
        // Its end comes while the first of two sentences is heard.
        hand.sound(.ended)
        hand.ready()
        hand.moved(100)
        #expect(hand.count(.segmentSkipped) == 1)
        #expect(hand.judge.result?.tally.findings.last?.expected == "the segment after the original of sentence 1")
    }

    @Test("text and sound that cannot be had are found when they are wanted, and not before")
    func failures() {
        var hand = Hand(Self.single)
        hand.sound(.failed(reason: "no device"))
        #expect(hand.kinds == [.failed] && hand.count(.failed) == 1)
        var judge = ReadingJudge(CheckOptions())
        for input in [
            .began(Self.single), .bookOpened(Self.book), .chunkFailed(1, reason: "cut off"),
            .chunkLoaded(0, ToneBook.chunk(0)),
        ] as [ReaderInput] { judge.receive(Event(.zero, .local(.reading(input)))) }
        #expect(judge.result?.tally.findings == [])
        judge.receive(Event(.zero, .local(.reading(.command(.jump(sentence: 3))))))
        #expect(judge.result?.tally.findings.map(\.kind) == [.failed])
    }

    @Test("a word that is lit before its own time is found, by the times of the words alone")
    func wordAhead() {
        var record = ReaderRecord()
        let (chunk, entry) = (ToneBook.chunk(0), Self.book.chunks[0])
        record.transcript = TranscriptRecord(
            LoadedChunk(chunk, for: entry), at: 0, 1, original: .full, translation: .none, live: .original, .live)
        record.track = .original
        record.position = .milliseconds(2_001)
        #expect(WordAhead(record, chunk.sentences[1]) == nil)
        record.position = .milliseconds(1_700)
        #expect(
            WordAhead(record, chunk.sentences[1])
                == WordAhead(index: 2, start: .milliseconds(2_000), lit: .milliseconds(1_700)))
        // While the place is sought the clock says nothing.
        record.transcript?.rule = .dwell
        #expect(WordAhead(record, chunk.sentences[1]) == nil)
    }
}
