import Testing

@testable import SocketIO

@Suite("Dates of answers") struct HTTPDateTests {
    @Test(
        "what is written is read, also on leap days, at the ends of years, and before 1970",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (946_684_799, "Fri, 31 Dec 1999 23:59:59 GMT"),
            (946_684_800, "Sat, 01 Jan 2000 00:00:00 GMT"), (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"), (1_735_689_600, "Wed, 01 Jan 2025 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func roundTrip(seconds: Int64, text: String) {
        #expect(HTTPDate(seconds: seconds).text == text)
        #expect(HTTPDate(text) == HTTPDate(seconds: seconds))
    }

    @Test("a leap second is the second after it")
    func leapSecond() { #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT")?.seconds == 1_483_228_800) }

    @Test(
        "what is no date tells nothing, and neither does a weekday that is another one",
        arguments: [
            "", " ", "GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, -6 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 08:49:37: GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "sun, 06 nov 1994 08:49:37 gmt",
            "Mon, 06 Nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT",
            "Mon, 29 Feb 2100 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT",
        ])
    func noDates(text: String) { #expect(HTTPDate(text) == nil) }
}
