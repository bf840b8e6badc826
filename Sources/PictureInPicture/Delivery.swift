import Events

/// How many frames of a stream come, against how many should: its connection quality where nobody tells one
/// (picture-in-picture 2.3).
package struct Delivery: Hashable, Sendable {
    static let window = Span(seconds: 2)
    /// It is looked at so often while anything can become another.
    package static let step = Span.milliseconds(500)

    private struct Arrival: Hashable {
        var time: Instant
        var frames: Int
    }

    private var arrivals: [Arrival] = []
    /// Since when frames have come without a window's break.
    private var began: Instant?
    package private(set) var quality = ConnectionQuality.unknown

    package init() {}

    package mutating func receive(_ frames: Int, at now: Instant) {
        guard frames > 0 else { return }
        began = began ?? now
        arrivals.append(Arrival(time: now, frames: frames))
    }

    /// - Parameter rate: frames a second, as announced; without one nobody can say.
    package mutating func update(rate: Double?, at now: Instant) {
        arrivals.removeAll { now - $0.time >= Self.window }
        if arrivals.isEmpty { began = nil }
        guard let rate, rate > 0, let began, now - began >= Self.window else {
            quality = .unknown
            return
        }
        let expected = rate * Self.window.seconds
        quality = ConnectionQuality(share: Double(arrivals.reduce(0) { $0 + $1.frames }) / expected) ?? .unknown
    }

    /// Whether something becomes another although nothing comes.
    package var isRunning: Bool { began != nil }
}
