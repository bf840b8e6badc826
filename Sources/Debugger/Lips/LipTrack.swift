import Engine
import Events

/// The mouth of one frame, as far as the stream describes it.
package struct Mouth: Hashable, Sendable {
    /// 0 closed … 1 widest; not a number if unknown.
    package var openness: Float
    /// Name of its shape; equal names are one shape.
    package var shape: String?
    /// Whether its sound needs closed lips.
    package var isClosure: Bool
    /// Whether `openness` comes from a name, and is therefore on a scale that all avatars share.
    package var isNamed: Bool
    /// The drawn picture.
    package var picture: ContentHash?

    package init(
        openness: Float = .nan, shape: String? = nil, isClosure: Bool = false, isNamed: Bool = true,
        picture: ContentHash? = nil
    ) {
        (self.openness, self.shape, self.isClosure) = (openness, shape, isClosure)
        (self.isNamed, self.picture) = (isNamed, picture)
    }

    /// Compares by name if there is one, because the face around the mouth moves; otherwise by picture.
    func isSame(as before: Mouth) -> Bool {
        shape != nil ? shape == before.shape : picture != nil && picture == before.picture
    }

    /// Whether the mouth is known by name, and no further open than closed lips.
    var isShut: Bool { isNamed && openness <= MouthName.closed }
}

/// One chunk for judging lips: its sound and its mouths, both from the chunk's start.
///
/// Frame `i` stands for the time from `i` to `i + 1` periods of the sound, whenever it was shown: the content is
/// measured. Playback errors are the drift.
package struct LipTrack: Sendable {
    package var generation: Generation
    package var chunk: Int
    /// Time and ordinal of its first frame.
    package var shown: Instant
    package var ordinal: Int
    package var period: Span
    package var mouths: [Mouth]
    /// Loudness of the sound, one value per `hop`: from -60 decibels (0) to full scale (1). Decides whether there is
    /// a voice.
    package var levels: [Float]
    /// The same between 1 and 4 kHz, which follows the mouth more closely. As many values as `levels`.
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

    /// Number of hops that have a sound and, in their middle, a frame.
    var hopCount: Int {
        let length = Int64(mouths.count) * period.microseconds + Self.hop.microseconds / 2
        return min(levels.count, articulation.count, Int(length / Self.hop.microseconds))
    }

    /// The frame at the middle of a hop below `hopCount`.
    func frame(atHop hop: Int) -> Int {
        min(Int((Int64(hop) * 2 + 1) * Self.hop.microseconds / (2 * period.microseconds)), mouths.count - 1)
    }

    /// The hop in which a frame begins.
    func hop(ofFrame frame: Int) -> Int { Int(Int64(frame) * period.microseconds / Self.hop.microseconds) }
}
