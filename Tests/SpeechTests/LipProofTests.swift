import Testing

@testable import Speech

/// What issue and documentation promise of the lips, over real phonemes.
@Suite struct LipProofTests {
    private let shapes = Mira.shapes

    private func spoken(_ sentence: SpokenSentence) -> (targets: [MouthTarget], track: MouthTrack) {
        let utterance = sentence.utterance
        let targets = MouthTarget.targets(utterance.phonemes, duration: utterance.sound.duration.seconds)
        return (targets, MouthTrack(utterance, shapes))
    }

    /// Frames that are on screen while it lasts, and half a frame around it.
    private func frames(_ target: MouthTarget, _ track: MouthTrack) -> [MouthShape] {
        track.frames.indices.filter { frame in
            let middle = (Double(frame) + 0.5) / 30
            return middle >= target.start - 1 / 60 && middle <= target.end + 1 / 60
        }.map { shapes.all[track.frames[$0].shape] }
    }

    @Test("every p, b and m has a closed frame within its time", arguments: SpokenSentence.all)
    func closures(sentence: SpokenSentence) {
        let (targets, track) = spoken(sentence)
        let closed = targets.filter { $0.viseme.look == .closed }
        #expect(!closed.isEmpty || sentence.utterance.text.contains("others thought"))
        for target in closed {
            let isClosed = frames(target, track).contains { $0 == shapes[target.viseme] }
            #expect(isClosed, "\(target.phoneme) at \(target.start)")
        }
    }

    @Test("every f and v has the teeth on the lip", arguments: SpokenSentence.all)
    func teeth(sentence: SpokenSentence) {
        let (targets, track) = spoken(sentence)
        for target in targets where target.viseme.look == .teethOnLip {
            #expect(frames(target, track).contains(shapes[.f]), "\(target.phoneme) at \(target.start)")
        }
    }

    @Test("every vowel is open, and an open one wide", arguments: SpokenSentence.all)
    func vowels(sentence: SpokenSentence) {
        let (targets, track) = spoken(sentence)
        for target in targets where target.viseme.isVowel && target.length >= MouthClosures.shortestVowel {
            let widest = frames(target, track).map(\.openness).max() ?? 0
            #expect(widest >= 0.6 * shapes[target.viseme].openness, "\(target.phoneme) at \(target.start): \(widest)")
        }
    }

    @Test("shapes change within half a frame of the sounds, on the average")
    func timing() {
        var all = LipTiming()
        for sentence in SpokenSentence.all {
            let (targets, track) = spoken(sentence)
            var timing = LipTiming()
            timing.add(targets, track, shapes)
            #expect(timing.mean <= 1.0 / 60, "\(sentence.testDescription): \(timing.mean)")
            all.add(targets, track, shapes)
        }
        #expect(all.errors.count > 500 && all.mean <= 1.0 / 60)
        // Nobody is to see sounds before or behind others as a rule.
        #expect(abs(all.bias) < 0.005)
    }

    @Test(
        "the mouth rests in silence, and moves at most 50 ms before the sound and behind it",
        arguments: SpokenSentence.all)
    func silence(sentence: SpokenSentence) {
        let (targets, track) = spoken(sentence)
        for target in targets where target.viseme == .rest {
            for frame in track.frames.indices {
                let (start, end) = (Double(frame) / 30, Double(frame + 1) / 30)
                guard start >= target.start + 0.05, end <= target.end - 0.05 else { continue }
                #expect(track.frames[frame].shape == shapes.place(of: .rest), "frame \(frame)")
            }
        }
    }
}
