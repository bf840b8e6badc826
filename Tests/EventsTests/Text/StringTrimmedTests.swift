import Testing

@testable import Events

@Suite struct StringTrimmedTests {
    @Test(
        "white space goes from both ends and stays within",
        arguments: [
            ("", ""), (" ", ""), ("\n\t\u{A0} ", ""), ("a", "a"), (" a b\r\n", "a b"), ("a\u{301} ", "a\u{301}"),
        ])
    func trimmed(text: String, expected: String) { #expect(text.trimmed == expected) }
}
