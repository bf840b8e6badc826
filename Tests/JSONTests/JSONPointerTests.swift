import JSON
import Testing

@Suite struct JSONPointerTests {
    @Test(
        "a pointer is read from its text and written to it",
        arguments: [
            ("", []), ("/", [""]), ("/a/0", ["a", "0"]), ("//", ["", ""]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]),
            ("/~01", ["~1"]), ("/~10", ["/0"]), ("/~0~1", ["~/"]), ("/é", ["é"]),
        ])
    func forms(text: String, steps: [String]) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer == JSONPointer(steps: steps))
        #expect(pointer.text == text)
    }

    @Test("a text that neither is empty nor begins with a slash is none", arguments: ["a", "a/b", "~1", " /a"])
    func refused(text: String) { #expect(JSONPointer(text) == nil) }

    @Test("a tilde with nothing that belongs to it stays", arguments: ["/~", "/a~2", "/~~"])
    func loneTilde(text: String) { #expect(JSONPointer(text)?.steps == [String(text.dropFirst())]) }

    @Test("a step more is one behind the others, whatever is in it")
    func appending() {
        let pointer = JSONPointer(steps: ["a"]).appending("b/c").appending("~")
        #expect(pointer.text == "/a/b~1c/~0" && JSONPointer(pointer.text) == pointer)
    }
}
