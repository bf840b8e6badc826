import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

/// A mouth that opens and closes some four times a second, from a seed, and the sound that goes with it at a known lag.
private struct Talk {
    private let waves: [(rate: Double, phase: Double)]
    private var chance: SplitMix64
    static let period = TimeSpan(microseconds: 33_333)

    init(seed: UInt64) {
        chance = SplitMix64(seed: seed)
        var waves: [(Double, Double)] = []
        for _ in 0..<12 { waves.append((8 + Double(chance.below(2_000)) / 100, Double(chance.below(628)) / 100)) }
        self.waves = waves
    }

    private func openness(at seconds: Double) -> Double {
        let sum = waves.reduce(0) { $0 + Self.sine($1.rate * seconds + $1.phase) }
        return min(max(0.5 + sum / 10, 0), 1)
    }

    /// Good to 1e-4, of a number of any size.
    private static func sine(_ x: Double) -> Double {
        var y = x - (x / (2 * .pi)).rounded() * 2 * .pi
        if y > .pi / 2 { y = .pi - y }
        if y < -.pi / 2 { y = -.pi - y }
        let square = y * y
        return y * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    }

    /// Chunks of `seconds` in all, two seconds each, the mouth `lag` seconds ahead of the sound.
    mutating func tracks(
        _ seconds: Double, lag: Double, noise: Double = 0, gain: Double = 1, from start: Double = 0,
        generation: Int = 0, chunk first: Int = 0
    ) -> [LipTrack] {
        let frames = 60
        return (0..<Int(seconds / 2)).map { number in
            let begin = start + Double(number * frames) * Self.period.seconds
            let mouths = (0..<frames).map { frame in
                Mouth(openness: Float(openness(at: begin + (Double(frame) + 0.5) * Self.period.seconds)))
            }
            let levels = (0..<200).map { hop in
                let level = openness(at: begin + (Double(hop) + 0.5) * 0.01 - lag)
                return Float(0.1 + gain * 0.6 * level + noise * (Double(chance.below(2_000)) / 1_000 - 1))
            }
            return LipTrack(
                generation: generation, chunk: first + number, shown: Instant(seconds: 10 + begin),
                ordinal: 300 + Int((begin / Self.period.seconds).rounded()), period: Self.period, mouths: mouths,
                levels: levels)
        }
    }
}

func measured(_ tracks: [LipTrack]) -> LipFigures {
    var lag = LipLag()
    for track in tracks { lag.receive(track) }
    return lag.finish()
}

/// What is found of the lag, whatever mouths do besides.
private func lipFindings(_ figures: LipFigures, beyond lag: TimeSpan = LipThresholds().lag) -> [AuditFinding] {
    var limits = LipThresholds()
    limits.lag = lag
    return figures.findings(beyond: limits).filter { $0.kind == .lips }
}

@Suite struct LipLagTests {
    @Test(
        "a lag comes back exactly, positive where the lips are ahead, also between hops",
        arguments: [0, 33.3, -33.3, 47.5, 100, -123.4, 200, -300, 452, 667, -1_000, 2_500, -4_000])
    func exact(milliseconds: Double) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var talk = Talk(seed: seed)
            let figures = measured(talk.tracks(24, lag: milliseconds / 1_000))
            let peak = try #require(figures.peak)
            #expect(abs(peak.lag.milliseconds - milliseconds) < 3, "seed \(seed): \(peak)")
            #expect(peak.correlation > 0.9 && !peak.isAtEdge && figures.notJudged == nil)
            #expect(peak.second < peak.correlation * 0.65 && peak.width < .milliseconds(300))
            let lags = figures.stretches.compactMap { $0.peak?.lag.milliseconds }
            #expect(!lags.isEmpty && lags.allSatisfy { abs($0 - milliseconds) < 10 }, "seed \(seed): \(lags)")
        }
    }

    @Test(
        "a-lips-late-200ms, a-lips-late-667ms, a-lips-early-1s, a-lips-late-4s, a-ok-lips-fit: the finding says which way, and how far",
        arguments: [
            (16, -200, "behind"), (16, -667, "behind"), (16, 1_000, "ahead"), (24, -4_000, "behind"), (16, 0, nil),
        ] as [(Double, Double, String?)])
    func found(seconds: Double, milliseconds: Double, side: String?) {
        for seed in 1...3 as ClosedRange<UInt64> {
            var talk = Talk(seed: seed)
            let figures = measured(talk.tracks(seconds, lag: milliseconds / 1_000))
            #expect(figures.notJudged == nil)
            let findings = lipFindings(figures)
            guard let side else {
                #expect(findings.isEmpty, "seed \(seed): \(findings)")
                continue
            }
            #expect(!findings.isEmpty, "seed \(seed): \(figures)")
            for finding in findings {
                #expect(finding.found.hasPrefix("lips ") && finding.found.contains(" ms \(side)"), "\(finding.found)")
                #expect(finding.amount.map { abs($0.milliseconds - milliseconds) < 10 } == true, "\(finding)")
            }
        }
    }

    @Test("noise and loudness leave the lag as it is", arguments: [(0.3, 1.0), (0.0, 0.1), (0.05, 0.2)])
    func noise(amount: Double, gain: Double) throws {
        var talk = Talk(seed: 7)
        let peak = try #require(measured(talk.tracks(40, lag: 0.15, noise: amount, gain: gain)).peak)
        #expect(abs(peak.lag.milliseconds - 150) < 12, "\(peak)")
        #expect(peak.correlation < 1)
    }

    @Test("silence, short speech, mouths of which nothing is known and mouths of another talk are not judged")
    func notJudged() {
        var talk = Talk(seed: 1)
        let tracks = talk.tracks(24, lag: 0)
        #expect(measured([]).notJudged == .noSound)
        #expect(measured(tracks.map { changed($0) { $0.levels = [] } }).notJudged == .noSound)
        #expect(
            measured(tracks.map { changed($0) { $0.mouths = $0.mouths.map { _ in Mouth() } } }).notJudged == .noMouth)
        let silent = measured(tracks.map { changed($0) { $0.levels = $0.levels.map { _ in 0 } } })
        #expect(silent.notJudged == .tooShort(speech: .zero) && silent.peak == nil)
        let short = measured(talk.tracks(4, lag: 0.3))
        guard case .tooShort(let speech) = short.notJudged else { return #expect(Bool(false), "\(short)") }
        #expect(speech.seconds > 3 && short.peak == nil && short.worst == nil && short.stretches == [])
        var chance = SplitMix64(seed: 4)
        let foreign = tracks.map { track in
            changed(track) {
                $0.levels = $0.levels.map { _ in Float(200 + chance.below(600)) / 1_000 }
                $0.articulation = $0.levels
            }
        }
        let unrelated = measured(foreign)
        #expect(unrelated.notJudged != nil && unrelated.peak == nil)
        #expect(unrelated.stretches.allSatisfy { $0.peak == nil } && unrelated.worst == nil)
    }

    @Test("speech that repeats itself fits its own repetitions: which of them is meant is not judged")
    func repeated() {
        // Five syllables a second, each like the others.
        let tracks = (0..<24).map { chunk in
            LipTrack(
                generation: 0, chunk: chunk, shown: Instant(seconds: Double(chunk * 2)), ordinal: chunk * 60,
                period: Talk.period,
                mouths: (0..<60).map { Mouth(openness: $0 % 6 < 2 ? 1 : 0) },
                levels: (0..<200).map { hop in (hop * 3 / 10) % 6 < 2 ? 0.9 : 0.2 })
        }
        let figures = measured(tracks)
        #expect(figures.notJudged == .repeated && figures.peak == nil && figures.worst == nil)
        #expect(lipFindings(figures, beyond: .zero).isEmpty && figures.stretches.allSatisfy { $0.peak == nil })
    }

    private func changed(_ track: LipTrack, _ change: (inout LipTrack) -> Void) -> LipTrack {
        var track = track
        change(&track)
        return track
    }

    @Test("where the lag changes a new stretch begins, and the finding is there and nowhere else")
    func change() throws {
        var talk = Talk(seed: 5)
        let good = talk.tracks(60, lag: 0)
        let bad = talk.tracks(60, lag: -0.2, from: 60, chunk: 30)
        let figures = measured(good + bad)
        let lags = figures.stretches.compactMap { $0.peak?.lag.milliseconds }
        let (first, last) = (try #require(lags.first), try #require(lags.last))
        // A window over the change may be off by a frame.
        #expect(abs(first) < 5 && abs(last + 200) < 34)
        let findings = lipFindings(figures)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.kind == .lips)
        #expect((54...75).contains(finding.time.seconds - 10), "\(finding.time)")
        #expect(finding.frame.map { (300 + 55 * 30...300 + 75 * 30).contains($0) } == true)
        #expect(finding.found.contains(" ms behind at the worst place, r = "))
        #expect(figures.worst.map { abs($0.lag.milliseconds + 200) < 34 } == true)
        #expect(lipFindings(figures, beyond: .milliseconds(250)).isEmpty)
    }

    @Test("a window without any lag that comes first is the worst one until one is worse")
    func noLag() throws {
        // Mouth and sound alike in each hop, and symmetric: the best shift is none, exactly.
        var levels = [Float](repeating: 0.2, count: 1_200)
        var chance = SplitMix64(seed: 11)
        var place = 0
        while place < levels.count {
            let end = min(place + 3 + Int(chance.below(9)), levels.count)
            let level = Float(2 + chance.below(7)) / 10
            for hop in place..<end { levels[hop] = level }
            place = end
        }
        let tracks = (0..<6).map { chunk in
            let part = Array(levels[chunk * 200..<chunk * 200 + 200])
            return LipTrack(
                generation: 0, chunk: chunk, shown: Instant(seconds: Double(chunk * 2)), ordinal: chunk * 200,
                period: LipTrack.hop, mouths: part.map { Mouth(openness: $0) }, levels: part)
        }
        let figures = measured(tracks)
        let lag = try #require(figures.peak?.lag)
        #expect(lag.magnitude <= TimeSpan(microseconds: 100) && figures.stretches.count == 1)
        #expect(figures.worst != nil)
    }

    @Test("one message is not compared with the next, and short ones count together")
    func messages() throws {
        var talk = Talk(seed: 3)
        let tracks = (0..<8).flatMap { number in
            talk.tracks(4, lag: 0.1, from: Double(number * 50), generation: number)
        }
        let peak = try #require(measured(tracks).peak)
        #expect(abs(peak.lag.milliseconds - 100) < 3 && peak.correlation > 0.9)
    }

    // MARK: Chunks and messages

    @Test(
        "a-lips-one-chunk: one chunk of ten whose mouths are 200 ms off is found, and named with its lag",
        arguments: [-0.2, 0.2, 0.6])
    func oneChunk(lag: Double) throws {
        for seed in [4, 8, 9, 11] as [UInt64] {
            var (talk, shifted) = (Talk(seed: seed), Talk(seed: seed))
            var tracks = talk.tracks(20, lag: 0)
            tracks[4] = shifted.tracks(20, lag: lag)[4]
            let figures = measured(tracks)
            #expect(figures.peak.map { abs($0.lag.milliseconds) < 10 } == true)
            #expect(figures.pieces.count == 10 && figures.pieces.count { $0.verdict == .apart } == 1)
            let findings = lipFindings(figures)
            let finding = try #require(findings.first, "seed \(seed)")
            #expect(findings.count == 1 && finding.chunk == 4 && finding.time == tracks[4].shown)
            #expect(finding.amount.map { abs($0.milliseconds - lag * 1_000) < 34 } == true, "\(finding.found)")
            #expect(finding.found.contains(" in chunk 4, unlike the rest, r = 0."))
        }
    }

    @Test(
        "chunks that are in time, short ones together, are steady; a chunk of silence and a message of a second are unsure"
    )
    func steady() {
        var talk = Talk(seed: 8)
        #expect(measured(talk.tracks(24, lag: 0.03)).pieces.allSatisfy { $0.verdict == .steady })
        var tracks = talk.tracks(24, lag: 0)
        tracks[5].levels = tracks[5].levels.map { _ in 0 }
        tracks[5].articulation = tracks[5].levels
        #expect(measured(tracks).pieces[5].verdict == .unsure)
        let short = measured(talk.tracks(2, lag: 0))
        #expect(short.pieces.map(\.verdict) == [.unsure] && short.pieces[0].peak == nil)
    }

    @Test("each message has a lag of its own; one of less than six seconds of speech has none")
    func messageLags() {
        var talk = Talk(seed: 5)
        let figures = measured(
            talk.tracks(12, lag: 0) + talk.tracks(12, lag: 0.2, from: 50, generation: 1)
                + talk.tracks(4, lag: 0, from: 90, generation: 2))
        let lags = figures.messages.map { $0.peak.map { Int($0.lag.milliseconds.rounded()) } }
        #expect(lags.count == 3 && abs(lags[0] ?? 99) < 5 && abs((lags[1] ?? 0) - 200) < 5 && lags[2] == nil)
    }

    @Test(
        "a-lips-other-speech: mouths of another speech that move as much as the sound are a finding; fewer than 12 s are not judged"
    )
    func otherSpeech() {
        for seed in 1...6 as ClosedRange<UInt64> {
            var (talk, other) = (Talk(seed: seed), Talk(seed: seed + 100))
            let mouths = other.tracks(30, lag: 0)
            let tracks = zip(talk.tracks(30, lag: 0), mouths).map { track, other in
                changed(track) { $0.mouths = other.mouths }
            }
            let figures = measured(tracks)
            #expect(
                figures.peak == nil && figures.unrelated.count == 1, "seed \(seed): \(figures.correlations.max() ?? 0)")
            let findings = lipFindings(figures)
            #expect(findings.count == 1 && findings[0].found.contains("fit at no lag within 5.000 s, r = 0."))
            #expect(measured(Array(tracks.prefix(5))).unrelated.isEmpty)
            let unnamed = tracks.map { track in
                changed(track) { $0.mouths = $0.mouths.map { Mouth(openness: $0.openness, isNamed: false) } }
            }
            #expect(measured(unnamed).unrelated.isEmpty)
        }
    }

    @Test("memory does not grow with the length of the run")
    func bounded() {
        var (lag, talk) = (LipLag(), Talk(seed: 2))
        let tracks = talk.tracks(10, lag: 0)
        for _ in 0..<70 { for track in tracks { lag.receive(track) } }
        #expect(lag.message.hopCount < 30_200 && lag.blocks.count <= 40)
    }
}
