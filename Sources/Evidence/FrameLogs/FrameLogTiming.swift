import Wire

/// Times between successive frames of one source, judged as the authors of the original clients did (specification 5.3, 6.5).
package struct FrameLogTiming: Hashable, Sendable {
    /// A good interval, in microseconds.
    package static let good: ClosedRange<Int64> = 28_000...40_000
    /// Longer ones are pauses between two messages, not intervals. Microseconds.
    package static let pause: Int64 = 1_000_000
    /// Longer intervals block, as the authors had it. A freeze is another thing: that needs to know what was due. Microseconds.
    package static let blocking: Int64 = 100_000

    package private(set) var intervals = 0
    private(set) var goodIntervals = 0
    package private(set) var blocked = 0
    package private(set) var pauses = 0
    /// Frames whose time is before that of the frame before; also no intervals.
    package private(set) var backwards = 0
    /// Microseconds.
    package private(set) var longest: Int64 = 0
    private var total: Int64 = 0

    package init() {}

    /// Nothing, when the two times cannot be compared.
    package mutating func add(from earlier: StatedTime, to time: StatedTime) {
        guard let interval = time.microseconds(since: earlier) else { return }
        if interval < 0 {
            backwards += 1
        } else if interval > Self.pause {
            pauses += 1
        } else {
            intervals += 1
            total += interval
            longest = max(longest, interval)
            if Self.good.contains(interval) { goodIntervals += 1 }
            if interval > Self.blocking { blocked += 1 }
        }
    }

    /// Microseconds; `nil` without an interval.
    package var average: Double? { intervals > 0 ? Double(total) / Double(intervals) : nil }
    /// Frames a second; `nil` where no time went by.
    package var rate: Double? { total > 0 ? Double(intervals) * 1_000_000 / Double(total) : nil }
    /// Of 1; `nil` without an interval.
    package var goodShare: Double? { intervals > 0 ? Double(goodIntervals) / Double(intervals) : nil }
}
