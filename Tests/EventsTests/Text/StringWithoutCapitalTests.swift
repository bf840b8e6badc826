import Testing

@testable import Events

@Suite struct StringWithoutCapitalTests {
    @Test(
        "a sentence begins with a small letter, an abbreviation stays",
        arguments: [
            ("Unrecognized archive format", "unrecognized archive format"), ("ZIP bad CRC", "ZIP bad CRC"), ("A", "a"),
            ("already small", "already small"), ("", ""), ("\u{C4}rger", "\u{E4}rger"),
        ])
    func small(text: String, expected: String) { #expect(text.withoutCapital == expected) }
}
