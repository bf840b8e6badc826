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

    @Test(
        "lines of signs, definitions, boxes of tasks and what code is written in are not said",
        arguments: [1, 2, 1_000])
    func unsaid(pieces: Int) {
        let line = String(repeating: "=", count: 1_000)
        let text = """
            First
            ======\r
            Second
            \(line)
            Third
            --
            - [x] done
            - [ ] to do
            * [x](http://x.example) is a link
            + [é] stays
            ```swift
            # let one
              two

            ```
            ~~~ python
            three
            ~~~~
            ```inline``` too
            [1]: http://x.example/\(line) "Title"
            [^2]: A note that nobody reads.
            > [3]: #part
            [a link](http://x.example) ends.
            [Ann]: Hello there.
            [Ben]: Yes.
            [Cid] goes. [1]: stays.
            """
        #expect(
            sentences(text, pieces: pieces) == [
                "First", "Second", "Third", "done", "to do", "x is a link", "[é] stays", "# let one", "two", "three",
                "inline too", "a link ends.", "[Ann]: Hello there.", "[Ben]: Yes.", "[Cid] goes.", "[1]: stays.",
            ])
        #expect(sentences("Open\n```", pieces: pieces) == ["Open"] && sentences("- [x]", pieces: pieces) == [])
    }

    @Test("each line of fenced code is a sentence", arguments: [1, 3, 1_000])
    func code(pieces: Int) {
        let text = "So:\n```python\nprint(\"hi\")\nfor i in x:\n    pass\n```\nDone\nit is."
        #expect(sentences(text, pieces: pieces) == ["So:", "print(\"hi\")", "for i in x:", "pass", "Done it is."])
    }

    @Test("what is held back has its bounds: lines of signs, names, addresses, languages of code")
    func memory() {
        for (start, more) in [
            ("", "="), ("", "`"), ("```\n", "`"), ("", "["), ("[", "x"), ("[x]: ", "/"), ("```", "x"),
        ] {
            var stream = MarkdownStream()
            _ = stream.receive(start.utf8)
            for _ in 0..<10_000 { _ = stream.receive(more.utf8) }
            #expect(stream.finish().count <= 2_100)
        }
    }

    @Test("only what may be a sign waits for more")
    func latency() {
        var stream = MarkdownStream()
        #expect(stream.receive("H".utf8) == Array("H".utf8))
        #expect(stream.receive("ello\n- ".utf8) == Array("ello\n".utf8))
        #expect(stream.receive("x".utf8) == Array("\n\nx".utf8))
        #expect(stream.receive("\n12345678901234567890".utf8).count == 1 + 20)
        #expect(stream.receive("\n[link](".utf8) == Array("\n[link](".utf8))
        #expect(stream.receive("\n[Ann]: Hello t".utf8) == Array("\n[Ann]: Hello t".utf8))
        #expect(stream.receive("\n- [y".utf8) == Array("\n\n\n[y".utf8))
        #expect(stream.receive("\n~~~ x\ny".utf8) == Array("\n\n\n\ny".utf8))
    }
}
