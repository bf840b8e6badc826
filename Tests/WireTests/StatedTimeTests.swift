import Testing

@testable import Wire

@Suite struct StatedTimeTests {
    @Test(
        "N58: time is text or a number of milliseconds",
        arguments: [
            ("2026-03-01T12:00:31.402Z", 1_772_366_431_402_000), ("2026-03-01 12:00:31.402", 1_772_366_431_402_000),
            ("2026-03-01t12:00:31,402123456z", 1_772_366_431_402_123), ("2026-03-01 12:00:31", 1_772_366_431_000_000),
            ("2026-03-01T13:30:31.402+01:30", 1_772_366_431_402_000),
            ("2026-03-01T04:00:31.402-0800", 1_772_366_431_402_000),
            ("1772366431402", 1_772_366_431_402_000), ("1772366431402.25", 1_772_366_431_402_250),
            ("1970-01-01 00:00:00", 0), ("2000-02-29 23:59:60", 951_868_800_000_000),
            ("1969-12-31 23:59:59.5", -500_000),
        ])
    func calendarTimes(text: String, microseconds: Int64) {
        let time = StatedTime(text)
        #expect(time == StatedTime(origin: .epoch, microseconds: microseconds))
    }

    @Test(
        "a small number of milliseconds is counted from nobody knows when", arguments: ["1234.5", "0", "99999999999"])
    func runningTimes(text: String) throws {
        let time = try #require(StatedTime(text))
        #expect(time.origin == .unknown && time.milliseconds == Double(text))
        #expect(time.microseconds(since: StatedTime(origin: .epoch, microseconds: 0)) == nil)
    }

    @Test(
        "what looks like a time and is none is not read as one",
        arguments: [
            "2026-02-29 12:00:00", "2026-13-01 12:00:00", "2026-00-01 12:00:00", "2026-04-31 12:00:00",
            "2026-03-01 24:00:00", "2026-03-01 12:60:00", "2026-03-01 12:00:61", "2026-03-01 12:00", "2026-03-01",
            "2026-03-01 12:00:31.", "2026-03-01 12:00:31.4x", "2026-03-01 12:00:31Zulu", "2026-03-01 12:00:31+1",
            "2026-03-01 12:00:31+01:99", "2026-3-1 12:00:31", "-5", "1e12", "1.", ".5", "1234567890123456", "+", "",
        ])
    func noTimes(text: String) {
        #expect(StatedTime(text) == nil)
    }

    @Test("a time of the calendar is written as such")
    func calendarText() {
        #expect(StatedTime(origin: .epoch, microseconds: 1_772_366_431_402_999).text == "2026-03-01 12:00:31.402")
        #expect(StatedTime(origin: .epoch, microseconds: -1_000).text == "1969-12-31 23:59:59.999")
        #expect(StatedTime(origin: .unknown, microseconds: 61_005_000).text == "61.005")
    }
}
