import Events
import Support
import Testing

@testable import Debugger
@testable import Engine
@testable import Sessions

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
        #expect(audit.receiveEvent(Event(.zero, .local(.ticked)), by: PlaybackEngine(settings: settings)).isEmpty)
        return audit
    }

    private static func judged(_ lengths: [Int64], frames: [Int], rate: Int = 30) -> (
        found: [AuditFinding], figures: AuditFigures
    ) {
        var audit = listening(rate)
        var findings: [AuditFinding] = []
        for (chunk, length) in lengths.enumerated() {
            findings += [audit.receiveSound(sound(chunk, length), at: .zero)].compactMap { $0 }
        }
        for (chunk, count) in frames.enumerated() { findings += audit.receiveReport(report(chunk, frames: count)) }
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
        let padding = ", plus 500 ms of padding after the last chunk"
        #expect(
            found.map(\.expected)
                == expected.map { chunk in
                    "at most 84 ms of difference in chunk \(chunk)" + (chunk == frames.count - 1 ? padding : "")
                })
    }

    /// Chunks of one message, each `count` times.
    private static func sums(
        _ count: Int, frames: Int, milliseconds: Int64, rate: Int = 30, sampled: Int? = nil, quietEnd: Int64 = 0
    ) -> [AuditFinding] {
        var audit = listening(rate)
        var findings: [AuditFinding] = []
        for chunk in 0..<count {
            let sound = JudgedSound(
                chunk: chunk, generation: 0, .sound(.milliseconds(milliseconds), isContinued: false), rate: sampled,
                quiet: (.zero, .milliseconds(quietEnd)))
            findings += [audit.receiveSound(sound, at: .zero)].compactMap { $0 }
        }
        for chunk in 0..<count {
            var report = report(chunk, frames: frames)
            report.started = Instant(seconds: 1) + .milliseconds(Int64(frames * 1_000 / rate)) * Int64(chunk)
            findings += audit.receiveReport(report)
        }
        return findings + audit.finish(at: Instant(seconds: 999))
    }

    @Test(
        "a-hole, a-short: holes in speech below the limit of each chunk are added up, and silence at a sound's end is none",
        arguments: [
            (500, 1, 20, 0, true), (20, 15, 420, 0, true), (20, 15, 420, 60, false), (20, 30, 964, 0, false),
            (20, 30, 963, 0, true), (3, 15, 420, 0, false), (4, 15, 420, 0, true),
        ] as [(Int, Int, Int64, Int64, Bool)])
    func holes(count: Int, frames: Int, sound: Int64, quietEnd: Int64, isFound: Bool) {
        let found = Self.sums(count, frames: frames, milliseconds: sound, quietEnd: quietEnd)
        #expect(found.map(\.kind) == (isFound ? [.speechHoles] : []))
    }

    @Test("a-hole-13ms-each: the finding says how much of the speech is silent, and how long each hole is")
    func holeWords() {
        let found = Self.sums(500, frames: 1, milliseconds: 20)
        #expect(found.first?.amount.map { $0 > .milliseconds(6_640) && $0 < .milliseconds(6_670) } == true)
        #expect(found.first?.found.contains("(40 %): holes of 13.3 ms after 499 chunks") == true)
    }

    @Test(
        "a-long: speech cut off at the ends of chunks is added up, the last chunk's too, and silence is no speech",
        arguments: [
            (20, 580, 0, true), (20, 580, 90, false), (20, 517, 0, false), (20, 519, 0, true), (2, 580, 0, false),
        ]
            as [(Int, Int64, Int64, Bool)])
    func cutSpeech(count: Int, sound: Int64, quietEnd: Int64, isFound: Bool) {
        let found = Self.sums(count, frames: 15, milliseconds: sound, quietEnd: quietEnd)
        #expect(found.map(\.kind) == (isFound ? [.speechCut] : []))
    }

    @Test(
        "a-made-25-played-30, a-rate-announced-wrong: one rate that explains all chunks is named, with what comes of it",
        arguments: [
            (12, 10, 400, 30, 24_000, "frames fit 25 frames a second, played at 30: "),
            (12, 12, 400, 25, 24_000, "frames fit 30 frames a second, played at 25: "),
            (12, 24, 1_000, 25, 24_000, "frames fit 24 frames a second, played at 25: "),
            (20, 24, 735, 30, 24_000, "sound fits 22050 Hz, announced as 24000 Hz and heard 8.8 % too fast: "),
            (12, 12, 400, 30, 24_000, nil), (5, 90, 3_003, 30, 24_000, nil), (12, 13, 405, 30, 24_000, nil),
        ] as [(Int, Int, Int64, Int, Int, String?)])
    func rates(count: Int, frames: Int, sound: Int64, rate: Int, sampled: Int, cause: String?) {
        let found = Self.sums(count, frames: frames, milliseconds: sound, rate: rate, sampled: sampled)
            .filter { $0.kind != .length && $0.kind != .speechHoles }
        #expect(found.map(\.kind) == (cause == nil ? [] : [.rate]))
        #expect(cause.map { found.first?.found.hasPrefix($0) == true } != false)
    }

    @Test(
        "a-ok-one-chunk-20ms-short, a-ok-made-29.97, a-ok-25-said-so: chunks that fit, or nearly so, are no fault",
        arguments: [
            ([1_000, 1_000, 1_000, 1_000, 980, 1_000, 1_000, 1_000, 1_000, 1_000], 30, 30, 20),
            ([3_003, 3_003, 3_003, 3_003, 3_003], 90, 30, 3), (Array(repeating: 400, count: 12), 10, 25, 0),
        ] as [([Int64], Int, Int, Int64)])
    func nearly(lengths: [Int64], frames: Int, rate: Int, apart: Int64) {
        var audit = Self.listening(rate)
        var findings: [AuditFinding] = []
        for (chunk, length) in lengths.enumerated() {
            let outcome = JudgedSound.Outcome.sound(.milliseconds(length), isContinued: false)
            let sound = JudgedSound(chunk: chunk, generation: 0, outcome, rate: 24_000)
            findings += [audit.receiveSound(sound, at: .zero)].compactMap { $0 }
        }
        for chunk in lengths.indices {
            var report = Self.report(chunk, frames: frames)
            report.started = Instant(seconds: 1) + .milliseconds(Int64(frames * 1_000 / rate)) * Int64(chunk)
            findings += audit.receiveReport(report)
        }
        #expect(findings + audit.finish(at: Instant(seconds: 99)) == [])
        #expect(audit.figures.chunks == lengths.count && audit.figures.sounds?.decoded == lengths.count)
        #expect(audit.figures.sounds?.apart.map { abs($0.milliseconds - Double(apart)) < 1 } == true)
    }

    @Test("a-one-long-chunk-25: chunks of 3 s whose frames last 2.5 s are found by themselves, with both lengths")
    func longChunks() {
        let (found, _) = Self.judged([3_000, 3_000, 3_000, 3_000], frames: [75, 75, 75, 75])
        // The last one has no more than it may have.
        let lengths = found.filter { $0.kind == .length }
        #expect(lengths.map(\.chunk) == [0, 1, 2])
        #expect(Set(lengths.map(\.found)) == ["3000 ms of sound, 2500 ms of frames"])
    }

    @Test("small faults of messages too short to be judged alone are added up over the run")
    func sumsOfRun() {
        var audit = Self.listening()
        var findings: [AuditFinding] = []
        for generation in 0..<6 {
            for chunk in 0..<2 {
                let sound = JudgedSound(
                    chunk: chunk, generation: Generation(generation), .sound(.milliseconds(420), isContinued: false))
                findings += [audit.receiveSound(sound, at: .zero)].compactMap { $0 }
            }
            for chunk in 0..<2 {
                findings += audit.receiveReport(Self.report(chunk, frames: 15, generation: Generation(generation)))
            }
        }
        #expect(findings.isEmpty)
        #expect(audit.finish(at: Instant(seconds: 9)).map(\.kind) == [.speechHoles])
    }

    @Test("N45 a sound that came and was dropped with the link is not held against the frames that came behind it")
    func dropped() {
        var audit = Self.listening()
        #expect(audit.receiveSound(Self.sound(0, 2_100), at: .zero) == nil)
        var report = Self.report(0, frames: 13)
        report.hasSound = false
        #expect(audit.receiveReport(report) + audit.finish(at: Instant(seconds: 9)) == [])
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
        _ = audit.receiveSound(Self.sound(0, 1_400), at: .zero)
        var empty = Self.report(1, frames: 0)
        empty.hasSound = false
        let found =
            audit.receiveReport(Self.report(0)) + audit.receiveReport(empty) + audit.finish(at: Instant(seconds: 9))
        #expect(found.isEmpty)
    }

    @Test("N17, N22 a chunk of sound without frames is found as such, and not by its length")
    func alone() {
        let (found, figures) = Self.judged([1_000, 700, 1_000], frames: [30, 0, 30])
        #expect(found.map(\.kind) == [.onlySound] && found.first?.amount == .milliseconds(700))
        #expect(found.first?.shortWords.hasSuffix(" has sound but no frames") == true)
        #expect(figures.soundsAlone == 1 && figures.sounds?.apart ?? .zero < .milliseconds(1))
    }

    @Test("guesses that were shown are frames: a chunk is judged by the length that they give it")
    func guessed() {
        func found(_ milliseconds: Int64) -> [AuditFinding.Kind] {
            var audit = Self.listening()
            _ = audit.receiveSound(Self.sound(0, milliseconds), at: .zero)
            var report = Self.report(0, frames: 63)
            (report.announced, report.guessed) = (nil, 48)
            return (audit.receiveReport(report) + audit.finish(at: Instant(seconds: 9))).map(\.kind)
        }
        #expect(found(2_100) == [] && found(1_000) == [.length])
    }

    @Test("a chunk that was cut off has no length of its own, and makes the one before it any but the last")
    func cutOff() {
        var audit = Self.listening()
        for chunk in 0..<2 { _ = audit.receiveSound(Self.sound(chunk, 1_400), at: .zero) }
        var cut = Self.report(1)
        cut.end = .cut
        let found =
            audit.receiveReport(Self.report(0)) + audit.receiveReport(cut) + audit.finish(at: Instant(seconds: 9))
        #expect(found.map(\.kind) == [.length] && found.first?.chunk == 0 && audit.figures.chunks == 1)
    }

    @Test("N25, b-ok-cut-named-headerless: sounds that are none, or need another one's header, are found")
    func broken() {
        var audit = Audit()
        audit.hearsSounds = true
        let found = [
            audit.receiveSound(JudgedSound(chunk: 0, generation: 0, .failed("no bytes")), at: .zero),
            audit.receiveSound(
                JudgedSound(chunk: 1, generation: 0, .sound(.milliseconds(5), isContinued: true)), at: .zero),
            audit.receiveSound(Self.sound(2, 5), at: .zero),
        ]
        #expect(found.map { $0?.kind } == [.soundFailed, .headerless, nil])
        #expect(found[0]?.found.hasSuffix(" cannot be decoded: no bytes") == true)
        #expect(audit.figures.sounds?.decoded == 2 && audit.figures.sounds?.failed == 1)
        // What decoding has said the engine hears and notes once more.
        #expect(audit.receiveNote(Note(time: .zero, code: .audioFailed, text: "")) == nil)
        #expect(audit.receiveEvent(Self.heardFailed, by: PlaybackEngine()).isEmpty)
    }

    @Test(
        "b-cut-mp3: what a sound lacks and the next chunk's goes on with is not missing; what nothing goes on with is")
    func pieces() {
        func judged(_ chunk: Int, isContinued: Bool, missing: Int, _ generation: Generation = 0) -> JudgedSound {
            let outcome = JudgedSound.Outcome.sound(
                .seconds(1), isContinued: isContinued, isTorn: isContinued, missingBytes: missing)
            return JudgedSound(chunk: chunk, generation: generation, outcome)
        }
        var audit = Self.listening()
        #expect(audit.receiveSound(judged(0, isContinued: false, missing: 200), at: .zero) == nil)
        let second = audit.receiveSound(judged(1, isContinued: true, missing: 100), at: .zero)
        #expect(second?.kind == .headerless && second?.found.contains("middle of a sample") == true)
        #expect(audit.receiveReport(Self.report(0)) == [])
        // The next one is a file of its own.
        #expect(audit.receiveSound(judged(2, isContinued: false, missing: 50), at: .zero) == nil)
        let found = audit.receiveReport(Self.report(2)) + audit.finish(at: Instant(seconds: 9))
        #expect(found.filter { $0.kind == .soundFailed }.map(\.chunk) == [1, 2])
        #expect(found.first?.found == "truncated: 100 of the announced bytes are missing")
        #expect(audit.figures.sounds?.failed == 2 && audit.figures.sounds?.headerless == 1)
    }

    @Test("b-wav-really-broken-off: what lacks its end is found when another message begins, too")
    func brokenOffBefore() {
        var audit = Self.listening()
        let outcome = JudgedSound.Outcome.sound(.seconds(1), isContinued: false, missingBytes: 200)
        #expect(audit.receiveSound(JudgedSound(chunk: 0, generation: 0, outcome), at: .zero) == nil)
        let next = JudgedSound(chunk: 0, generation: 1, .sound(.seconds(1), isContinued: false))
        #expect(audit.receiveSound(next, at: Instant(seconds: 3)) == nil)
        let found = audit.receiveReport(Self.report(0, generation: 1)) + audit.finish(at: Instant(seconds: 9))
        #expect(found.map(\.kind) == [.soundFailed] && found.first?.time == .zero)
    }

    @Test("b-wav-two-joined: what not every player can do with a sound is found, though it was decoded")
    func remark() {
        var audit = Self.listening()
        let outcome = JudgedSound.Outcome.sound(.seconds(1), isContinued: false, remark: "2 WAV files joined")
        let found = audit.receiveSound(JudgedSound(chunk: 0, generation: 0, outcome), at: .zero)
        #expect(found?.kind == .soundFailed && found?.found == "2 WAV files joined")
        #expect(audit.figures.sounds?.decoded == 1 && audit.figures.sounds?.failed == 1)
    }

    private static let heardFailed = Event(.zero, .local(.soundFailed(chunk: 0, 0, reason: "no bytes")))

    @Test("sound that nobody decodes is not judged, and what the engine hears of it is a finding, in the same words")
    func unjudged() {
        var audit = Audit()
        #expect(audit.figures.sounds == nil)
        let heard = audit.receiveEvent(Self.heardFailed, by: PlaybackEngine())
        #expect(audit.receiveNote(Note(time: .zero, code: .audioFailed, text: "")) == nil)
        var judging = Self.listening()
        let judged = judging.receiveSound(JudgedSound(chunk: 0, generation: 0, .failed("no bytes")), at: .zero)
        #expect(heard.count == 1 && heard.first == judged && judged?.chunk == 0)
    }
}
