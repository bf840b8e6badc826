import Events
import Support
import Testing

@testable import Debugger
@testable import Engine

@Suite struct AuditSoundTests {
    /// A chunk of 30 frames that was played.
    private static func report(_ chunk: Int, frames: Int = 30, generation: Generation = 0) -> ChunkReport {
        ChunkReport(
            generation: generation, chunk: chunk, announced: frames, received: frames, shown: frames, noOverlay: 0,
            skipped: 0, lost: [], late: 0, duplicates: 0, hasSound: true, started: Instant(seconds: 1),
            ended: Instant(seconds: 2))
    }

    private static func sound(_ chunk: Int, _ milliseconds: Int64) -> JudgedSound {
        JudgedSound(chunk: chunk, generation: 0, .sound(.milliseconds(milliseconds), isContinued: false))
    }

    private static func listening(_ rate: Int = 30) -> Audit {
        var audit = Audit()
        audit.hearsSounds = true
        var settings = PlaybackSettings()
        settings.framesPerSecond = rate
        #expect(audit.receive(Event(.zero, .local(.ticked)), by: PlaybackEngine(settings: settings)).isEmpty)
        return audit
    }

    private static func judged(_ lengths: [Int64], frames: [Int], rate: Int = 30) -> (
        found: [AuditFinding], figures: AuditFigures
    ) {
        var audit = listening(rate)
        var findings: [AuditFinding] = []
        for (chunk, length) in lengths.enumerated() {
            findings += [audit.receive(sound(chunk, length), at: .zero)].compactMap { $0 }
        }
        for (chunk, count) in frames.enumerated() { findings += audit.receive(report(chunk, frames: count)) }
        findings += audit.finish(at: Instant(seconds: 9))
        return (findings, audit.figures)
    }

    @Test(
        "N24 a chunk whose sound and frames differ by more than a frame and 50 ms is found; the last one may have a tail",
        arguments: [
            ([1_000, 1_000], [30, 30], []), ([1_080, 1_000], [30, 30], []), ([1_090, 1_000], [30, 30], [0]),
            ([910, 1_000], [30, 30], [0]), ([1_000, 1_500], [30, 30], []), ([1_000, 1_590], [30, 30], [1]),
            ([1_000, 500], [30, 30], []), ([1_300], [30], []),
        ] as [([Int64], [Int], [Int])])
    func lengths(sounds: [Int64], frames: [Int], expected: [Int]) {
        let (found, figures) = Self.judged(sounds, frames: frames)
        #expect(found.map(\.kind) == expected.map { _ in .length })
        // What a finding is beyond is what the figure is: the last one's tail is none of it.
        #expect(found.isEmpty || found.compactMap(\.amount).max() == figures.sounds?.apart)
        #expect(zip(found, expected).allSatisfy { $0.expected.contains("chunk \($1) ") })
    }

    @Test("N45 a sound that came and was dropped with the link is not held against the frames that came behind it")
    func dropped() {
        var audit = Self.listening()
        #expect(audit.receive(Self.sound(0, 2_100), at: .zero) == nil)
        var report = Self.report(0, frames: 13)
        report.hasSound = false
        #expect(audit.receive(report) + audit.finish(at: Instant(seconds: 9)) == [])
        #expect(audit.figures.sounds?.apart == nil)
    }

    @Test(
        "N24 the limit is a frame of the stream and 50 ms, at any rate",
        arguments: [(25, 89, 0), (25, 92, 1), (60, 66, 0), (60, 69, 1), (15, 116, 0), (15, 119, 1)])
    func lengthsByRate(rate: Int, apart: Int64, count: Int) {
        let (found, figures) = Self.judged([1_000 + apart, 1_000], frames: [rate, rate], rate: rate)
        #expect(found.map(\.kind) == Array(repeating: .length, count: count))
        #expect((figures.sounds?.apartBeyond != nil) == (count > 0))
    }

    @Test("N24 a chunk with neither sound nor frames does not make the one before it any but the last")
    func emptyLast() {
        var audit = Self.listening()
        _ = audit.receive(Self.sound(0, 1_400), at: .zero)
        var empty = Self.report(1, frames: 0)
        empty.hasSound = false
        let found = audit.receive(Self.report(0)) + audit.receive(empty) + audit.finish(at: Instant(seconds: 9))
        #expect(found.isEmpty)
    }

    @Test("N17, N22 a chunk of sound without frames is found as such, and not by its length")
    func alone() {
        let (found, figures) = Self.judged([1_000, 700, 1_000], frames: [30, 0, 30])
        #expect(found.map(\.kind) == [.onlySound] && found.first?.amount == .milliseconds(700))
        #expect(found.first?.shortWords.hasPrefix("no frames of chunk ") == true)
        #expect(figures.soundsAlone == 1 && figures.sounds?.apart ?? .zero < .milliseconds(1))
    }

    @Test("guesses that were shown are frames: a chunk is judged by the length that they give it")
    func guessed() {
        func found(_ milliseconds: Int64) -> [AuditFinding.Kind] {
            var audit = Self.listening()
            _ = audit.receive(Self.sound(0, milliseconds), at: .zero)
            var report = Self.report(0, frames: 63)
            (report.announced, report.guessed) = (nil, 48)
            return (audit.receive(report) + audit.finish(at: Instant(seconds: 9))).map(\.kind)
        }
        #expect(found(2_100) == [] && found(1_000) == [.length])
    }

    @Test("a chunk that was cut off has no length of its own, and makes the one before it any but the last")
    func cutOff() {
        var audit = Self.listening()
        for chunk in 0..<2 { _ = audit.receive(Self.sound(chunk, 1_400), at: .zero) }
        var cut = Self.report(1)
        cut.end = .cut
        let found = audit.receive(Self.report(0)) + audit.receive(cut) + audit.finish(at: Instant(seconds: 9))
        #expect(found.map(\.kind) == [.length] && found.first?.chunk == 0 && audit.figures.chunks == 1)
    }

    @Test("N25 sounds that are none, or need another one's header, are found")
    func broken() {
        var audit = Audit()
        audit.hearsSounds = true
        let found = [
            audit.receive(JudgedSound(chunk: 0, generation: 0, .failed("no bytes")), at: .zero),
            audit.receive(
                JudgedSound(chunk: 1, generation: 0, .sound(.milliseconds(5), isContinued: true)), at: .zero),
            audit.receive(Self.sound(2, 5), at: .zero),
        ]
        #expect(found.map { $0?.kind } == [.soundFailed, .headerless, nil])
        #expect(found[0]?.found == "none: no bytes")
        #expect(audit.figures.sounds?.decoded == 2 && audit.figures.sounds?.failed == 1)
        // What decoding has said the engine hears and notes once more.
        #expect(audit.receive(Note(time: .zero, code: .audioFailed, text: "")) == nil)
        #expect(audit.receive(Self.heardFailed, by: PlaybackEngine()).isEmpty)
    }

    private static let heardFailed = Event(.zero, .local(.soundFailed(chunk: 0, 0, reason: "no bytes")))

    @Test("sound that nobody decodes is not judged, and what the engine hears of it is a finding, in the same words")
    func unjudged() {
        var audit = Audit()
        #expect(audit.figures.sounds == nil)
        let heard = audit.receive(Self.heardFailed, by: PlaybackEngine())
        #expect(audit.receive(Note(time: .zero, code: .audioFailed, text: "")) == nil)
        var judging = Self.listening()
        let judged = judging.receive(JudgedSound(chunk: 0, generation: 0, .failed("no bytes")), at: .zero)
        #expect(heard.count == 1 && heard.first == judged && judged?.chunk == 0)
    }
}
