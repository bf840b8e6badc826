import Events
import Support
import Testing

@testable import Debugger

/// A mouth that opens and closes some four times a second, from a seed, and the sound that goes with it at a known lag.
private struct Talk {
    private let waves: [(rate: Double, phase: Double)]
    private var chance: SplitMix64
    static let period = Span(microseconds: 33_333)

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

private func measured(_ tracks: [LipTrack]) -> LipFigures {
    var lag = LipLag()
    for track in tracks { lag.receive(track) }
    return lag.finish()
}

@Suite struct LipLagTests {
    @Test(
        "a lag comes back exactly, positive where the lips are ahead, also between hops",
        arguments: [0, 33.3, -33.3, 47.5, 100, -123.4, 200, -300, 452])
    func exact(milliseconds: Double) throws {
        for seed in 1...3 as ClosedRange<UInt64> {
            var talk = Talk(seed: seed)
            let figures = measured(talk.tracks(24, lag: milliseconds / 1_000))
            let peak = try #require(figures.peak)
            #expect(abs(peak.lag.milliseconds - milliseconds) < 3, "seed \(seed): \(peak)")
            #expect(peak.correlation > 0.9 && !peak.isAtEdge && figures.notJudged == nil)
            #expect(figures.stretches.count == 1)
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
        let short = measured(talk.tracks(8, lag: 0.3))
        guard case .tooShort(let speech) = short.notJudged else { return #expect(Bool(false), "\(short)") }
        #expect(speech.seconds > 7 && short.peak == nil && short.worst == nil && short.stretches == [])
        var chance = SplitMix64(seed: 4)
        let foreign = tracks.map { track in
            changed(track) { $0.levels = $0.levels.map { _ in Float(200 + chance.below(600)) / 1_000 } }
        }
        let unrelated = measured(foreign)
        guard case .unrelated(let r) = unrelated.notJudged else { return #expect(Bool(false), "\(unrelated)") }
        #expect(r < 0.3 && unrelated.peak == nil && unrelated.findings(beyond: .zero).isEmpty)
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
        #expect(figures.findings(beyond: .zero).isEmpty && figures.stretches.allSatisfy { $0.peak == nil })
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
        let findings = figures.findings(beyond: LipFigures.usualLimit)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.kind == .lips)
        #expect((54...75).contains(finding.time.seconds - 10), "\(finding.time)")
        #expect(finding.frame.map { (300 + 55 * 30...300 + 75 * 30).contains($0) } == true)
        #expect(finding.found.contains(" ms behind where they are furthest off, r = "))
        #expect(figures.worst.map { abs($0.lag.milliseconds + 200) < 34 } == true)
        #expect(figures.findings(beyond: .milliseconds(250)).isEmpty)
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
        #expect(lag.magnitude <= Span(microseconds: 1) && figures.stretches.count == 1)
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

    @Test("memory does not grow with the length of the run")
    func bounded() {
        var (lag, talk) = (LipLag(), Talk(seed: 2))
        let tracks = talk.tracks(10, lag: 0)
        for _ in 0..<40 { for track in tracks { lag.receive(track) } }
        #expect(lag.mouths.count <= ShiftSums.reach && lag.blocks.count <= 120)
    }

    // MARK: Mouths by themselves

    private func frames(_ names: [String], closure: [Int] = []) -> [Mouth] {
        names.enumerated().map { place, name in
            Mouth(
                openness: MouthName.openness(ofSheet: name) ?? .nan, shape: name, isClosure: closure.contains(place))
        }
    }

    private func figures(_ mouths: [Mouth], levels: [Float]? = nil) -> MouthFigures {
        let count = mouths.count * 10 / 3
        return measured([
            LipTrack(
                chunk: 0, shown: .zero, period: Talk.period, mouths: mouths,
                levels: levels ?? [Float](repeating: 0.5, count: count))
        ]).mouths
    }

    private let open = "J4_X3_M1.webp"
    private let shut = "J0_X3_M3.webp"
    private let half = "J2_X3_M0.webp"

    @Test("shapes are counted, and those that stand for one frame")
    func shapes() {
        let found = figures(frames([open, open, shut, half, half, half, open, open]))
        #expect(found.shapes == 4 && found.shortShapes == 1)
        #expect(abs((found.shapesPerSecond ?? 0) - 15) < 0.01)
        #expect(figures(frames([open, open, half, half])).shortShapes == 0)
        #expect(figures([Mouth(openness: 0.5), Mouth(openness: 0.2)]).shapesPerSecond == nil)
    }

    @Test("p, b and m at which the lips do not touch are missed closures")
    func closures() {
        let good = figures(frames([open, shut, open, half, shut], closure: [1, 3]))
        #expect(good.closures == 2 && good.missedClosures == 0)
        let bad = figures(frames([open, half, open, open, shut], closure: [1, 4]))
        #expect(bad.closures == 2 && bad.missedClosures == 1)
        #expect(figures([Mouth(isClosure: true)]).closures == 0)
    }

    @Test("a mouth that moves where nobody speaks is counted, one that rests or ends a word is not")
    func silence() {
        let levels =
            [Float](repeating: 0.7, count: 50) + [Float](repeating: 0, count: 100)
            + [Float](repeating: 0.7, count: 50)
        let names = (0..<60).map { $0 < 16 || $0 > 43 ? ($0 % 2 == 0 ? open : half) : shut }
        let rests = figures(frames(names), levels: levels)
        #expect(rests.movesInSilence == 0 && abs(rests.silence.seconds - 0.7) < 0.07)
        var moving = names
        moving[30] = open
        #expect(figures(frames(moving), levels: levels).movesInSilence == 2)
        var ending = names
        ending[17] = open
        #expect(figures(frames(ending), levels: levels).movesInSilence == 0)
    }

    @Test("names of sheets and visemes say how far a mouth is open; others say nothing")
    func names() {
        #expect(MouthName.openness(ofSheet: "J0_X3_M3.webp") == 0 && MouthName.openness(ofSheet: "J5_X0_M5") == 1)
        for name in ["", "J6_X0_M0.webp", "J1_X2.webp", "J1_X2_M3b.webp", "mouth_3.png", "J1-X2-M3.webp", "J1_X2_M"] {
            #expect(MouthName.openness(ofSheet: name) == nil, "\(name)")
        }
        #expect(MouthName.openness(ofViseme: "aah") == 1 && MouthName.openness(ofViseme: "PP") == 0)
        #expect(MouthName.openness(ofViseme: "17") == nil)
        #expect(MouthName.isClosure(viseme: "m", character: nil) && MouthName.isClosure(viseme: nil, character: "b"))
        #expect(!MouthName.isClosure(viseme: "ah", character: "b") && !MouthName.isClosure(viseme: nil, character: nil))
    }
}
