import Testing

@testable import Wire

@Suite("Dates of answers") struct HTTPDateTests {
    @Test(
        "seconds since 1970, also on leap days and in leap seconds",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ])
    func dates(text: String, seconds: Double) { #expect(HTTPDate.seconds(text) == seconds) }

    @Test(
        "what is no date tells nothing",
        arguments: [
            "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, -6 Nov 1994 08:49:37 GMT",
        ])
    func noDates(text: String) { #expect(HTTPDate.seconds(text) == nil) }
}
