import Events
import Frames

/// Which frame of a stream is due when: frame 0 at the beginning, and so many a second.
struct VideoPacing: Hashable, Sendable {
    let rate: Ratio

    private static let second: Int64 = 1_000_000

    /// Times before the beginning are the beginning; those beyond any session's length are that.
    func frame(at time: Instant) -> Int {
        let time = time.microseconds.clamped(to: 0...Limits.sessionLength.microseconds)
        // At most 10^15 times 10^9, by 10^6 at least.
        return Self.quotient(Int(time), rate.numerator, rate.denominator * Int(Self.second))
    }

    /// The first moment at which the frame is due, or the end of time.
    func time(ofFrame number: Int) -> Instant {
        let (divisor, span) = (UInt(rate.numerator), UInt(rate.denominator) * UInt(Self.second))
        let (high, low) = UInt(max(number, 0)).multipliedFullWidth(by: span)
        guard high < divisor else { return Instant(microseconds: .max) }
        let (quotient, rest) = divisor.dividingFullWidth((high, low))
        return Instant(microseconds: Int64(clamping: quotient)) + Span(microseconds: rest > 0 ? 1 : 0)
    }

    private static func quotient(_ a: Int, _ b: Int, _ divisor: Int) -> Int {
        divisor.dividingFullWidth(a.multipliedFullWidth(by: b)).quotient
    }
}
