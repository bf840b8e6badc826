import Events
import Support
import Testing

@testable import Speech

@Suite struct MouthTrackTests {
    private let shapes = Mira.shapes
    private let pressed = "J0_X3_M3"

    private func openness(_ track: MouthTrack, _ frame: Int) -> Double {
        shapes.all[track.frames[frame].shape].openness
    }

    @Test("the mouth of papa closes, opens wide, closes, opens wide and rests")
    func papa() {
        let track = Talk.track(("_", 200), ("p", 80), ("a", 180), ("p", 80), ("a", 180), ("_", 200))
        let sheets = Talk.sheets(track)
        #expect(sheets.first == "J0_X3_M0" && sheets.last == "J0_X3_M0")
        #expect(sheets.count { $0 == pressed } == 2 && sheets.count { $0 == "J5_X3_M1" } == 2, "\(sheets)")
        // No jump from pressed lips to the widest mouth: there is a way.
        for (a, b) in zip(track.frames, track.frames.dropFirst()) {
            #expect(abs(shapes.all[a.shape].openness - shapes.all[b.shape].openness) <= 0.85)
        }
    }

    @Test(
        "a mouth is on its way for 60 to 80 ms, and shapes between the two are seen",
        arguments: [("u", "i"), ("a", "i"), ("ə", "a"), ("a", "p"), ("s", "a"), ("a", "u"), ("p", "a"), ("a", "_")])
    func blending(first: String, second: String) {
        let targets = MouthTarget.targets(Talk.phonemes((first, 300), (second, 300)), duration: 0.6)
        var (between, earliest, latest) = (0, 0.0, 0.0)
        // As many places as a frame can have against the change.
        for shift in 0..<100 {
            let late = Double(shift) / 3_000
            let moved = targets.map { MouthTarget($0.viseme, start: $0.start + late, end: $0.end + late) }
            let frames = MouthBlend(moved, shapes).frames(18)
            for frame in 4..<15 where ![frames[4].shape, frames[14].shape].contains(frames[frame].shape) {
                between += 1
                let moment = (Double(frame) + 0.5) / 30 - 0.3 - late
                (earliest, latest) = (min(earliest, moment), max(latest, moment))
            }
        }
        #expect(earliest >= -0.04 && latest <= 0.04, "\(earliest) \(latest)")
        let seconds = Double(between) / 100 / 30
        #expect((0.02...0.08).contains(seconds), "\(seconds)")
    }

    @Test("two closures with a short vowel between them show the vowel", arguments: 0..<33)
    func shortVowel(shift: Int) {
        for vowel in stride(from: 40, through: 120, by: 10) {
            let track = Talk.track(("ə", 100 + shift), ("b", 17), ("a", vowel), ("b", 17), ("ə", 100))
            let sheets = Talk.sheets(track)
            let closed = sheets.indices.filter { sheets[$0] == pressed }
            #expect(closed.count == 2, "\(shift) \(vowel) \(sheets)")
            guard closed.count == 2 else { continue }
            #expect(sheets[closed[0]...closed[1]].contains { !["J0", "J1"].contains(String($0.prefix(2))) })
        }
    }

    @Test("a closure shorter than a frame is seen, wherever it falls", arguments: ["p", "b", "m", "f", "v"])
    func shortClosures(name: String) {
        for shift in 0..<67 {
            for length in [1, 5, 17, 33] {
                let track = Talk.track(("a", 100 + shift), (name, length), ("a", 150))
                let (start, end) = (Double(100 + shift) / 1_000, Double(100 + shift + length) / 1_000)
                let wanted = shapes.place(of: PhonemeTable.visemes(of: name)[0])
                let hits = track.frames.indices.filter { track.frames[$0].shape == wanted }
                #expect(
                    hits.contains { frame in
                        let middle = (Double(frame) + 0.5) / 30
                        return middle >= start - 1 / 60 && middle <= end + 1 / 60
                    }, "\(shift) \(length)")
            }
        }
    }

    @Test("p and f that follow each other are both seen")
    func affricate() {
        let sheets = Talk.sheets(Talk.track(("a", 100), ("pf", 70), ("a", 100)))
        let (p, f) = (sheets.firstIndex(of: pressed), sheets.firstIndex(of: "J1_X3_M4"))
        #expect(p != nil && f != nil && (p ?? 0) < (f ?? 0), "\(sheets)")
    }

    @Test("round vowels round the consonants before them")
    func coarticulation() {
        let spread = Talk.track(("i", 150), ("t", 60), ("i", 150))
        let round = Talk.track(("u", 150), ("t", 60), ("u", 150))
        func width(_ track: MouthTrack) -> Double {
            track.frames.filter { $0.viseme == .t }.map { shapes.all[$0.shape].width }.min() ?? 0
        }
        #expect(width(round) < width(spread) - 0.2)
    }

    @Test("a held open vowel opens widest, a short one does not")
    func heldVowel() {
        #expect(Talk.sheets(Talk.track(("ɑː", 250))).contains("J5_X3_M1"))
        #expect(!Talk.sheets(Talk.track(("ɑː", 120))).contains("J5_X3_M1"))
    }

    @Test("a short pause inside of speech does not let the mouth rest, a long one does")
    func pauses() {
        let rest = "J0_X3_M0"
        #expect(!Talk.sheets(Talk.track(("a", 150), ("_", 60), ("i", 150))).dropFirst().dropLast().contains(rest))
        #expect(Talk.sheets(Talk.track(("a", 150), ("_", 200), ("i", 150))).contains(rest))
    }

    @Test("an utterance has a frame for each thirtieth of a second that it touches")
    func counts() {
        #expect(MouthTrack.frameCount(.zero) == 0)
        #expect(MouthTrack.frameCount(TimeSpan(microseconds: 1)) == 0 && MouthTrack.frameCount(.milliseconds(1)) == 1)
        #expect(MouthTrack.frameCount(.seconds(1)) == 30 && MouthTrack.frameCount(.milliseconds(1_001)) == 31)
        #expect(MouthTrack.frameCount(TimeSpan(microseconds: -5)) == 0)
        #expect(MouthTrack.frameCount(TimeSpan(microseconds: .max)) == Limits.waitingFrames)
    }

    @Test("whatever a voice tells, there is a shape for every frame", arguments: 0..<60)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let names = [
            "p", "b", "m", "f", "a", "u", "iː", "aɪ", "tʃ", "", "_", "\u{0}", "漢", "(en)", "ʰ", "e\u{303}\u{303}",
        ]
        let phonemes = (0..<random.below(60)).map { _ in
            let start = Int64(bitPattern: random.next()) >> Int64([10, 40, 44, 50][random.below(4)])
            let length = Int64(random.next() >> UInt64([2, 44, 46, 50][random.below(4)]))
            let end = start.addingReportingOverflow(length)
            return Utterance.Phoneme(
                name: random.pick(names),
                span: TimeSpan(
                    microseconds: start)..<TimeSpan(microseconds: end.overflow ? .max : max(start, end.partialValue))
            )
        }
        let utterance = Utterance(text: "x", sound: Talk.ramp(random.below(60_000)), phonemes: phonemes)
        let track = MouthTrack(utterance, shapes)
        #expect(track.frames.count == MouthTrack.frameCount(utterance.sound.duration))
        #expect(track.frames.allSatisfy { shapes.all.indices.contains($0.shape) })
        for duration in [TimeSpan.zero, TimeSpan(microseconds: .max), TimeSpan(microseconds: .min)] {
            for count in [0, 1, 7] {
                #expect(MouthTrack(phonemes, duration: duration, frameCount: count, shapes).frames.count == count)
            }
        }
    }
}
