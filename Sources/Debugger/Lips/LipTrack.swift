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
    /// `openness` comes from a name, and so is on a scale that all avatars share.
    package var isNamed: Bool
    /// What is drawn.
    package var picture: ContentHash?

    package init(
        openness: Float = .nan, shape: String? = nil, isClosure: Bool = false, isNamed: Bool = true,
        picture: ContentHash? = nil
    ) {
        (self.openness, self.shape, self.isClosure) = (openness, shape, isClosure)
        (self.isNamed, self.picture) = (isNamed, picture)
    }

    /// By its name where it has one, since the face around it moves, else by its picture.
    func isSame(as before: Mouth) -> Bool {
        shape != nil ? shape == before.shape : picture != nil && picture == before.picture
    }

    /// Told by a name, and no further open than lips that touch.
    var isShut: Bool { isNamed && openness <= MouthName.closed }
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
    /// How loud the sound is, one value each `hop`: decibels from -60 (0) to full scale (1). By these somebody speaks.
    package var levels: [Float]
    /// The same of what is between 1 and 4 kHz, which follows the mouth more closely. As many as `levels`.
    package var articulation: [Float]

    package static let hop = Span.milliseconds(10)

    package init(
        generation: Generation = 0, chunk: Int, shown: Instant, ordinal: Int = 0, period: Span, mouths: [Mouth],
        levels: [Float], articulation: [Float]? = nil
    ) {
        (self.generation, self.chunk, self.shown, self.ordinal) = (generation, chunk, shown, ordinal)
        (self.period, self.mouths, self.levels) = (Swift.max(period, Self.hop), mouths, levels)
        self.articulation = articulation ?? levels
    }

    /// Hops that have both a sound and, in their middle, a frame.
    var hopCount: Int {
        let length = Int64(mouths.count) * period.microseconds + Self.hop.microseconds / 2
        return min(levels.count, articulation.count, Int(length / Self.hop.microseconds))
    }

    /// The frame that stands for the middle of a hop below `hopCount`.
    func frame(atHop hop: Int) -> Int {
        min(Int((Int64(hop) * 2 + 1) * Self.hop.microseconds / (2 * period.microseconds)), mouths.count - 1)
    }

    /// The hop in which a frame begins.
    func hop(ofFrame frame: Int) -> Int { Int(Int64(frame) * period.microseconds / Self.hop.microseconds) }
}
