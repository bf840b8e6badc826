import Testing

@testable import Events

@Suite("Times as people type them")
struct TypedTimeTests {
    @Test(
        "a length of time has units, larger ones first, and a fraction at its end",
        arguments: [
            ("90s", 90_000_000), ("10m", 600_000_000), ("1h30m", 5_400_000_000), ("1h0m1.5s", 3_601_500_000),
            ("1.5s", 1_500_000), ("0.5h", 1_800_000_000), ("500ms", 500_000), ("250us", 250), ("1s500ms", 1_500_000),
            ("0.1ms", 100), ("0s", 0), ("3.s", 3_000_000),
        ])
    func span(text: String, microseconds: Int64) {
        let span = TimeSpan(typed: text)
        #expect(span == TimeSpan(microseconds: microseconds))
        #expect(Instant(typed: text) == Instant(microseconds: microseconds))
        #expect(span.flatMap { TimeSpan(typed: $0.typed) } == span)
    }

    @Test(
        "what is no length of time",
        arguments: [
            "", "s", "10", "1.2.3s", "x", "-1s", "+1s", "1,5s", "10 s", "١s", "1m30", "30s1m", "1s1s", "1.5m1s", "1d",
            ".5s",
            "infs", "0x1p3s", "1e3s", "1:02s",
        ])
    func noSpan(text: String) { #expect(TimeSpan(typed: text) == nil && Instant(typed: text) == nil) }

    @Test("a number alone is one of seconds where nothing else is meant by it")
    func alone() {
        #expect(TimeSpan(typed: "1.5", orSeconds: true) == .milliseconds(1_500))
        #expect(Instant(typed: "90", orSeconds: true) == Instant(seconds: 90))
        #expect(TimeSpan(typed: "", orSeconds: true) == nil && TimeSpan(typed: "-1", orSeconds: true) == nil)
        #expect(Instant(typed: "90") == nil)
    }

    @Test(
        "a moment may stand with colons",
        arguments: [("1:02.5", 62.5), ("90:00", 5_400), ("1:02:03.5", 3_723.5), ("1:02:03", 3_723), ("0:00", 0)])
    func moment(text: String, seconds: Double) { #expect(Instant(typed: text) == Instant(seconds: seconds)) }

    @Test(
        "what is no moment",
        arguments: [
            ":", "1:", ":1", "1:60", "1:60:00", "99:99:99", "1.5:00", "1:2:3:4", "1:02s", "-1:00", "1: 2",
            "1:2", "1:2:3", "4:0.24", "1:002", "1:02:3.5",
        ])
    func noMoment(text: String) { #expect(Instant(typed: text, orSeconds: true) == nil) }

    @Test("a time beyond all clocks is taken without harm")
    func far() {
        let digits = String(repeating: "9", count: 400)
        for text in ["\(digits)h", "\(digits):00:00", "\(digits).\(digits)s"] {
            #expect(Instant(typed: text).map { $0 > Instant(seconds: 1e9) } == true)
        }
    }
}
