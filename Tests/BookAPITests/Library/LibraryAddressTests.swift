import BookAPI
import Events
import Testing

@Suite struct LibraryAddressTests {
    @Test(
        "RN11 an address counts without its last slash and the /api that was copied along",
        arguments: [
            ("https://h", "https://h"), ("https://h/", "https://h"), ("https://h/api", "https://h"),
            ("https://h/api/", "https://h"), ("http://h:8000/books/api//", "http://h:8000/books"),
            ("http://[::1]:8000", "http://[::1]:8000"), ("HTTPS://h/apiary", "https://h/apiary"),
        ])
    func base(text: String, server: String) throws {
        let address = try LibraryAddress(text)
        #expect(address.server.httpBase == server && address.job == nil)
    }

    @Test("a book is named behind ? or #, percent-encoded or not")
    func jobs() throws {
        for text in [
            "https://h/?job=job-7f3a", "https://h?job=job%2D7f3a&x=1", "https://h#job-7f3a", "https://h/api#job%2d7f3a",
        ] {
            #expect(try LibraryAddress(text).job == "job-7f3a", "\(text)")
            #expect(try LibraryAddress(text).server.httpBase == "https://h", "\(text)")
        }
        #expect(try LibraryAddress("https://h#").job == nil)
        #expect(
            LibraryAddress.isOne("HTTPS://h") && !LibraryAddress.isOne("books/lamp") && !LibraryAddress.isOne("ftp://h")
        )
    }

    @Test(
        "RN11 what is no address, and what would be seen by others, is refused",
        arguments: [
            "ws://h", "https://", "https://me:secret@h", "https://h/ä", "https://h?job=x&access_token=abc", "h",
            "https://h#a%2Fb", "https://h#..", "https://h?job=%00", "https://h:99999",
        ])
    func refused(text: String) {
        #expect(throws: WireError.self) { try LibraryAddress(text) }
    }
}
