import Testing

@testable import Texts

@Suite struct PlainReaderTests {
    private func read(_ text: String) throws -> BookText { try BookText(Array(text.utf8), as: .plain) }

    @Test("lines that are wrapped are one paragraph, up to an empty line, whatever ends them")
    func wrapped() throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["One goes", "on. Two", "", "  ", "Three."].joined(separator: end)
            #expect(try read(text).paragraphs.map(\.sentences) == [["One goes on.", "Two"], ["Three."]])
        }
    }

    @Test("bytes of pictures, sounds and programs are no text; of texts in any encoding they are")
    func isText() {
        let texts: [[UInt8]] = [
            [], Array("One.\r\n\tTwo.\u{C}\u{1B}[31mThree.".utf8), Array("Лампа 灯 😀".utf8),
            [0xFF, 0xFE, 0x41, 0, 0x42, 0],
            [0xFE, 0xFF, 0, 0x41], [0xC4, 0xD6, 0xDC, 0x20, 0x93, 0x94], Array(repeating: 0x41, count: 400) + [0],
        ]
        for bytes in texts { #expect(TextFormat.isText(bytes), "\(bytes)") }
        let others: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D], [0, 0, 0, 0x20] + Array("ftypM4A ".utf8),
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0x23], Array("\u{7F}ELF".utf8) + [2, 1, 1, 0], [0x41, 0, 0x42, 0],
            (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 251) },
        ]
        for bytes in others { #expect(!TextFormat.isText(bytes), "\(bytes.prefix(16))") }
    }

    @Test("where lines are as long as paragraphs, each is one")
    func unwrapped() throws {
        let long = String(repeating: "word ", count: 60) + "end."
        #expect(try read("\(long)\nShort.\n\(long)").paragraphs.count == 3)
    }

    @Test(
        "lines that begin chapters",
        arguments: [
            "CHAPTER I", "Chapter 12. The Storm", "Part the First", "BOOK TWO", "Capítulo primero", "CHAPITRE IV",
            "2. Kapitel",
            "Erstes Kapitel", "第三章 春", "Глава 5", "Chapter Twenty-One", "Chapter One Hundred and Two", "CHAPTER XXXIX",
            "Chapter the Twenty-First", "Einundzwanzigstes Kapitel", "Chapitre vingt-et-un", "Capitolo ventunesimo",
            "Глава двадцать первая", "Rozdział dwudziesty pierwszy", "Capítulo veintiuno", "Eenentwintigste hoofdstuk",
            "第一回 出发", "第十二話 始まり", "第一節", "卷二 风雨", "第三部", "第１章", "제1장 시작", "제 3 화", "プロローグ", "Prologue", "EPILOGUE.",
            "Chapter One:\nThe Door",
        ])
    func chapters(line: String) throws {
        let book = try read("Before it.\n\n\(line)\n\nAfter it.")
        #expect(book.chapters == [TextChapter(line.split(separator: "\n").joined(separator: " "), 1..<3)])
        #expect(book.paragraphs[1].isHeading)
    }

    @Test(
        "lines that begin none",
        arguments: [
            "Part of it was gone.", "Chapter after chapter he read.", "I", "The book one reads.", "Act now!",
            "Letter from him.", "Part civil, part mild.", "第三章里，他说了话。", "第一部分很长。", "第二回合开始了。", "제1장은 길다.",
        ])
    func noChapters(line: String) throws { #expect(try read("Before it.\n\n\(line)\n\nAfter it.").chapters == []) }

    @Test("a chapter's line needs no empty lines around it, where it is no part of a sentence")
    func chaptersAmongLines() throws {
        let text = "CHAPTER I\n   It was a dark night.\nCHAPTER II\nThe next day came and\nwent."
        let book = try read(text)
        #expect(book.chapters == [TextChapter("CHAPTER I", 0..<2), TextChapter("CHAPTER II", 2..<4)])
        #expect(book.sentences == ["CHAPTER I", "It was a dark night.", "CHAPTER II", "The next day came and went."])
        let chinese = try read("第一章 开始\n　　天黑了。\n　　他走进房间。\n第二章 继续\n　　没有人回答。")
        #expect(chinese.chapters == [TextChapter("第一章 开始", 0..<3), TextChapter("第二章 继续", 3..<5)])
        let prose = "She said that it was in\nPart I of the book,\nand he read\nBook II.\nThen they left."
        #expect(try read(prose).chapters == [])
        #expect(try read("He read.\nChapter two was long.").chapters == [])
    }

    @Test(
        "words that are divided at the end of a line",
        arguments: [
            ("This was nega-\ntive news.", "This was negative news."),
            ("A well-\nknown man and his mother-in-\nlaw.", "A well-known man and his mother-in-law."),
            ("Room twenty-\none.", "Room twenty-one."), ("Jean-\nPaul, 1914-\n1918.", "Jean-Paul, 1914-1918."),
            ("A north-\nern wind, blue-\ngreen: it was blue-green.", "A northern wind, blue-green: it was blue-green."),
            ("Haupt-\nund Neben-\nstraßen.", "Haupt- und Nebenstraßen."),
            ("He waited--\nand left.", "He waited-- and left."),
            ("A won\u{AD}\nder and no acci\u{AD}dent.", "A wonder and no accident."),
            ("INTER-\nNATIONAL law.", "INTERNATIONAL law."),
            ("He went -\nat last.", "He went - at last."),
        ])
    func hyphens(text: String, joined: String) throws { #expect(try read(text).sentences == [joined]) }

    @Test("lines of scripts without blanks are joined without one, and those of Korean with one")
    func unspaced() throws {
        let texts = [
            ("東京は日本の首\n都です。", "東京は日本の首都です。"), ("他说：“你好，\n世界”。", "他说：“你好，世界”。"),
            ("나는 학교에\n간다.", "나는 학교에 간다."), ("ภาษาไทย\nเขียนติดกัน", "ภาษาไทยเขียนติดกัน"),
        ]
        for (text, joined) in texts { #expect(try read(text).sentences == [joined]) }
    }

    @Test("a novel with a paragraph in each line is not one paragraph")
    func paragraphLines() throws {
        let lines = ["One came.", "Two went!", "“Three?”", "Four sat.", "Five and six.", "Seven left."]
        #expect(try read(lines.joined(separator: "\n")).paragraphs.map(\.sentences) == lines.map { [$0] })
    }

    @Test("a text of Project Gutenberg of the nineties has its own words at both ends too")
    func gutenbergOfOld() throws {
        let text = """
            ***The Project Gutenberg Etext of Small Boats, by B. Body***

            ***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***
            Lawyers.

            *END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*

            This etext was prepared by Someone.

            CHAPTER I

            It sank.
            End of Project Gutenberg's Small Boats, by B. Body
            """
        let book = try read(text)
        #expect(book.title == "Small Boats" && book.author == "B. Body")
        #expect(book.sentences == ["CHAPTER I", "It sank."])
        #expect(book.oddities == ["Project Gutenberg's header and footer skipped"])
    }

    @Test("of a chapter that a list of contents names before, only the chapter counts")
    func contents() throws {
        let book = try read("CHAPTER I\n\nCHAPTER II\n\nCHAPTER I\n\nText.\n\nCHAPTER II\n\nMore.")
        #expect(book.chapters == [TextChapter("CHAPTER I", 2..<4), TextChapter("CHAPTER II", 4..<6)])
    }

    @Test("Project Gutenberg's header and license are left out, and what its header says is kept")
    func gutenberg() throws {
        let text = """
            The Project Gutenberg eBook of A Tale

            Title: A Tale
            Author: Some Body
            Language: Spanish

            CHAPTER I

            *** START OF THE PROJECT GUTENBERG EBOOK A TALE ***

            CHAPTER I

            It _was_ so: a_name.

            *** END OF THE PROJECT GUTENBERG EBOOK A TALE ***

            License terms.
            """
        let book = try read(text)
        #expect(book.title == "A Tale" && book.author == "Some Body" && book.language == "es")
        #expect(book.sentences == ["CHAPTER I", "It was so: a_name."])
        #expect(book.chapters == [TextChapter("CHAPTER I", 0..<2)])
        #expect(book.oddities == ["Project Gutenberg's header and footer skipped"])
    }

    @Test("encodings: UTF-8 and UTF-16 by their marks, else UTF-8, else by a guess, which is said")
    func encodings() throws {
        let text = "Café – “so”."
        let little = [0xFF, 0xFE] + utf16(text)
        let big = [0xFE, 0xFF] + utf16(text, bigEndian: true)
        for bytes in [little, big, [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array(text.utf8)] {
            let book = try BookText(bytes, as: .plain)
            #expect(book.sentences == [text] && book.oddities == [])
        }
        let western: [UInt8] = [0x43, 0x61, 0x66, 0xE9, 0x20, 0x96, 0x20, 0x93, 0x73, 0x6F, 0x94, 0x2E]
        let book = try BookText(western, as: .plain)
        #expect(book.sentences == [text])
        #expect(
            book.oddities == [
                "not marked as UTF-8 or UTF-16; read as Windows-1252, by a guess (--encoding names another)"
            ])
        let spoilt = try BookText(Array(String(repeating: "é", count: 20).utf8) + [0xFF], as: .plain)
        #expect(spoilt.oddities == ["1 invalid sequence in the text; shown as \u{FFFD}"])
    }

    @Test("no control character is left")
    func controls() throws {
        let book = try read("A\u{1B}[31mred\u{7}\u{0} and \u{9B}2J\u{202E}this\u{AD}.\u{85}")
        #expect(book.sentences == ["Ared and ›2Jthis.…"])
    }

    @Test("a text without words is refused, and more than a text may have is cut, which is said")
    func limits() throws {
        #expect(throws: TextError.empty) { try read("\n … \n") }
        #expect(throws: TextError.empty) { try read("") }
        var builder = BookBuilder()
        let half = [UInt8](repeating: 0x61, count: TextLimits.textBytes / 2)
        for _ in 0..<3 { builder.addParagraph(half) }
        let book = try builder.finish()
        #expect(book.paragraphs.count == 2 && book.oddities == ["only the first 32 MiB of the text are read"])
    }
}

@Suite struct TextFormatTests {
    @Test("a document of another kind is told by its beginning, and what can be read is said")
    func foreign() {
        let others = [
            ("%PDF-1.4\n1 0 obj\nBT (Hello) Tj ET\n%%EOF\n", "a PDF; convert it to EPUB or plain text"),
            ("\u{FEFF}\r\n%PDF-2.0", "a PDF; convert it to EPUB or plain text"),
            ("{\\rtf1\\ansi Hello}", "an RTF document; save it as HTML or plain text"),
            ("%!PS-Adobe-3.0\n", "a PostScript document; convert it to EPUB or plain text"),
            ("\u{0}\u{1}\u{2}", "bytes of something else"),
        ]
        for (text, found) in others {
            let error = #expect(throws: TextError.self) { try TextFormat.checkText(text.utf8) }
            let kinds = "EPUB, FictionBook, HTML, Markdown, plain text or subtitles"
            #expect(error?.reason == "expected text (\(kinds)), found \(found)")
        }
        for text in ["%PD", "A PDF begins with %PDF-1.4.", "{\\r}", ""] {
            #expect(throws: Never.self) { try TextFormat.checkText(text.utf8) }
        }
    }

    @Test("a file's name says what it is, or what it begins with")
    func formats() {
        let names: [(String, TextFormat?)] = [
            ("a.EPUB", .epub), ("b.x.md", .markdown), ("c.htm", .html), ("d.srt", .srt), ("e.vtt", .vtt),
            ("f.ass", .ass),
            ("g.txt", .plain), ("h", nil), ("i.pdf", nil),
        ]
        for (name, format) in names { #expect(TextFormat(fileName: name) == format, "\(name)") }
        let texts: [(String, TextFormat)] = [
            ("PK\u{3}\u{4}…", .epub), ("\u{FEFF}WEBVTT\n", .vtt), ("[Script Info]\n", .ass),
            ("  <!DOCTYPE HTML>", .html),
            ("1\r\n00:00:01,000 --> 00:00:02,000\r\nHi", .srt), ("Once.", .plain), ("", .plain),
            ("\n## Two\n\nOnce.", .markdown), ("#two Once.", .plain), ("####### seven", .plain),
        ]
        for (text, format) in texts { #expect(TextFormat(beginning: text.utf8) == format, "\(text)") }
    }

    @Test(
        "languages by code and by name",
        arguments: [
            ("en", "en"), ("pt_BR", "pt-BR"), ("ZH-hant-tw", "zh-Hant-TW"), (" English ", "en"), ("es-419", "es-419"),
            ("und", nil),
            ("", nil), ("x", nil), ("en-\u{1B}", nil), ("klingonian", nil), ("12", nil),
        ] as [(String, String?)])
    func languages(told: String, tag: String?) { #expect(LanguageTag.reading(told) == tag) }
}
