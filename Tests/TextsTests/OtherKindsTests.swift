import Support
import Testing

@testable import Texts

/// FictionBooks, lyrics and captions are read; what is no book is told in one line.
@Suite struct OtherKindsTests {
    private static let book = """
        <?xml version="1.0" encoding="utf-8"?>
        <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description>
        <title-info><genre>sf</genre><author><first-name>Ann</first-name><last-name>Lee</last-name></author>
        <author><nickname>Bo</nickname></author><book-title>The Lamp</book-title><annotation><p>Buy it.</p></annotation>
        <coverpage><image l:href="#c.jpg"/></coverpage><lang>en</lang></title-info>
        <document-info><author><nickname>maker</nickname></author><id>4F2C</id></document-info></description>
        <body><title><p>The Lamp</p></title><epigraph><p>Light.</p></epigraph>
        <section><title><p>Chapter 1</p><p>Night</p></title><p>It was late<a l:href="#n1" type="note">[1]</a>. He left.</p>
        <subtitle>* * *</subtitle><poem><stanza><v>One line,</v><v>another.</v></stanza></poem><image l:href="#x"/></section>
        <section><title><p>Chapter 2</p></title><p>It was early.</p></section></body>
        <body name="notes"><section id="n1"><title><p>1</p></title><p>A note.</p></section></body>
        <binary id="x">AAAA</binary><binary id="c.jpg" content-type="image/jpeg">/9j/
        4AA=</binary></FictionBook>
        """

    private let sentences = [
        "The Lamp", "Light.", "Chapter 1", "Night", "It was late.", "He left.", "One line,", "another.", "Chapter 2",
        "It was early.",
    ]

    @Test("a FictionBook is read: what it is, its sections as chapters, its cover, and neither notes nor pictures")
    func fictionBook() throws {
        let bytes = Array(Self.book.utf8)
        #expect(TextFormat(beginning: bytes) == .fb2 && TextFormat(fileName: "a.FB2") == .fb2)
        let read = try BookText(bytes, as: .fb2)
        #expect(read.title == "The Lamp" && read.author == "Ann Lee, Bo" && read.language == "en")
        #expect(read.sentences == sentences)
        #expect(read.chapters.map(\.title) == ["Chapter 1 Night", "Chapter 2"])
        #expect(read.cover == [0xFF, 0xD8, 0xFF, 0xE0, 0x00] && read.oddities == ["footnotes skipped"])
    }

    @Test("a FictionBook that is packed is read as it is, and one that is no XML as far as it goes")
    func packedFictionBook() throws {
        let zip = Zip([("lamp.fb2", Self.book)])
        #expect(TextFormat(fileName: "lamp.fb2.zip") == .epub && TextFormat(fileName: "a.zip") == nil)
        #expect(try BookText(zip.bytes, as: .epub) == (try BookText(Array(Self.book.utf8), as: .fb2)))
        let signs = Self.book.replacing("The Lamp</book-title>", with: "Oil & Lamp</book-title>")
        let odd = try BookText(Array(signs.utf8), as: .fb2)
        #expect(odd.title == "Oil & Lamp" && odd.sentences == sentences && odd.oddities.count == 2)
        let open = Self.book.replacing("</v><v>", with: "<v>").replacing("</FictionBook>", with: "")
        #expect(try BookText(Array(open.utf8), as: .fb2).sentences == sentences)
    }

    @Test("lyrics are read without their times, which are those of their lines")
    func lyrics() throws {
        let text = """
            [ti:A Song]
            [offset:500]
            [00:01.00][00:10.00]The moon is <up>
            [00:03.50]And so am I & you
            [00:05.00]
            """
        #expect(TextFormat(beginning: text.utf8) == .lrc && TextFormat(fileName: "a.lrc") == .lrc)
        let read = try BookText(Array(text.utf8), as: .lrc)
        #expect(read.title == "A Song")
        #expect(read.sentences == ["The moon is <up>", "And so am I & you", "The moon is <up>"])
        #expect(read.cues.map { [$0.start.seconds, $0.end.seconds] } == [[0.5, 3], [3, 4.5], [9.5, 14.5]])
    }

    @Test("captions of SBV are read as other subtitles are")
    func captions() throws {
        let text = "0:00:00.500,0:00:04.000\n>> ANN: Hi, my name\nis Ann\n\n0:00:04.000,0:00:06.000\nand[br]you\n"
        #expect(TextFormat(beginning: text.utf8) == .sbv && TextFormat(fileName: "a.sbv") == .sbv)
        let read = try BookText(Array(text.utf8), as: .sbv)
        #expect(read.sentences == [">> ANN: Hi, my name is Ann", "and you"])
        #expect(read.cues.first.map { [$0.start.seconds, $0.end.seconds] } == [0.5, 4])
    }

    @Test(
        "what is no text says in one line what it is and what to do",
        arguments: [
            ("{100}{148}Who is there?\n{150}{160}Me.", "MicroDVD subtitles; convert them to SRT or WebVTT"),
            ("[100][148]Who?\n[150][160]Me.", "MPL2 subtitles; convert them to SRT or WebVTT"),
            ("<SAMI><BODY></BODY></SAMI>", "SAMI subtitles; convert them to SRT or WebVTT"),
            ("<?xml version='1.0'?>\n<tt xml:lang='en'><body/></tt>", "TTML subtitles; convert them to SRT or WebVTT"),
            ("Message-ID: <1@b>\nFrom: Ann\n\nHi.", "an email; save its text as a file"),
            ("From: Ann\nTo: Bob\nSubject: Boats\n\nHi.", "an email; save its text as a file"),
            ("From ann Mon Nov 30 21:00:00 2026\nFrom: Ann\nX-A: 1\n\nHi.", "an email; save its text as a file"),
            (
                "From: x\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n--",
                "a web archive (MHTML); save the page as HTML"
            ),
            ("AT&TFORM\u{0}", "a DjVu document; convert it to EPUB or plain text"),
            ("ITSF\u{3}\u{0}", "a Windows help file (CHM); convert it to EPUB"),
            (String(repeating: "\u{0}", count: 60) + "BOOKMOBI", "a Kindle book (MOBI, AZW); convert it to EPUB"),
            ("CONT\u{2}\u{0}", "a Kindle book (KFX); convert it to EPUB"),
        ])
    func refused(text: String, found: String) {
        let error = #expect(throws: TextError.self) { try BookText(Array(text.utf8), as: .plain) }
        let kinds = "EPUB, FictionBook, HTML, Markdown, plain text or subtitles"
        #expect(error?.reason == "expected text (\(kinds)), found \(found)")
    }

    @Test(
        "texts that begin like something else are texts",
        arguments: [
            "Romeo: Hello.\nJuliet: Hi.\n\nThey leave.", "From: the captain\nTo my wife: hello.\n\nHi.",
            "Subject: none\n\nText.", "From the sea: a story.\n\nIt was late.", "{1} is a set.", "[1][2] are notes.",
            "Title: A\nAuthor: B\nDate: C\n\nText.", "CONTENTS\n\nOne.",
        ])
    func texts(text: String) { #expect(throws: Never.self) { try BookText(Array(text.utf8), as: .plain) } }

    @Test("a document of another kind with a book's name is told, too, and a comic book")
    func misnamed() {
        func found(_ bytes: [UInt8]) -> TextError? {
            #expect(throws: TextError.self) { try BookText(bytes, as: .epub) }
        }
        #expect(found(Array("%PDF-1.4".utf8)) == .noText(found: "a PDF"))
        #expect(found(Zip([("1.jpg", "a"), ("2.PNG", "b")]).bytes) == .noText(found: "a comic book (CBZ)"))
    }
}
