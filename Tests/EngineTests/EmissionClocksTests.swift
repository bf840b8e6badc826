import Events
import Support
import Testing

@testable import Engine

@Suite("The backend's clocks")
struct EmissionClocksTests {
    private static func receive(_ clocks: inout EmissionClocks, _ date: Double, at arrival: Double) -> Double? {
        receive(&clocks, Stream.date(date), at: Instant(seconds: arrival))?.seconds
    }

    private static func receive(_ clocks: inout EmissionClocks, _ time: EmissionTime, at arrival: Instant) -> Instant? {
        _ = clocks.receive(time, arrived: arrival)
        return clocks.moment(of: time, arrived: arrival)
    }

    @Test("the offset is the smallest difference of the last minute")
    func offset() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 1, at: 1.5) == 1.5)
        #expect(Self.receive(&clocks, 2, at: 2.1) == 2.1)
        // Half a second later than the quickest one.
        #expect(Self.receive(&clocks, 3, at: 3.6) == 3.1)
        // A minute later the quickest one is forgotten.
        #expect(Self.receive(&clocks, 61, at: 61.5) == 61.1)
        #expect(Self.receive(&clocks, 62.8, at: 63.4) == 63.3)
        #expect(Self.receive(&clocks, 64, at: 64.6) == 64.5)
    }

    @Test("the two clocks have nothing in common")
    func apart() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 1, at: 1.5) == 1.5)
        #expect(Self.receive(&clocks, Stream.date(1, .text), at: Instant(seconds: 2.5)) == Instant(seconds: 2.5))
        #expect(Self.receive(&clocks, 2, at: 2.7) == 2.5)
    }

    @Test("a clock that stands says nothing")
    func standing() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 1, at: 1.0) == 1.0)
        #expect(Self.receive(&clocks, 1, at: 1.2) == 1.0)
        #expect(Self.receive(&clocks, 1, at: 1.3) == nil)
        #expect(Self.receive(&clocks, 1, at: 1.31) == nil)
    }

    @Test("a clock that jumps says nothing of what is behind, and begins anew ahead")
    func jumping() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 1, at: 1.0) == 1.0)
        #expect(Self.receive(&clocks, 10, at: 2.0) == 2.0)
        #expect(Self.receive(&clocks, 3, at: 3.0) == nil)
        #expect(Self.receive(&clocks, 3.9, at: 4.0) == 3.9)
        #expect(Self.receive(&clocks, 500, at: 5.0) == 5.0)
        #expect(Self.receive(&clocks, 500.5, at: 5.6) == 5.5)
    }

    @Test(
        "a clock that is set back begins anew once it has been behind for half a second; what came by then is dated anew"
    )
    func setBack() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 5.1, at: 3.0) == 3.0)
        let (first, second) = (Stream.date(3.7), Stream.date(3.9))
        var isSetBack = clocks.receive(first, arrived: Instant(seconds: 3.2))
        #expect(clocks.moment(of: first, arrived: Instant(seconds: 3.2)).map { $0 < Instant(seconds: 2) } ?? false)
        isSetBack = clocks.receive(second, arrived: Instant(seconds: 3.4)) || isSetBack
        #expect(!isSetBack)
        isSetBack = clocks.receive(Stream.date(4.2), arrived: Instant(seconds: 3.7))
        #expect(isSetBack)
        #expect(clocks.moment(of: first, arrived: Instant(seconds: 3.2)) == Instant(seconds: 3.2))
        #expect(Self.receive(&clocks, 4.4, at: 4.0) == 3.9)
    }

    @Test("events that were held up are only late, also when the link has got quicker")
    func stragglers() {
        var clocks = EmissionClocks()
        #expect(Self.receive(&clocks, 1.0, at: 1.6) == 1.6)
        #expect(Self.receive(&clocks, 2.9, at: 3.0) == 3.0)
        #expect(Self.receive(&clocks, 1.7, at: 3.3) == 1.8)
        #expect(Self.receive(&clocks, 1.8, at: 3.4) == 1.9)
        #expect(Self.receive(&clocks, 3.9, at: 4.0) == 4.0)
        #expect(Self.receive(&clocks, 2.9, at: 4.5) == 3.0)
    }

    @Test("dates of strangers overflow nothing")
    func extremes() {
        var clocks = EmissionClocks()
        for date in [Int64.max, 1, .max - 1, 0, -5, .min, 7] {
            _ = clocks.receive(EmissionTime(.unix, microseconds: date), arrived: Instant(microseconds: .max))
            _ = clocks.receive(EmissionTime(.unix, microseconds: date), arrived: .zero)
        }
    }
}
