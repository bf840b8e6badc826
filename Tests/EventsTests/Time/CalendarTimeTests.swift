import Events
import Testing

@Suite("Moments of the calendar")
struct CalendarTimeTests {
    @Test(
        "they are those of UTC, before 1970 as well",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_772_366_431_402, "2026-03-01T12:00:31.402Z"),
            (1_709_251_199_009, "2024-02-29T23:59:59.009Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (-86_400_000, "1969-12-31T00:00:00.000Z"),
        ] as [(Int64, String)])
    func milliseconds(since1970: Int64, text: String) {
        #expect(CalendarTime.text(milliseconds: since1970) == text)
        guard since1970 % 1_000 == 0 else { return }
        #expect(CalendarTime.text(seconds: since1970 / 1_000) == text.dropLast(5) + "Z")
    }

    @Test("no number traps", arguments: [Int64.min, .min + 1, .max])
    func extremes(number: Int64) {
        #expect(
            CalendarTime.text(milliseconds: number).hasSuffix("Z") && CalendarTime.text(seconds: number).hasSuffix("Z"))
    }
}
