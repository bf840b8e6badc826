import Support
import Testing

@testable import Texts

@Suite struct EPUBReaderTests {
    private func read(_ book: TestBook) throws -> BookText { try BookText(book.zip.bytes, as: .epub) }

    private func sentences(_ body: String) throws -> [String] {
        var book = TestBook()
        book.pages = [("a.xhtml", body)]
        return try read(book).sentences
    }

    private func error(_ bytes: [UInt8]) -> TextError? {
        #expect(throws: TextError.self) { try BookText(bytes, as: .epub) }
        do { _ = try BookText(bytes, as: .epub) } catch { return error }
        return nil
    }

    @Test("pages are read in the order of the spine, and the package says what the book is")
    func wholeBook() throws {
        let book = try read(TestBook())
        #expect(book.title == "A Book" && book.author == "Somebody" && book.language == "en-GB")
        #expect(book.sentences == ["One", "First page.", "Second page."])
        #expect(book.paragraphs.map(\.isHeading) == [true, false, false])
        #expect(book.chapters == [TextChapter("One", 0..<3)])
        #expect(book.oddities == [] && book.cover == nil)
    }

    @Test("EPUB 3 names its chapters in nav.xhtml, with places inside of pages")
    func navigation() throws {
        var book = TestBook()
        book.pages = [
            ("a.xhtml", "<p>Before.</p><h2 id='one'>I</h2><p>One.</p><h2 id='two'>II</h2><p>Two.</p>"),
            ("sub/b c.xhtml", "<p>Three.</p>"),
        ]
        book.items = #"<item id="n" href="nav.xhtml" properties="nav x" media-type="application/xhtml+xml"/>"#
        book.spine = #"<itemref idref="n"/>"#
        book.others = [
            (
                "OEBPS/nav.xhtml",
                TestBook.page(
                    """
                    <nav epub:type="landmarks"><ol><li><a href="a.xhtml">No</a></li></ol></nav>
                    <nav epub:type="toc"><ol><li><a href="a.xhtml#one">The <b>first</b></a></li><li><a href="./a.xhtml#two">Second</a>
                    <ol><li><a href="sub/b%20c.xhtml">Third</a></li><li><a href="../../x.xhtml">Out</a></li></ol></li></ol></nav>
                    """)
            )
        ]
        let read = try read(book)
        #expect(
            read.chapters == [
                TextChapter("The first", 1..<3), TextChapter("Second", 3..<5), TextChapter("Third", 5..<6),
            ])
        #expect(read.sentences == ["Before.", "I", "One.", "II", "Two.", "Three."])
    }

    @Test("EPUB 2 names them in toc.ncx; a part and its first chapter are one when they begin together")
    func oldContents() throws {
        var book = TestBook()
        book.items = #"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#
        book.spineAttributes = #"toc="ncx""#
        func point(_ title: String, _ place: String, _ inside: String = "") -> String {
            "<navPoint><navLabel><text>\(title)</text></navLabel><content src='\(place)'/>\(inside)</navPoint>"
        }
        let points = point("Part", "a.xhtml", point("Chapter", "a.xhtml#missing") + point("Other", "b.xhtml"))
        book.others = [("OEBPS/toc.ncx", "<ncx><navMap>\(points)</navMap></ncx>")]
        #expect(try read(book).chapters == [TextChapter("Part · Chapter", 0..<2), TextChapter("Other", 2..<3)])
    }

    @Test(
        "the cover is found by its property, by its name in the metadata, and by a name that is a file",
        arguments: ["properties", "id", "file", "none"])
    func cover(way: String) throws {
        var book = TestBook()
        let property = way == "properties" ? #"properties="cover-image""# : ""
        book.items = #"<item id="c" href="img/c.png" media-type="image/png" \#(property)/>"#
        if way == "id" { book.metadata += #"<meta name="cover" content="c"/>"# }
        if way == "file" { book.metadata += #"<meta name="cover" content="img/c.png"/>"# }
        book.others = [("OEBPS/img/c.png", "picture")]
        #expect(try read(book).cover == (way == "none" ? nil : Array("picture".utf8)))
    }

    @Test("whoever wrote the book is its author, and not who drew it")
    func authors() throws {
        var book = TestBook()
        book.metadata = """
            <dc:creator id="i">A Painter</dc:creator><dc:creator id="w">A  Writer</dc:creator><dc:creator opf:role="aut">B</dc:creator>
            <meta refines="#i" property="role">ill</meta><meta refines="#w" property="role">aut</meta>
            <dc:language>klingon!</dc:language>
            """
        let read = try read(book)
        #expect(read.author == "A Writer, B" && read.title == nil && read.language == nil)
        #expect(read.oddities == ["unknown language \"klingon!\""])
    }

    @Test("what is only shown is not read: ruby readings, references to notes, notes, page breaks, scripts")
    func leftOut() throws {
        let body = """
            <p>The <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> word<a epub:type="noteref" href="#n">1</a> is sh&#173;ort.<script>x()</script></p>
            <aside epub:type="footnote" id="n"><p>A note.</p></aside><p><span epub:type="pagebreak">12</span>Next<sup>2</sup> one.</p>
            """
        #expect(try sentences(body) == ["The 漢 word is short.", "Next one."])
    }

    @Test("lists, tables, line breaks and code are paragraphs of text")
    func blocks() throws {
        let body = """
            <ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
            <p>A line<br/>and another
              one.</p><pre>let x = 1</pre><blockquote>Said.<p>Again.</p></blockquote>
            """
        #expect(
            try sentences(body) == [
                "One", "Two", "Three", "A, B", "1, 2", "A line and another one.", "let x = 1", "Said.", "Again.",
            ])
    }

    /// What a stranger could make of declarations: a text that grows, a file, an address.
    private let declarations = """
        <!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">
        <!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]>
        """

    @Test("entities of HTML are what they stand for, and those that a page declares are nothing, however often")
    func entities() throws {
        for type in ["", "<!DOCTYPE html>", declarations] {
            let page =
                "<?xml version='1.0'?>\(type)<html><body><p title='&eacute;&b;'>Caf&eacute;&nbsp;&b;&c;&amp; tea.</p></body></html>"
            var book = TestBook()
            book.pages = [("a.xhtml", page)]
            let read = try read(book)
            #expect(read.sentences == ["Café & tea."] && read.oddities == [], "\(type)")
        }
    }

    @Test("declarations of a page that is no XML are not read as its text")
    func brokenDeclarations() throws {
        #expect(
            try sentences("<?xml version='1.0'?>\(declarations)<html><body><p>So &b; it is.</body></html>") == [
                "So &b; it is."
            ])
    }

    @Test("a page that is no XML is read as HTML, and that is said")
    func brokenPage() throws {
        var book = TestBook()
        book.pages = [("a.xhtml", "<html><body><p>One<p>Two &amp; <b>three</p></body>")]
        let read = try read(book)
        #expect(read.sentences == ["One", "Two & three"])
        #expect(read.oddities == ["OEBPS/a.xhtml: the page is not XML (line 1); read as HTML"])
    }

    @Test("pages that are missing are said, and the others are read")
    func missingPage() throws {
        var book = TestBook()
        book.items = #"<item id="gone" href="gone.xhtml"/><item id="out" href="../../out.xhtml"/>"#
        book.spine = #"<itemref idref="gone"/><itemref idref="nobody"/><itemref idref="out"/>"#
        let read = try read(book)
        #expect(read.sentences.count == 3)
        #expect(
            read.oddities == [
                "../../out.xhtml: outside the book; skipped",
                "the page order names \"nobody\", which is not in the book",
                "the page order names \"out\", which is not in the book", "OEBPS/gone.xhtml: missing",
            ])
    }

    // MARK: What is refused

    @Test("a protected book gives one sentence, and one whose fonts alone are hidden is read")
    func protection() throws {
        func encryption(_ method: String) -> TestBook {
            var book = TestBook()
            let data = "<EncryptedData><EncryptionMethod Algorithm='\(method)'/></EncryptedData>"
            book.others = [("META-INF/encryption.xml", "<encryption>\(data)</encryption>")]
            return book
        }
        let found = error(encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc").zip.bytes)
        #expect(found == .protected(place: "META-INF/encryption.xml"))
        #expect(
            found?.reason
                == "the book is copy-protected (META-INF/encryption.xml); only the program it was bought for can open it"
        )
        for method in ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"] {
            #expect(try read(encryption(method)).sentences.count == 3)
        }
        var zip = TestBook().zip
        zip.entries[3].isEncrypted = true
        #expect(error(zip.bytes) == .protected(place: "OEBPS/a.xhtml"))
    }

    @Test("what is no book says in one line what is missing")
    func broken() throws {
        #expect(
            error(Array("PK\u{3}\u{4}junk".utf8))?.reason
                == "the book's archive: expected a zip archive, found a damaged one "
                + "(unrecognized archive format)")
        #expect(error([])?.reason.hasPrefix("the book's archive: expected a zip archive, found ") == true)
        let whole = TestBook().zip.bytes
        #expect(error(Array(whole.prefix(whole.count / 2)))?.reason.hasPrefix("the book's archive: ") == true)
        #expect(
            error(Zip([("a", "b")]).bytes)?.reason == "the book: expected META-INF/container.xml, found none")
        func container(_ text: String) -> String? { error(Zip([("META-INF/container.xml", text)]).bytes)?.reason }
        #expect(
            container(#"<container><rootfile full-path="x.opf"/></container>"#)
                == "the book: expected its package file x.opf, found none")
        #expect(
            container(#"<container><rootfile full-path="../x.opf"/></container>"#)
                == "META-INF/container.xml: expected the path of a package file, found none")
        #expect(container("nothing") == "META-INF/container.xml: expected XML, found something else (line 1)")
        var book = TestBook()
        book.pages = [("a.xhtml", "<p> … </p>")]
        #expect(error(book.zip.bytes) == .empty)
    }

    @Test("an archive that is a document of an office program is told by its files")
    func foreign() {
        let manifest = [("content.xml", ""), ("META-INF/manifest.xml", "")]
        let kind = "application/vnd.oasis.opendocument"
        let others: [([(String, String)], String)] = [
            ([("[Content_Types].xml", ""), ("word/document.xml", "")], "a Word document (docx)"),
            ([("[Content_Types].xml", ""), ("xl/workbook.xml", "")], "an Office document"),
            ([("mimetype", kind + ".text")] + manifest, "an OpenDocument text (odt)"),
            ([("mimetype", kind + ".spreadsheet")] + manifest, "an OpenDocument file"),
        ]
        for (files, found) in others { #expect(error(Zip(files).bytes) == .noText(found: found)) }
    }

    @Test("links and names that lead out of the book are not followed, and that is said")
    func linksAndPaths() throws {
        var book = TestBook()
        book.others = [("OEBPS/c.xhtml", "/etc/passwd"), ("../up", "x"), ("/etc/x", "y"), ("OEBPS/../../z", "z")]
        book.items = #"<item id="c" href="c.xhtml"/>"#
        book.spine = #"<itemref idref="c"/>"#
        var zip = book.zip
        zip.entries[5].isLink = true
        let read = try BookText(zip.bytes, as: .epub)
        #expect(read.sentences == ["One", "First page.", "Second page."])
        #expect(
            read.oddities == [
                "OEBPS/c.xhtml: missing", "OEBPS/c.xhtml: a link; skipped",
                "../up: outside the book; skipped", "OEBPS/../../z: outside the book; skipped",
            ])
    }

    @Test("an archive that becomes much larger than it is, is not unpacked")
    func bomb() throws {
        var zip = TestBook().zip
        zip.entries[3].bytes = [UInt8](repeating: 0x20, count: 20 << 20)
        let bytes = zip.packed
        #expect(bytes.count < 100_000)
        #expect(error(bytes) == .tooLarge(what: "the book, unpacked", limit: "100 times the size of its file"))
        zip.entries[3].bytes = [UInt8](repeating: 0x20, count: TextLimits.entryBytes + 1)
        zip.entries.append(
            Zip.Entry(name: "filler", bytes: (0..<800_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }))
        #expect(error(zip.packed)?.reason.hasSuffix("MiB, found more") == true || error(zip.packed) != nil)
        let many = Zip((0...TextLimits.archiveEntries).map { ("\($0)", "") })
        #expect(error(many.bytes) == .tooLarge(what: "files of the book", limit: "\(TextLimits.archiveEntries)"))
    }

    @Test(
        "elements that are very deep in one another, and tags with very many attributes, end the page and take no time")
    func deepPages() throws {
        let deep =
            "<p>Begin.</p>" + String(repeating: "<i>", count: 100_000) + "deep"
            + String(repeating: "</b>", count: 100_000)
        #expect(try sentences(deep) == ["Begin."])
        let wide = "<p>Begin.</p><p " + (0..<100_000).map { "a\($0)='1'" }.joined(separator: " ") + ">wide</p>"
        #expect(try sentences(wide) == ["Begin."])
        let quoted = "<html><p>Begin.</p><p " + (0..<100_000).map { "a\($0)='>'" }.joined(separator: " ") + ">wide</p>"
        #expect(try sentences(quoted) == ["Begin."])
    }

    /// What other programs read as Windows-1252 is a letter there.
    @Test("no control character is left of a book, wherever it stands")
    func controls() throws {
        var book = TestBook()
        book.metadata = "<dc:title>A\u{9B}31mB&#x202E;C</dc:title><dc:creator>&#x85;D&#x9;E</dc:creator>"
        book.pages = [("a.xhtml", "<p>One\u{9B}2J\u{200B} two&#x9D;.</p>")]
        let read = try read(book)
        #expect(read.title == "A›31mBC" && read.author == "…D E" && read.sentences == ["One›2J two."])
    }

    @Test("names of files may have any letters")
    func names() throws {
        var book = TestBook()
        book.pages = [("глава 1.xhtml", "<p>Да.</p>"), ("é%20.xhtml", "<p>Oui.</p>")]
        var zip = book.zip
        zip.entries[4].name = "OEBPS/é .xhtml"
        #expect(try BookText(zip.bytes, as: .epub).sentences == ["Да.", "Oui."])
    }
}
