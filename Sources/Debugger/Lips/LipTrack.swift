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
    package var period: TimeSpan
    package var mouths: [Mouth]
    /// Loudness of the sound, one value per `hop`: from -60 decibels (0) to full scale (1). Decides whether there is
    /// a voice.
    package var levels: [Float]
    /// The same between 1 and 4 kHz, which follows the mouth more closely. As many values as `levels`.
    package var articulation: [Float]

    package static let hop = TimeSpan.milliseconds(10)

    package init(
        generation: Generation = 0, chunk: Int, shown: Instant, ordinal: Int = 0, period: TimeSpan, mouths: [Mouth],
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

/// Finds out how far a mouth is open from the names that backends give to its shapes.
package enum MouthName {
    /// 0 closed … 1 widest, from a sheet's name of three parameters with six steps each, such as `J1_X3_M0.webp`: `J` is the
    /// jaw. `nil` for any other name.
    package static func openness(ofSheet name: String) -> Float? {
        var digits = name.utf8.makeIterator()
        var steps: [UInt8] = []
        for (place, letter) in "JXM".utf8.enumerated() {
            if place > 0, digits.next() != UInt8(ascii: "_") { return nil }
            guard digits.next() == letter, let digit = digits.next(), (48...53).contains(digit) else { return nil }
            steps.append(digit - 48)
        }
        let next = digits.next()
        guard next == nil || next == UInt8(ascii: ".") else { return nil }
        return Float(steps[0]) / 5
    }

    /// The same from a viseme's name: those of avatar packs (docs/reference/avatar-packs.md), or of the set of
    /// fifteen that many programs share (`sil`, `PP`, `FF`, …). `nil` for any other name.
    package static func openness(ofViseme name: String) -> Float? { visemes[name].map { Float($0) / 5 } }

    /// Whether the sound needs closed lips.
    package static func isClosure(viseme: String?, character: String?) -> Bool {
        if let viseme { return viseme == "PP" || lips.contains(viseme) }
        return character.map(lips.contains) ?? false
    }

    /// A mouth no further open than this has closed lips.
    package static let closed: Float = 0.1
    private static let lips: Set<String> = ["p", "b", "m"]

    /// Steps of the jaw.
    private static let visemes: [String: Int] = [
        "rest": 0, "p": 0, "b": 0, "m": 0, "f": 1, "v": 1, "th": 1, "dh": 1, "t": 1, "d": 1, "s": 1, "z": 1, "n": 1,
        "sh": 1, "zh": 1, "ch": 1, "j": 1, "k": 2, "g": 2, "ng": 2, "r": 1, "l": 2, "h": 1, "w": 1, "oo": 1, "uu": 2,
        "oh": 3, "aw": 3, "ah": 4, "aah": 5, "eh": 3, "ae": 3, "ee": 2, "y": 2, "ih": 2, "uh": 2,
        "sil": 0, "PP": 0, "FF": 1, "TH": 1, "DD": 1, "kk": 2, "CH": 1, "SS": 1, "nn": 1, "RR": 1, "aa": 4, "E": 3,
        "I": 2, "O": 3, "U": 1,
    ]
}
