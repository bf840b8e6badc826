import Support
import Testing

@testable import Texts

/// Notes, references to them, and numbers of printed pages.
@Suite struct PageNotesTests {
    private func read(_ body: String) throws -> [String] {
        var book = TestBook()
        book.pages = [("a.xhtml", body)]
        return try BookText(book.zip.bytes, as: .epub).sentences
    }

    @Test(
        "a note that is marked as such is not read, whatever its element is",
        arguments: ["section", "aside", "li", "div", "p", "dl"],
        [
            "epub:type='endnotes'", "epub:type='x footnote'", "role='doc-endnote'", "role='doc-footnote'",
            "role='note' epub:type='rearnote'", "class='footnotes'",
        ])
    func notes(element: String, mark: String) throws {
        #expect(try read("<p>One.</p><\(element) \(mark)>A note.</\(element)><p>Two.</p>") == ["One.", "Two."])
    }

    @Test("the prefix of EPUB's attributes is whatever a page says")
    func prefix() throws {
        let page = """
            <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="http://www.idpf.org/2007/ops"><body>
            <p>One.<a o:type="noteref" href="#n">1</a> Two.</p><div o:type="endnote" id="n">A note.</div></body></html>
            """
        #expect(try read(page) == ["One.", "Two."])
    }

    @Test(
        "what refers to a note is not read when it is a mark",
        arguments: ["1", "[2]", "(3)", "*", "†", "a", "xiv", "note 4", "<sup>5</sup>", "注1", "[註二]"])
    func references(mark: String) throws {
        for way in ["epub:type='noteref'", "role='doc-noteref'", "class='fnanchor'"] {
            #expect(
                try read("<p>He left.<a \(way) href='#n'>\(mark)</a> It rained.</p>") == ["He left.", "It rained."])
            #expect(try read("<p>He left [<a \(way) href='#n'>\(mark)</a>], I think.</p>") == ["He left, I think."])
        }
    }

    @Test("words that refer to a note are words of the text")
    func words() throws {
        let text =
            "<p>A <a epub:type='noteref' href='#n'>mizzen</a>, <a role='doc-noteref' href='#n'>two masts<sup>2</sup></a>, 1 <a epub:type='noteref' href='#n'>鯨</a>.</p>"
        #expect(try read(text) == ["A mizzen, two masts, 1 鯨."])
    }

    @Test("a link to a note is known by its look; a link to a chapter is read")
    func links() throws {
        let text =
            "<p>So.<a href='n.xhtml#n3'><sup>3</sup></a> It was<a href='#n4'>4</a> late. <sup><a href='n.xhtml'>5</a></sup>Yes.<a href='#n6'>[6]</a></p>"
        #expect(try read(text) == ["So.", "It was late.", "Yes."])
        #expect(
            try read("<p>See chapter <a href='#c2'>2</a>, <a href='x#y'>the sea</a>.</p>") == [
                "See chapter 2, the sea."
            ])
    }

    @Test("the way back from a note is not read")
    func backLinks() throws {
        #expect(try read("<p>One <a role='doc-backlink' href='#r'>Return to text</a>two.</p>") == ["One two."])
    }

    @Test(
        "numbers of printed pages are not read",
        arguments: ["12", "[Pg 12]", "{xii}", "Page 12", "Seite 3", "– 7 –", "", "<b>8</b>"])
    func pages(number: String) throws {
        for way in ["epub:type='pagebreak'", "role='doc-pagebreak'", "class='pagenum'", "class='x pageno'"] {
            #expect(try read("<p>It was a <span \(way)>\(number)</span>small story.</p>") == ["It was a small story."])
            #expect(try read("<p>One.</p><div \(way)><p>\(number)</p></div><p>Two.</p>") == ["One.", "Two."])
        }
    }

    @Test("a word in the mark of a page break is a word of the text")
    func wordsOfPages() throws {
        let text =
            "<p><span epub:type='pagebreak'>But</span> she stayed. <span epub:type='pagebreak'>I</span> went.</p>"
        #expect(try read(text) == ["But she stayed.", "I went."])
    }
}
