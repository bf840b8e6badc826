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
