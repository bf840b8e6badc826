import Support
import Testing

@testable import Texts

@Suite("Markdown of a program that answers")
struct MarkdownStreamTests {
    /// What is said of it, however it comes in pieces.
    private func sentences(_ text: String, pieces: Int = 1) -> [String] {
        var (stream, splitter) = (MarkdownStream(), SentenceSplitter())
        let bytes = Array(text.utf8)
        var found: [Sentence] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            found += splitter.receive(stream.receive(bytes[start..<min(bytes.count, start + pieces)]))
        }
        found += splitter.receive(stream.finish()) + splitter.finish()
        return found.map { MarkdownStream.words($0.text) }.filter { !$0.isEmpty }
    }

    @Test("signs are not said, headings and items are sentences", arguments: [1, 3, 1_000])
    func signs(pieces: Int) {
        let text = """
            # Title
            **Bold** words, `code` and [a link](http://x.example).
            - first
            * second thing
              + within
            1. one
            > quoted
            ---
            The end
            """
        #expect(
            sentences(text, pieces: pieces) == [
                "Title", "Bold words, code and a link.", "first", "second thing", "within", "1. one quoted", "The end",
            ])
    }

    @Test("what is no Markdown stays as it is", arguments: [1, 1_000])
    func plain(pieces: Int) {
        for text in [
            "2 * 3 is 6.", "-5 degrees.", "3 apples and 1.5 pears.", "#1 of them.", "a_b_c is a name.", "5 > 4.",
        ] {
            #expect(sentences(text, pieces: pieces) == [text])
        }
        #expect(sentences("One.\n\nTwo", pieces: pieces) == ["One.", "Two"])
        #expect(sentences("", pieces: pieces) == [])
    }

    @Test("only what may be a sign waits for more")
    func latency() {
        var stream = MarkdownStream()
        #expect(stream.receive("H".utf8) == Array("H".utf8))
        #expect(stream.receive("ello\n- ".utf8) == Array("ello\n".utf8))
        #expect(stream.receive("x".utf8) == Array("\n\nx".utf8))
        #expect(stream.receive("\n12345678901234567890".utf8).count == 1 + 20)
    }
}
