import Events

/// Lets so many pictures a second be painted and no more (picture-in-picture 5.3).
package struct PaintCap: Hashable, Sendable {
    /// Pictures a second, where nobody says.
    package static let usual = 15
    package static let limits = 1...240

    private let interval: Span
    /// When the next one may be painted; `nil` for at once.
    package private(set) var next: Instant?

    package init(_ picturesASecond: Int = usual) {
        interval = Span(microseconds: 1_000_000 / Int64(picturesASecond.clamped(to: Self.limits)))
    }

    /// Whether a picture may be painted now; where it may it is taken for painted.
    package mutating func allows(at now: Instant) -> Bool {
        // A clock that has gone back is waited for no longer than that.
        if let next, now < next, next - now <= interval { return false }
        next = now + interval
        return true
    }
}
