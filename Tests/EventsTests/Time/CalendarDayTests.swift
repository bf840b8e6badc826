import Events
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
    @Test("every day from 1583 to 2500 has its number, and its text leads back to it")
    func days() throws {
        var expected = try #require(CalendarDay(year: 1583, month: 1, day: 1)).number
        for year in Int64(1583)...2500 {
            for month in Int64(1)...12 {
                for day in Int64(1)...31 {
                    guard let date = CalendarDay(year: year, month: month, day: day) else { continue }
                    try #require(date.number == expected)
                    try #require(CalendarDay(number: expected) == date)
                    expected += 1
                }
            }
        }
        #expect(CalendarDay(year: 2026, month: 3, day: 1)?.number == 20_513)
    }
}
