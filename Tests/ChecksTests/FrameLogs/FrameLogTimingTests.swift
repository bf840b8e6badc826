import Testing
import Wire

@testable import Checks

@Suite struct FrameLogTimingTests {
    private static func timing(_ intervals: Int64...) -> FrameLogTiming {
        var timing = FrameLogTiming()
        for interval in intervals { timing.add(from: time(0), to: time(interval)) }
        return timing
    }

    private static func time(_ microseconds: Int64) -> StatedTime {
        StatedTime(origin: .unknown, microseconds: microseconds)
    }

    @Test("without an interval there are no figures, and where no time went by no rate")
    func empty() {
        let none = Self.timing()
        #expect(none.average == nil && none.rate == nil && none.goodShare == nil && none.longest == 0)
        let still = Self.timing(0, 0)
        #expect(still.intervals == 2 && still.average == 0 && still.rate == nil && still.goodShare == 0)
    }

    @Test("28 and 40 ms are good, a microsecond less or more is not")
    func good() {
        let timing = Self.timing(27_999, 28_000, 40_000, 40_001)
        #expect(timing.intervals == 4 && timing.goodIntervals == 2 && timing.goodShare == 0.5 && timing.blocked == 0)
    }

    @Test("more than 100 ms block, more than a second is a pause and no interval")
    func long() {
        let timing = Self.timing(100_000, 100_001, 1_000_000, 1_000_001)
        #expect(timing.intervals == 3 && timing.blocked == 2 && timing.pauses == 1 && timing.longest == 1_000_000)
        #expect(timing.average == 1_200_001.0 / 3 && timing.rate == 3_000_000 / 1_200_001.0)
    }

    @Test("a step back is counted as such, and times that cannot be compared are not")
    func order() {
        var timing = Self.timing(-1)
        #expect(timing.backwards == 1 && timing.intervals == 0)
        timing.add(from: Self.time(0), to: StatedTime(origin: .epoch, microseconds: 33_000))
        #expect(timing == Self.timing(-1))
    }
}
