import Events
import Testing

@testable import Engine

/// The traces of reader 9.4: times that come a tenth of a second apart.
@Suite struct ValidationTests {
    /// - Returns: which report decided, from 1 on, and how.
    private static func outcome(
        _ reports: [Double], in segment: (Double, Double), expected: Double, isFirst: Bool = true
    ) -> (report: Int, outcome: Validation.Outcome)? {
        var validation = Validation(
            expected: TimeSpan(seconds: expected), in: TimeSpan(seconds: segment.0)..<TimeSpan(seconds: segment.1),
            isFirst: isFirst, at: .zero)
        for (place, time) in reports.enumerated() {
            let outcome = validation.receive(TimeSpan(seconds: time), at: Instant(seconds: Double(place + 1) / 10))
            if outcome != .open { return (place + 1, outcome) }
        }
        return nil
    }

    @Test("reader 9.4: old times of another file, then those of the new one: known with the third good one in a row")
    func twoCounters() {
        let first = Self.outcome([1.52, 1.53, 0.02, 0.12, 0.22, 0.32, 0.42], in: (0, 1.2), expected: 0)
        #expect(first?.report == 5 && first?.outcome == .good)
        let second = Self.outcome([1.15, 1.18, 1.61, 1.71, 1.81], in: (1.6, 2.6), expected: 1.6)
        #expect(second?.report == 5 && second?.outcome == .good)
        // A stale one between good ones begins them anew.
        let third = Self.outcome([0.1, 0.2, 1.5, 0.3, 0.4, 0.5], in: (0, 1.2), expected: 0)
        #expect(third?.report == 6 && third?.outcome == .good)
    }

    @Test("reader 9.4: ten stale times: at a chunk's begin it is waited for, elsewhere the clock is believed")
    func givenUp() {
        let stale = Array(repeating: 5.0, count: 12)
        #expect(Self.outcome(stale, in: (0, 1.2), expected: 0)?.report == 10)
        #expect(Self.outcome(stale, in: (0, 1.2), expected: 0)?.outcome == .settling)
        #expect(Self.outcome(stale, in: (0, 1.2), expected: 0, isFirst: false)?.outcome == .givenUp)
        #expect(Self.outcome(stale, in: (0, 1.2), expected: 0.5)?.outcome == .givenUp)
        #expect(Self.outcome(stale, in: (0, 1.2), expected: 0.499)?.outcome == .settling)
    }

    @Test("reader 9.4: thirty times that do not come near the begin are a reason to seek again")
    func settling() {
        var validation = Validation(expected: .zero, in: .zero..<TimeSpan(seconds: 1.2), isFirst: true, at: .zero)
        var outcomes: [Validation.Outcome] = []
        for report in 1...40 {
            outcomes.append(validation.receive(TimeSpan(seconds: 5), at: Instant(seconds: Double(report) / 10)))
        }
        #expect(outcomes.firstIndex(of: .settling) == 9 && outcomes.firstIndex(of: .seekAgain) == 39)
        for (time, outcome) in [(-0.101, Validation.Outcome.open), (-0.1, .good), (1.0, .good), (1.001, .open)] {
            var one = Validation(expected: .zero, in: .zero..<TimeSpan(seconds: 1.2), isFirst: true, at: .zero)
            for report in 1...10 { _ = one.receive(TimeSpan(seconds: 5), at: Instant(seconds: Double(report) / 10)) }
            #expect(one.receive(TimeSpan(seconds: time), at: Instant(seconds: 1.1)) == outcome)
        }
    }

    @Test(
        "a time is stale a second from where it is expected, near the end of the segment, or before its begin",
        arguments: [
            (2.6, false), (2.601, true), (1.6, false), (1.499, true), (1.5, false), (3.5, true), (0.6, true),
        ])
    func stale(time: Double, isStale: Bool) {
        let validation = Validation(
            expected: TimeSpan(seconds: 1.6), in: TimeSpan(seconds: 1.6)..<TimeSpan(seconds: 3.6), isFirst: false,
            at: .zero)
        #expect(validation.isStale(TimeSpan(seconds: time)) == isStale)
        let near = Validation(
            expected: TimeSpan(seconds: 1.6), in: TimeSpan(seconds: 1.6)..<TimeSpan(seconds: 2.4), isFirst: false,
            at: .zero)
        #expect(near.isStale(TimeSpan(seconds: 2.3)) && !near.isStale(TimeSpan(seconds: 2.299)))
    }
}
