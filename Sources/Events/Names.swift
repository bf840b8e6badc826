/// Counts the messages of a session: 0 before the first send, raised by every send and by every message that
/// somebody else triggered (specification 3.10). Everything of an older generation is stale.
package typealias Generation = Int

/// The name of a base animation, compared exactly (specification 1.11).
///
/// Current names are two poses joined by `_`, as in `idle_1_e_talking_1_s`. Other spellings are opaque: they have no
/// poses and never match one.
package struct ClipName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }
    /// The main motion of idling, which everything begins and ends with (specification 1.11).
    package static let idle: ClipName = "idle_1_s_idle_1_e"

    /// The one to idle with among clips that there are (specification 1.11): the usual one, or the first from the start to the
    /// end of one idle pose; `nil` when there is none.
    package static func idle(among names: some Sequence<ClipName>) -> ClipName? {
        var first: ClipName?
        for name in names where name.isIdleLoop {
            if name == idle { return idle }
            first = min(first ?? name, name)
        }
        return first
    }

    private var isIdleLoop: Bool {
        guard let poses else { return false }
        return poses.start.state == "idle" && poses.start.point == .start && poses.end == poses.start.at(.end)
    }

    package static func < (a: ClipName, b: ClipName) -> Bool { a.rawValue < b.rawValue }

    /// The pose in which the clip starts, such as `idle_1_e`.
    package var startPose: Pose? { poses?.start }
    /// The pose in which the clip ends, such as `talking_1_s`.
    package var endPose: Pose? { poses?.end }

    /// The clip that leads from the end of one pose to the start of another: `X` + `_` + `Y`.
    package init(from start: Pose, to end: Pose) { rawValue = "\(start.text)_\(end.text)" }

    private var poses: (start: Pose, end: Pose)? {
        let parts = rawValue.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 6, let start = Pose(parts[0..<3]), let end = Pose(parts[3..<6]) else { return nil }
        return (start, end)
    }
}

/// One end of a clip: state, variant and point, as in `talking_1_s` (grammar in specification 1.11).
package struct Pose: Hashable, Sendable {
    package enum Point: String, Sendable {
        case start = "s"
        case end = "e"
    }

    package let state: String
    package let variant: String
    package let point: Point

    package init(state: String, variant: String, point: Point) {
        self.state = state
        self.variant = variant
        self.point = point
    }

    package var text: String { "\(state)_\(variant)_\(point.rawValue)" }
    package func at(_ point: Point) -> Pose { Pose(state: state, variant: variant, point: point) }

    fileprivate init?(_ parts: ArraySlice<Substring>) {
        let parts = Array(parts)
        guard parts.count == 3, let point = Point(rawValue: String(parts[2])),
            !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isLowercase }),
            Self.isVariant(parts[1])
        else { return nil }
        self.init(state: String(parts[0]), variant: String(parts[1]), point: point)
    }

    /// Digits, then at most one letter.
    private static func isVariant(_ text: Substring) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        return !digits.isEmpty && rest.count <= 1 && rest.allSatisfy { $0.isASCII && $0.isLetter }
    }
}

/// The content name of an overlay picture: equal keys are the same picture (specification 2.5).
package struct PictureKey: Hashable, Comparable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) { self.rawValue = rawValue }
    package static func < (a: PictureKey, b: PictureKey) -> Bool { a.rawValue < b.rawValue }
}

/// BLAKE2b-256 of a picture's or a sound's bytes; names them in tapes and stores.
package struct ContentHash: Hashable, Sendable {
    package let words: (UInt64, UInt64, UInt64, UInt64)

    package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    package static func == (a: ContentHash, b: ContentHash) -> Bool { a.words == b.words }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }

    /// 32 bytes, the first word first, big-endian.
    package var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// 64 lower-case hexadecimal digits.
    package var hex: String {
        var text = ""
        for word in [words.0, words.1, words.2, words.3] {
            let digits = String(word, radix: 16)
            text += String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }
        return text
    }

    /// `nil` unless the text is 64 lower-case hexadecimal digits: a hash has one spelling.
    package init?(hex: String) {
        var found: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for character in hex.utf8 {
            guard count < 64, let digit = Self.digit(character) else { return nil }
            found[count / 16] = found[count / 16] << 4 | digit
            count += 1
        }
        guard count == 64 else { return nil }
        words = (found[0], found[1], found[2], found[3])
    }

    private static func digit(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}

/// Bytes that traveled with a message and are kept beside it.
package struct Payload: Hashable, Sendable {
    package let hash: ContentHash
    package let byteCount: Int

    package init(hash: ContentHash, byteCount: Int) {
        self.hash = hash
        self.byteCount = byteCount
    }
}
