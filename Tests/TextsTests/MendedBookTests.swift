import Support
import Testing

@testable import Texts

/// Books that are not as the standard wants them, and are read as their readers expect.
@Suite struct MendedBookTests {
    private func read(_ book: TestBook) throws -> BookText { try BookText(book.zip.bytes, as: .epub) }

    private static let container = #"<container><rootfile full-path="OEBPS/book.opf"/></container>"#

    private func renamed(_ rename: (String) -> String) throws -> BookText {
        var zip = TestBook().zip
        for place in zip.entries.indices { zip.entries[place].name = rename(zip.entries[place].name) }
        return try BookText(zip.bytes, as: .epub)
    }

    private let sentences = ["One", "First page.", "Second page."]

    // MARK: Broken XML

    @Test("a bare & or < in the package is itself, and entities of HTML are what they stand for")
    func packageSigns() throws {
        var book = TestBook()
        book.metadata = "<dc:title>Salt & Pepper, R&D; 1 < 2, caf&eacute; &amp; &#x2014;</dc:title>"
        let read = try read(book)
        #expect(read.title == "Salt & Pepper, R&D; 1 < 2, café & —" && read.sentences == sentences)
        #expect(read.oddities == ["OEBPS/book.opf: not XML (line 2); read as it seems to be meant"])
    }

    @Test("what stands before a declaration is no part of the file: blanks, marks, words")
    func heads() throws {
        for head in ["\n  ", "\u{FEFF}\u{FEFF}", "\u{0}", "HTTP/1.1 200 OK\r\n\r\n"] {
            var zip = TestBook().zip
            for place in 1...3 { zip.entries[place].bytes = Array(head.utf8) + zip.entries[place].bytes }
            #expect(try BookText(zip.bytes, as: .epub).sentences == sentences, "\(head)")
        }
    }

    @Test("a package that ends too early, or has tags that do not match, is read as far as it goes")
    func unclosed() throws {
        var book = TestBook()
        book.metadata = "<dc:title>A Book</title><dc:language>en</dc:language>"
        #expect(try read(book).sentences == sentences)
        book = TestBook()
        book.spine = "</spine><guide><reference"
        #expect(try read(book).sentences == sentences)
    }

    @Test("a bare & in a page is an ampersand, and the page still is XML")
    func pageSigns() throws {
        var book = TestBook()
        book.pages = [
            ("a.xhtml", "<p>Fish & chips at AT&T; 3 < 4 &mdash; and <![CDATA[<b> & ]]>more.</p><!-- & <p>No.</p> -->")
        ]
        let read = try read(book)
        #expect(read.sentences == ["Fish & chips at AT&T; 3 < 4 — and <b> & more."])
        #expect(read.oddities == ["OEBPS/a.xhtml: the page is not XML (line 3); read as it seems to be meant"])
    }

    @Test("mending takes no time and ends, whatever it is given")
    func manySigns() throws {
        for piece in ["&", "<!--", "<?xml ", "<![CDATA[", "<", "<a ", "&#x;"] {
            let bytes = Array(("<a>" + String(repeating: piece, count: 200_000)).utf8)
            #expect(MarkupMending.mended(bytes, guessing: true) != nil)
        }
        #expect(MarkupMending.mended(Array("no markup".utf8), guessing: true) == nil)
    }

    // MARK: Containers

    @Test("of several root files the package is the one with its media type, wherever it stands")
    func rootFiles() throws {
        var book = TestBook()
        let other = #"<rootfile full-path="book.pdf" media-type="application/pdf"/>"#
        let package = #"<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>"#
        book.others = [("book.pdf", "%PDF-1.4")]
        for files in [other + package, package + other] {
            book.container = "<container><rootfiles>\(files)</rootfiles></container>"
            let read = try read(book)
            #expect(read.sentences == sentences && read.oddities == [])
        }
    }

    @Test("without a container, or with one that names nothing, the package that is there is the book's")
    func noContainer() throws {
        var zip = TestBook().zip
        zip.entries.remove(at: 1)
        let read = try BookText(zip.bytes, as: .epub)
        #expect(read.sentences == sentences)
        #expect(read.oddities == ["META-INF/container.xml: missing; using OEBPS/book.opf"])
        var book = TestBook()
        book.container = "<container>"
        #expect(try self.read(book).sentences == sentences)
    }

    @Test("blanks round an id do not count")
    func ids() throws {
        var book = TestBook()
        book.items = "<item id=' c\n' href=' c.xhtml ' media-type=' application/xhtml+xml '/>"
        book.spine = "<itemref idref='c '/>"
        book.others = [("OEBPS/c.xhtml", TestBook.page("<p>Third page.</p>"))]
        let read = try read(book)
        #expect(read.sentences == sentences + ["Third page."] && read.oddities == [])
    }

    @Test(
        "a page of a foreign kind stands for its fallback, however long the chain is, and a chain that turns back for nothing"
    )
    func fallbacks() throws {
        var book = TestBook()
        func item(_ id: String, _ type: String, _ fallback: String) -> String {
            "<item id='\(id)' href='\(id)' media-type='\(type)' fallback='\(fallback)'/>"
        }
        book.items =
            item("p", "application/pdf", "v") + item("v", "video/mp4", "c") + item("x", "a/b", "y")
            + item("y", "a/b", "x")
            + "<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>"
        book.spine = "<itemref idref='p'/><itemref idref='x'/>"
        book.others = [("OEBPS/p", "%PDF-1.4"), ("OEBPS/c.xhtml", TestBook.page("<p>Third page.</p>"))]
        let read = try read(book)
        #expect(read.sentences == sentences + ["Third page."])
        #expect(read.oddities == ["OEBPS/x: not a page (a/b); skipped"])
    }

    @Test("a drawing in the spine is read: its name, its description, its texts, and pages in it")
    func drawings() throws {
        var book = TestBook()
        book.items =
            "<item id='s' href='s.svg' media-type='image/svg+xml'/><item id='j' href='j.jpg' media-type='image/jpeg'/>"
        book.spine = "<itemref idref='s'/><itemref idref='j'/>"
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg"><title>Bright Days</title><desc>A lamp.</desc><style>p{}</style>
            <text>Bright Days</text><text>It was a <tspan>dark</tspan><tspan x="1" dy="2">night</tspan></text><text>and cold.</text>
            <defs><text>No</text></defs><text display="none">Nor this.</text>
            <foreignObject><p xmlns="http://www.w3.org/1999/xhtml">Said <b>here</b>.</p></foreignObject></svg>
            """
        book.others = [("OEBPS/s.svg", drawing)]
        let read = try read(book)
        #expect(
            read.sentences == sentences + ["A lamp.", "Bright Days", "It was a dark night and cold.", "Said here."])
        #expect(read.oddities == [])
    }

    // MARK: Encryption

    @Test("an encrypted film or font keeps nobody from the text, an encrypted page does")
    func encryption() throws {
        func book(_ file: String) -> TestBook {
            var book = TestBook()
            let method = "<EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes256-cbc'/>"
            let data = "<CipherData><CipherReference URI='\(file)'/></CipherData>"
            book.others = [
                ("META-INF/encryption.xml", "<encryption><EncryptedData>\(method)\(data)</EncryptedData></encryption>"),
                ("OEBPS/v.mp4", "film"),
            ]
            return book
        }
        #expect(try read(book("OEBPS/v.mp4")).sentences == sentences)
        for file in ["OEBPS/b.xhtml", "OEBPS/%62.xhtml", "OEBPS/book.opf"] {
            #expect(throws: TextError.protected(place: "META-INF/encryption.xml")) { try read(book(file)) }
        }
        var zip = book("OEBPS/v.mp4").zip
        zip.entries[6].isEncrypted = true
        #expect(try BookText(zip.bytes, as: .epub).sentences == sentences)
    }

    // MARK: Names

    @Test(
        "a file is found by the name that its maker meant",
        arguments: [
            ("one%20page.xhtml", "one%20page.xhtml"), ("one%20page.xhtml", "one page.xhtml"),
            ("one%2520page.xhtml", "one page.xhtml"), ("one page.xhtml", "one%20page.xhtml"),
            ("100%.xhtml", "100%.xhtml"), ("a&amp;b.xhtml", "a&b.xhtml"), ("a%26b.xhtml", "a&b.xhtml"),
            ("C#.xhtml", "C#.xhtml"), ("Text\\c.xhtml", "Text/c.xhtml"), ("text/C.xhtml", "Text/c.XHTML"),
            ("/OEBPS/c.xhtml", "c.xhtml"), ("/c.xhtml", "c.xhtml"), ("x/../c.xhtml", "c.xhtml"),
            ("./c.xhtml", "c.xhtml"), ("../../../OEBPS/c.xhtml", "c.xhtml"), ("%C3%A9.xhtml", "e\u{301}.xhtml"),
            ("e\u{301}.xhtml", "\u{E9}.xhtml"), ("%E9.xhtml", "\u{E9}.xhtml"), ("%E9.xhtml", "%E9.xhtml"),
        ])
    func names(reference: String, name: String) throws {
        var book = TestBook()
        book.items = "<item id='c' href='\(reference)' media-type='application/xhtml+xml'/>"
        book.spine = "<itemref idref='c'/>"
        book.others = [("OEBPS/" + name, TestBook.page("<p>Third page.</p>"))]
        let read = try read(book)
        #expect(read.sentences == sentences + ["Third page."] && read.oddities == [])
    }

    @Test("of two files whose names differ in capitals each is found by its own")
    func capitals() throws {
        var book = TestBook()
        book.items = "<item id='c' href='A.xhtml' media-type='application/xhtml+xml'/>"
        book.spine = "<itemref idref='c'/>"
        book.others = [("OEBPS/A.xhtml", TestBook.page("<p>Third page.</p>"))]
        #expect(try read(book).sentences == sentences + ["Third page."])
    }

    @Test("an archive with backslashes, a slash or ./ in front, small letters, or all of it in a folder is a book")
    func archiveNames() throws {
        #expect(try renamed { String($0.map { $0 == "/" ? "\\" : $0 }) }.sentences == sentences)
        for front in ["/", "./", "My Book/", "a/b/"] { #expect(try renamed { front + $0 }.sentences == sentences) }
        #expect(try renamed { $0.lowercased() }.sentences == sentences)
    }

    @Test("an unpacked book is read as a packed one, and what cannot be read of it is said")
    func folder() throws {
        let files = Dictionary(uniqueKeysWithValues: TestBook().zip.entries.map { ($0.name, $0.bytes) })
        let whole = try BookText(unpacked: files.keys.sorted()) { files[$0] }
        #expect(whole == (try read(TestBook())))
        let part = try BookText(unpacked: files.keys.sorted()) { $0.hasSuffix("b.xhtml") ? nil : files[$0] }
        #expect(part.sentences == ["One", "First page."])
        #expect(part.oddities == ["OEBPS/b.xhtml: missing", "OEBPS/b.xhtml: cannot be read"])
    }

    // MARK: Contents

    private func chapters(_ entries: String) throws -> [String] {
        var book = TestBook()
        book.items = #"<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>"#
        let nav =
            "<nav epub:type='landmarks'><a href='b.xhtml'>No</a></nav><nav role='doc-toc'><ol>\(entries)</ol></nav>"
        book.others = [("OEBPS/nav.xhtml", TestBook.page(nav))]
        return try read(book).chapters.map(\.title)
    }

    @Test(
        "an entry of the contents is called by its text, its picture's alt, or its title, and a line break parts words")
    func labels() throws {
        for (entry, name) in [
            ("<a href='a.xhtml'><img alt='The Well' src='x'/></a>", "The Well"),
            ("<a href='a.xhtml'><img alt='T' src='x'/>he Well</a>", "The Well"),
            ("<a href='a.xhtml' title='The Well'><img alt='' src='x'/></a>", "The Well"),
            ("<a href='a.xhtml'><img title='The Well' src='x'/></a>", "The Well"),
            ("<a href='a.xhtml' aria-label='The Well'><img src='x'/></a>", "The Well"),
            ("<a href='a.xhtml'>1<br/>The Well</a>", "1 The Well"),
            ("<a href='a.xhtml'><p>1</p><p>The Well</p></a>", "1 The Well"),
            ("<a href='a.xhtml'>Fish & Bread</a>", "Fish & Bread"),
            ("<a href='a.xhtml'><ruby>井<rp>(</rp><rt>i</rt><rp>)</rp></ruby>戸</a>", "井戸"),
            ("<span>Part I</span><ol><li><a href='a.xhtml'>The Well</a></li></ol>", "Part I · The Well"),
        ] {
            #expect(try chapters("<li>\(entry)</li><li><a href='b.xhtml'>Home</a></li>") == [name, "Home"], "\(entry)")
        }
    }
}
