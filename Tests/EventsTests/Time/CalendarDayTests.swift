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

    @Test(
        "the weekday, from Sunday on, also before 1970",
        arguments: [(0, 4), (1, 5), (2, 6), (3, 0), (-1, 3), (-4, 0), (-5, 6), (20_513, 0), (2_932_896, 5)])
    func weekdays(number: Int64, weekday: Int) { #expect(CalendarDay(number: number).weekday == weekday) }
}
