import Platform
import Testing

@Suite struct WallClockTests {
    @Test("a moment in UTC is written as ISO 8601 does; what has no year of four digits is not")
    func text() {
        let moments: [(Double, String?)] = [
            (0, "1970-01-01T00:00:00Z"), (951_868_799.9, "2000-02-29T23:59:59Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, nil), (-1, nil), (.nan, nil),
        ]
        for (seconds, text) in moments { #expect(WallClock.text(seconds) == text) }
    }
}
