import Events

/// The mouth of an utterance, one shape a frame (docs/inside/speech.md has the rules).
package struct MouthTrack: Hashable, Sendable {
    /// What one frame shows.
    package struct Frame: Hashable, Sendable {
        /// Place in `MouthShapes.all`.
        package var shape: Int
        /// What is being said; for people.
        package let viseme: Viseme
        package let phoneme: String

        package init(shape: Int, viseme: Viseme, phoneme: String) {
            (self.shape, self.viseme, self.phoneme) = (shape, viseme, phoneme)
        }
    }

    /// Frames a second.
    package static let rate = 30
    /// Frame `k` is on screen from `k` / `rate` on.
    package let frames: [Frame]

    package init(frames: [Frame]) { self.frames = frames }

    /// From the phonemes of an utterance, or, when the voice does not tell them, from its sound.
    package init(_ utterance: Utterance, _ shapes: MouthShapes) {
        if utterance.phonemes.isEmpty {
            self = LoudnessMouth.track(utterance.sound, shapes)
        } else {
            let count = Self.frameCount(utterance.sound.duration)
            self.init(utterance.phonemes, duration: utterance.sound.duration, frameCount: count, shapes)
        }
    }

    /// Frames that cover a length of time; no more than a message may have.
    package static func frameCount(_ duration: Span) -> Int {
        let frames = (max(duration, .zero).seconds * Double(rate) - 0.000_1).rounded(.up)
        return Int(min(max(0, frames), Double(Limits.waitingFrames)))
    }

    package init(_ phonemes: [Utterance.Phoneme], duration: Span, frameCount: Int, _ shapes: MouthShapes) {
        let targets = MouthTarget.targets(phonemes, duration: max(duration, .zero).seconds)
        var frames = MouthBlend(targets, shapes).frames(frameCount)
        MouthClosures(targets, frameCount: frameCount).apply(to: &frames, shapes)
        self.frames = frames
    }
}
