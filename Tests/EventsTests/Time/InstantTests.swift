import Events
import Testing

@Suite struct InstantTests {
    static let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test("sums of times stay at the bounds instead of turning round", arguments: extremes, extremes)
    func bounds(a: Int64, b: Int64) {
        let (moment, span) = (Instant(microseconds: a), TimeSpan(microseconds: b))
        #expect(moment + span == Instant(microseconds: Self.bounded(a.addingReportingOverflow(b), b < 0)))
        #expect(moment - span == Instant(microseconds: Self.bounded(a.subtractingReportingOverflow(b), b > 0)))
        #expect((moment - Instant(microseconds: b)).microseconds == (moment - span).microseconds)
        #expect((TimeSpan(microseconds: a) + span).microseconds == (moment + span).microseconds)
        #expect((TimeSpan(microseconds: a) - span).microseconds == (moment - span).microseconds)
        let isNegative = (a < 0) != (b < 0)
        #expect(
            (TimeSpan(microseconds: a) * b).microseconds
                == Self.bounded(a.multipliedReportingOverflow(by: b), isNegative))
    }

    private static func bounded(_ result: (partialValue: Int64, overflow: Bool), _ isLow: Bool) -> Int64 {
        result.overflow ? (isLow ? .min : .max) : result.partialValue
    }

    @Test("whole seconds and milliseconds beyond the bounds stay at them")
    func wholeSpans() {
        #expect(TimeSpan.seconds(.max).microseconds == .max)
        #expect(TimeSpan.seconds(.min).microseconds == .min)
        #expect(TimeSpan.milliseconds(.max).microseconds == .max)
        #expect(TimeSpan.seconds(2) + .milliseconds(5) == TimeSpan(microseconds: 2_005_000))
    }

    @Test(
        "seconds are rounded to the nearest microsecond, and nonsense is no trap",
        arguments: [
            (0.0, 0), (1.0000004, 1_000_000), (1.0000006, 1_000_001), (-0.5, -500_000), (.nan, 0),
            (.infinity, 320_000_000_000_000_000), (-.infinity, -320_000_000_000_000_000),
            (.greatestFiniteMagnitude, 320_000_000_000_000_000), (.leastNonzeroMagnitude, 0),
        ] as [(Double, Int64)])
    func seconds(seconds: Double, microseconds: Int64) {
        #expect(TimeSpan(seconds: seconds).microseconds == microseconds)
        #expect(Instant(seconds: seconds).microseconds == microseconds)
    }

    @Test("a time read in other units is the same time")
    func units() {
        #expect(Instant(microseconds: 1_500_000).seconds == 1.5)
        #expect(Instant(microseconds: 1_500).milliseconds == 1.5)
        #expect(TimeSpan(microseconds: -2_500).milliseconds == -2.5)
    }
}
