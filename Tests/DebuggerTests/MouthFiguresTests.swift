import Events
import Testing

@testable import Debugger
@testable import Sessions

private let period = TimeSpan(microseconds: 33_333)

@Suite struct MouthFiguresTests {

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
                chunk: 0, shown: .zero, period: period, mouths: mouths,
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

    private func mouthFindings(_ names: [String], levels: [Float]? = nil, limits: LipThresholds = LipThresholds())
        -> [AuditFinding]
    {
        let count = names.count * 10 / 3
        let track = LipTrack(
            chunk: 7, shown: Instant(seconds: 20), ordinal: 100, period: period, mouths: frames(names),
            levels: levels ?? [Float](repeating: 0.5, count: count))
        return measured([track]).findings(beyond: limits).filter { $0.kind == .mouth }
    }

    /// A mouth that moves as in speech.
    private func talking(_ frames: Int) -> [String] { (0..<frames).map { [shut, half, open, half][$0 / 2 % 4] } }

    @Test("a-mouth-shut: a mouth that stays shut in 1.5 s of loud speech and more is found, at the limit it is not")
    func shutInSpeech() throws {
        // 45 frames are 1.5 s, less a rounding.
        #expect(mouthFindings(talking(30) + frames(shut, 44) + [open] + talking(30)).isEmpty)
        let findings = mouthFindings(talking(30) + frames(shut, 48) + [open] + talking(30))
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.chunk == 7 && (128...131).contains(finding.frame ?? 0))
        #expect(finding.found.hasPrefix("mouth stays shut during 1.6"))
        // Silence does not count, nor noise 25 dB below the voice.
        var levels = [Float](repeating: 0.9, count: 500)
        for hop in 100..<400 { levels[hop] = 0.45 }
        #expect(mouthFindings(talking(32) + frames(shut, 84) + talking(32), levels: levels).isEmpty)
    }

    @Test("a mouth that stands open in one shape through speech does not move, whatever the face around it does")
    func stillInSpeech() throws {
        let finding = try #require(mouthFindings(talking(30) + frames(half, 60)).first)
        #expect(finding.found.hasPrefix("mouth does not move during 2.0"))
        // Without names by the picture alone.
        let (one, other) = (ContentHash(words: (1, 1, 1, 1)), ContentHash(words: (2, 2, 2, 2)))
        let unnamed = [one, other].map { last in
            measured([
                LipTrack(
                    chunk: 0, shown: .zero, period: period,
                    mouths: (0..<60).map { Mouth(openness: 0.1, isNamed: false, picture: $0 % 2 == 0 ? one : last) },
                    levels: [Float](repeating: 0.5, count: 200))
            ]).findings(beyond: LipThresholds())
        }
        #expect(unnamed.map(\.count) == [1, 0])
    }

    /// A second and a half of speech, as much silence, as much speech.
    private var pause: [Float] {
        [Float](repeating: 0.7, count: 150) + [Float](repeating: 0, count: 150) + [Float](repeating: 0.7, count: 150)
    }

    @Test("a-ok-mouth-closed-in-pauses: a mouth that talks in speech and stays shut in six pauses is no finding")
    func shutInPauses() {
        let second = talking(30) + frames(shut, 30)
        let levels = [Float](repeating: 0.7, count: 100) + [Float](repeating: 0, count: 100)
        let six = (0..<6).map { _ in levels }.flatMap { $0 }
        #expect(mouthFindings((0..<6).flatMap { _ in second }, levels: six).isEmpty)
        // The same pauses with a mouth that stands open are six findings.
        let open = talking(30) + frames(open, 30)
        #expect(mouthFindings((0..<6).flatMap { _ in open }, levels: six).count == 6)
    }

    @Test("a-mouth-open-in-silence: a mouth half open for more than half a second of silence is found")
    func openInSilence() throws {
        let ends = (talking(45), talking(45))
        #expect(mouthFindings(ends.0 + frames(shut, 45) + ends.1, levels: pause).isEmpty)
        #expect(mouthFindings(ends.0 + frames(half, 45) + ends.1, levels: pause).isEmpty)
        let short = frames(shut, 8) + frames(open, 14) + frames(shut, 23)
        #expect(mouthFindings(ends.0 + short + ends.1, levels: pause).isEmpty)
        let long = frames(shut, 8) + frames(open, 17) + frames(shut, 20)
        let finding = try #require(mouthFindings(ends.0 + long + ends.1, levels: pause).first)
        #expect(finding.found == "mouth stays open during 0.566 s of silence" && finding.frame == 153)
    }

    @Test("a-mouth-moves-in-silence: a mouth may open once in a silence; one that opens again and again is found")
    func movesInSilence() throws {
        let ends = (talking(45), talking(45))
        let once = frames(shut, 15) + frames(half, 10) + frames(shut, 20)
        #expect(mouthFindings(ends.0 + once + ends.1, levels: pause).isEmpty)
        let talks = (0..<45).map { [shut, half, open, half][$0 / 3 % 4] }
        let findings = mouthFindings(ends.0 + talks + ends.1, levels: pause)
        #expect(findings.contains { $0.found.hasPrefix("mouth opens 4 times in 1.1") }, "\(findings)")
        var limits = LipThresholds()
        limits.openingsInSilence = 3
        #expect(mouthFindings(ends.0 + talks + ends.1, levels: pause, limits: limits).isEmpty)
        // Sound that was never there is no silence between words.
        #expect(mouthFindings(ends.0 + talks + ends.1, levels: pause.map { _ in 0 }).isEmpty)
    }

    @Test("a-mouth-trembles: a mouth that opens and shuts in turn for more than eight frames is found")
    func trembles() throws {
        let tremor = { (changes: Int) in (0...changes).map { $0 % 2 == 0 ? self.shut : self.open } }
        #expect(mouthFindings(talking(30) + frames(shut, 2) + tremor(8) + frames(shut, 2)).isEmpty)
        let findings = mouthFindings(frames(shut, 10) + tremor(9) + frames(open, 5))
        #expect(findings.map(\.found) == ["mouth opens or shuts at each of 9 frames, 0.299 s"])
    }

    private func frames(_ name: String, _ count: Int) -> [String] { [String](repeating: name, count: count) }

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
