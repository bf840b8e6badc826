import Events
import Support
import Testing

@testable import Engine

@Suite("The backend's clocks")
struct EmissionClocksTests {
    private static func hear(_ clocks: inout EmissionClocks, _ date: Double, at arrival: Double) -> Double? {
        clocks.hear(Stream.date(date), arrived: Instant(seconds: arrival))?.seconds
    }

    @Test("the offset is the smallest difference of the last minute")
    func offset() {
        var clocks = EmissionClocks()
        #expect(Self.hear(&clocks, 1, at: 1.5) == 1.5)
        #expect(Self.hear(&clocks, 2, at: 2.1) == 2.1)
        // Half a second later than the quickest one.
        #expect(Self.hear(&clocks, 3, at: 3.6) == 3.1)
        // A minute later the quickest one is forgotten.
        #expect(Self.hear(&clocks, 61, at: 61.5) == 61.1)
        #expect(Self.hear(&clocks, 62.8, at: 63.4) == 63.3)
        #expect(Self.hear(&clocks, 64, at: 64.6) == 64.5)
    }

    @Test("the two clocks have nothing in common")
    func apart() {
        var clocks = EmissionClocks()
        #expect(Self.hear(&clocks, 1, at: 1.5) == 1.5)
        #expect(clocks.hear(Stream.date(1, .text), arrived: Instant(seconds: 2.5)) == Instant(seconds: 2.5))
        #expect(Self.hear(&clocks, 2, at: 2.7) == 2.5)
    }

    @Test("a clock that stands says nothing")
    func standing() {
        var clocks = EmissionClocks()
        #expect(Self.hear(&clocks, 1, at: 1.0) == 1.0)
        #expect(Self.hear(&clocks, 1, at: 1.2) == 1.0)
        #expect(Self.hear(&clocks, 1, at: 1.3) == nil)
        #expect(Self.hear(&clocks, 1, at: 1.31) == nil)
    }

    @Test("a clock that jumps says nothing of what is behind, and begins anew ahead")
    func jumping() {
        var clocks = EmissionClocks()
        #expect(Self.hear(&clocks, 1, at: 1.0) == 1.0)
        #expect(Self.hear(&clocks, 10, at: 2.0) == 2.0)
        #expect(Self.hear(&clocks, 3, at: 3.0) == nil)
        #expect(Self.hear(&clocks, 3.9, at: 4.0) == 3.9)
        #expect(Self.hear(&clocks, 500, at: 5.0) == 5.0)
        #expect(Self.hear(&clocks, 500.5, at: 5.6) == 5.5)
    }

    @Test("a date ahead of its time is forgotten with the next one that is not")
    func ahead() {
        var clocks = EmissionClocks()
        #expect(Self.hear(&clocks, 5.1, at: 3.0) == 3.0)
        #expect(Self.hear(&clocks, 3.1, at: 3.1) == nil)
        #expect(Self.hear(&clocks, 3.2, at: 3.2) == 3.2)
        // A straggler behind others is only late.
        #expect(Self.hear(&clocks, 2.2, at: 3.3) == 2.2)
    }

    @Test("dates of strangers overflow nothing")
    func extremes() {
        var clocks = EmissionClocks()
        for date in [Int64.max, 1, .max - 1, 0, -5, .min, 7] {
            _ = clocks.hear(EmissionTime(.unix, microseconds: date), arrived: Instant(microseconds: .max))
            _ = clocks.hear(EmissionTime(.unix, microseconds: date), arrived: .zero)
        }
    }
}
