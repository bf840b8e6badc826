import Engine
import Events

/// The mouth of one frame, as far as the stream tells.
package struct Mouth: Hashable, Sendable {
    /// 0 closed … 1 widest; not a number where nothing is known.
    package var openness: Float
    /// Name of its shape; equal names are one shape.
    package var shape: String?
    /// Its sound needs lips that touch.
    package var isClosure: Bool

    package init(openness: Float = .nan, shape: String? = nil, isClosure: Bool = false) {
        (self.openness, self.shape, self.isClosure) = (openness, shape, isClosure)
    }
}

/// One chunk as lips are judged: its sound beside its mouths, both from the chunk's beginning on.
///
/// Frame `i` stands for the time from `i` to `i + 1` periods of the sound, whenever it was shown: what is measured is the
/// content. How far playing it was off is the drift.
package struct LipTrack: Sendable {
    package var generation: Generation
    package var chunk: Int
    /// When its first frame was shown, and the number of that.
    package var shown: Instant
    package var ordinal: Int
    package var period: Span
    package var mouths: [Mouth]
    /// How loud the sound is, one value each `hop`: decibels from -60 (0) to full scale (1).
    package var levels: [Float]

    package static let hop = Span.milliseconds(10)

    package init(
        generation: Generation = 0, chunk: Int, shown: Instant, ordinal: Int = 0, period: Span, mouths: [Mouth],
        levels: [Float]
    ) {
        (self.generation, self.chunk, self.shown, self.ordinal) = (generation, chunk, shown, ordinal)
        (self.period, self.mouths, self.levels) = (Swift.max(period, Self.hop), mouths, levels)
    }

    /// Hops that have both a sound and, in their middle, a frame.
    var hopCount: Int {
        let length = Int64(mouths.count) * period.microseconds + Self.hop.microseconds / 2
        return min(levels.count, Int(length / Self.hop.microseconds))
    }

    /// The frame that stands for the middle of a hop below `hopCount`.
    func frame(atHop hop: Int) -> Int {
        min(Int((Int64(hop) * 2 + 1) * Self.hop.microseconds / (2 * period.microseconds)), mouths.count - 1)
    }

    /// The hop in which a frame begins.
    func hop(ofFrame frame: Int) -> Int { Int(Int64(frame) * period.microseconds / Self.hop.microseconds) }
}
