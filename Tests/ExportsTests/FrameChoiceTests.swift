import Events
import Testing

@testable import Exports

@Suite struct FrameChoiceTests {
    @Test(
        "ranges of frames",
        arguments: [
            ("7", 7, 7), ("7..9", 7, 9), ("7..", 7, .max), ("..9", 0, 9), ("0..0", 0, 0), ("007..010", 7, 10),
        ])
    func frames(text: String, first: Int, last: Int) throws {
        let range = try #require(FrameRange(text))
        #expect(range.first == first && range.last == last)
        #expect(range.contains(first) && range.contains(last) && !range.contains(first - 1))
    }

    @Test(
        "what is no range of frames",
        arguments: [
            "", "..", "9..7", "-1", "+3", "1..-2", "a..b", "1...3", "1-3", " 1", "1 ..2", "1..2..3", "1.5", "0x10",
            "99999999999999999999", "٣",
        ])
    func noFrames(text: String) { #expect(FrameRange(text) == nil) }

    @Test(
        "ranges of time, in seconds, milliseconds, minutes and hours",
        arguments: [
            ("1.2s..3s", 1_200_000, 3_000_000), ("1.2..3", 1_200_000, 3_000_000), ("900ms", 900_000, 900_000),
            ("900ms..1.5", 900_000, 1_500_000), ("1:02.5..2:00", 62_500_000, 120_000_000),
            ("1:02:03..1h3m", 3_723_000_000, 3_780_000_000),
            ("..3s", Int64.min, 3_000_000), ("3.", 3_000_000, 3_000_000), ("2s..", 2_000_000, Int64.max),
        ])
    func time(text: String, first: Int64, last: Int64) throws {
        let range = try #require(TimeRange(text))
        // A millisecond is meant whole: times are told to the millisecond, cut off.
        let through = { (end: Int64) in [.min, .max].contains(end) ? end : end + 999 }
        #expect(range.first.microseconds == through(first) && range.last.microseconds == through(last))
    }

    @Test(
        "what is no range of time",
        arguments: [
            "", "..", "3..1", "-1", "inf", "nan", "0x1p3", "1e5", "1:60", "1:2:3:4", "1.5:00", "s", "ms", ".5", "1.2.3",
            "3 s", "1:02s", "..x",
        ])
    func noTime(text: String) { #expect(TimeRange(text) == nil) }

    @Test("times beyond all clocks are taken without harm")
    func farTimes() throws {
        let range = try #require(TimeRange("..99999999999999999999999999999999"))
        #expect(range.touches(from: Instant(seconds: 1e9), to: Instant(seconds: 2e9)))
    }
}
