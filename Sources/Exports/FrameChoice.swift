import Debugger
import Engine
import Events

/// Which frames of a run are meant. Conditions add up: a frame has to meet all of them.
package struct FrameChoice: Equatable, Sendable {
    /// By ordinal, as the frame log counts.
    package var frames = FrameRange.all
    /// On screen at some moment of it.
    package var time = TimeRange.all
    /// Of this message.
    package var message: Generation?
    /// Of this chunk.
    package var chunk: Int?
    /// In this place of its chunk, as `why` takes it.
    package var place: FramePlace?
    /// Only the first one that was drawn.
    package var isFirstOnly = false
    /// Only each so-many-th of them, from the first on, and besides every frame that is not `SYNC` or has a fault.
    package var step = 1

    package init() {}

    /// One frame as `why` takes it: its number, its place, a moment, or a chunk for its first frame.
    /// - Returns: `nil` for a text that names none.
    package init?(frame text: String) {
        switch Goal(typed: text) {
        case .frame(let ordinal)?: frames = FrameRange(ordinal...ordinal)
        case .time?:
            guard let range = TimeRange(text) else { return nil }
            time = range
        case .place(let typed)?: (place, isFirstOnly) = (typed, true)
        case .chunk(let number)?: (chunk, isFirstOnly) = (number, true)
        default: return nil
        }
    }

    /// Whether no more than one frame is meant.
    package var isOneFrame: Bool { frames.isOneFrame || isFirstOnly }
}

/// Ordinals of frames: `A..B` with both ends, `A..`, `..B`, or `A` alone.
package struct FrameRange: Equatable, Sendable {
    package let first: Int
    package let last: Int

    package static let all = FrameRange(first: 0, last: .max)

    private init(first: Int, last: Int) {
        self.first = first
        self.last = last
    }

    package init(_ range: ClosedRange<Int>) { self.init(first: range.lowerBound, last: range.upperBound) }

    /// `nil` for anything else, and for a range that ends before it begins.
    package init?(_ text: String) {
        guard let (first, last) = bounds(of: text, Self.number) else { return nil }
        self.init(first: first ?? 0, last: last ?? .max)
        guard self.first <= self.last else { return nil }
    }

    package func contains(_ ordinal: Int) -> Bool { first <= ordinal && ordinal <= last }

    package var isOneFrame: Bool { first == last }

    /// Digits alone: `Int` would take a sign as well.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

/// Moments of the session: `A..B`, `A..`, `..B`, or `A` for what is on screen then. Each is a moment as people
/// type them (`1.2s`, `1200ms`, `1:02.5`), or a number of seconds alone.
package struct TimeRange: Equatable, Sendable {
    package let first: Instant
    package let last: Instant

    package static let all = TimeRange(first: Instant(microseconds: .min), last: Instant(microseconds: .max))

    private init(first: Instant, last: Instant) {
        self.first = first
        self.last = last
    }

    /// `nil` for anything else, and for a range that ends before it begins.
    package init?(_ text: String) {
        guard let (first, last) = bounds(of: text, { Instant(typed: $0, orSeconds: true) }) else { return nil }
        self.init(
            first: first?.throughMillisecond ?? Self.all.first, last: last?.throughMillisecond ?? Self.all.last)
        guard self.first <= self.last else { return nil }
    }

    /// Whether something that is on screen from `start` on and gone at `end` is there at some moment of the range.
    func touches(from start: Instant, to end: Instant) -> Bool {
        start <= last && (end > first || start == first)
    }
}

/// Both ends of `A..B`, `A..` or `..B`, and twice the same of `A`; an absent end is `nil`.
private func bounds<End>(of text: String, _ end: (Substring) -> End?) -> (End?, End?)? {
    guard let dots = text.firstRange(of: "..") else {
        guard let only = end(text[...]) else { return nil }
        return (only, only)
    }
    let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard !before.isEmpty || !after.isEmpty else { return nil }
    let ends = (before.isEmpty ? nil : end(before), after.isEmpty ? nil : end(after))
    guard before.isEmpty == (ends.0 == nil), after.isEmpty == (ends.1 == nil) else { return nil }
    return ends
}
