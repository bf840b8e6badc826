import Testing

@testable import Texts

@Suite struct MarkdownReaderTests {
    private func read(_ text: String) throws -> BookText { try BookText(Array(text.utf8), as: .markdown) }

    @Test("headings of both kinds are chapters, and the first large one is the title")
    func headings() throws {
        let book = try read("# A *Book* #\n\nText.\n\n## Two\nMore\ntext.\n\nThree\n---\nEnd.\n")
        #expect(book.title == "A Book")
        #expect(
            book.chapters == [TextChapter("A Book", 0..<2), TextChapter("Two", 2..<4), TextChapter("Three", 4..<6)])
        #expect(book.sentences == ["A Book", "Text.", "Two", "More text.", "Three", "End."])
    }

    @Test("front matter says what the text is")
    func frontMatter() throws {
        let book = try read("---\ntitle: \"On Lamps\"\nauthor: Me\nlang: en-GB\n---\nText.\n")
        #expect(
            book.title == "On Lamps" && book.author == "Me" && book.language == "en-GB" && book.sentences == ["Text."])
    }

    @Test(
        "what marks a text is left out",
        arguments: [
            ("So **very** *nice*, __is__ _it_ ~~not~~", "So very nice, is it not"),
            ("A [link](http://x/y \"t\") and [another][1] and ![a picture](x.png) end", "A link and another and end"),
            ("`code_a * b` and snake_case and 2 * 3", "code_a b and snake_case and 2 * 3"),
            ("Tags <b>are</b> gone, <http://x.y/z> stays, 1 < 2", "Tags are gone, http://x.y/z stays, 1 < 2"),
            ("Escaped \\*stars\\* &amp; caf&eacute; &#233;", "Escaped *stars* & café é"),
            ("A note^[inline] and C&#151;D", "A note and C—D"),
            ("A note[^1] and [brackets] [", "A note and [brackets] ["),
        ])
    func inline(text: String, plain: String) throws {
        let found = try read(text).sentences
        #expect(found == [plain] || found == [plain.replacing("code_a b", with: "code_a * b")])
    }

    @Test("lists, quotations, code and tables are paragraphs; rules, comments and definitions are nothing")
    func blocks() throws {
        let text = """
            - One
            - [x] Two
              goes on
            1. Three

            > Said
            > > again.

            ```swift
            let x = 1
            let y = 2
            ```
            ***
            | A | B |
            |---|:-:|
            | 1 | *2* |

            <!-- not
            this -->
            - [x]
            ```inline``` code

            [Ann]: Yes.
            [1]: http://x  (A title)
            [^1]: A note.
            lazy lines of it

                and more of it

            Last.
            """
        let book = try read(text)
        #expect(
            book.paragraphs.map { $0.sentences.joined(separator: " ") } == [
                "One", "Two goes on", "1. Three", "Said again.", "let x = 1 let y = 2", "A, B", "1, 2", "inline code",
                "[Ann]: Yes.", "Last.",
            ])
        #expect(book.oddities == ["footnotes skipped"])
    }

    @Test("a hundred thousand open brackets take no time")
    func brackets() throws {
        let text = String(repeating: "[", count: 100_000) + "a](" + String(repeating: "<a", count: 100_000)
        #expect(try read(text).paragraphs.count == 1)
    }
}

@Suite struct HTMLReaderTests {
    private func read(_ text: String) throws -> BookText { try BookText(Array(text.utf8), as: .html) }

    @Test("a page has its title, its language and its headings as chapters; what leads elsewhere is left out")
    func page() throws {
        let book = try read(
            """
            <!DOCTYPE html><html lang="de"><head><title> A&amp;B </title><meta name="Author" content="Ich"><style>p{}</style></head>
            <body><nav>Menu</nav><h1>Eins</h1><p>Ein Satz.<p hidden>Nicht.</p><h2>Zwei</h2><div>Noch <i>ein</i> Satz.</div></body></html>
            """)
        #expect(book.title == "A&B" && book.author == "Ich" && book.language == "de" && book.oddities == [])
        #expect(book.sentences == ["Eins", "Ein Satz.", "Zwei", "Noch ein Satz."])
        #expect(book.chapters == [TextChapter("Eins", 0..<2), TextChapter("Zwei", 2..<4)])
    }

    @Test("pictures that stand in the page itself do not end it")
    func embedded() throws {
        let picture = String(repeating: "iVBORw0KGgo+/", count: 20_000)
        let book = try read("<html><p>One.<img alt='x' src=\"data:image/png;base64,\(picture)\">Two.<p>Three.")
        #expect(book.sentences == ["One.", "Two.", "Three."] && book.oddities == [])
    }

    @Test("a page is read to its end, however many of its tags have quoted values")
    func quotedValues() throws {
        let text = "<html><body>" + String(repeating: "<p class='h'>x</p>", count: 20_000) + "<p>End.</p></body></html>"
        #expect(try read(text).sentences.count == 20_001)
    }

    @Test("encodings: the mark, what the page says, UTF-8")
    func encodings() throws {
        #expect(try read("<p>Caf\u{E9}</p>").sentences == ["Café"])
        let said = Array("<meta charset=iso-8859-1><p>Caf".utf8) + [0xE9, 0x80] + Array("</p>".utf8)
        #expect(try BookText(said, as: .html).sentences == ["Café€"])
        let russian =
            Array("<meta http-equiv=x content='text/html; charset=koi8-r'><p>".utf8) + [0xE4, 0xC1] + Array("</p>".utf8)
        #expect(try BookText(russian, as: .html).sentences == ["Да"])
        let marked = [0xFF, 0xFE] + utf16("<meta charset=utf-8><p>é")
        #expect(try BookText(marked, as: .html).sentences == ["é"])
        let unknown = Array("<meta charset=klingon><p>é".utf8)
        #expect(try BookText(unknown, as: .html).sentences == ["é"])
        #expect(try BookText(Array("<p>A\u{0}B".utf8), as: .html).sentences == ["AB"])
    }
}
