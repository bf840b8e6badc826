import Events
import Platform
import Support
import Testing
import Texts

@testable import Reading

@Suite struct NarratedTextTests {
    private func lines(_ text: NarratedText) -> [String] {
        text.sentences.map { "\($0.lanes.original ?? "-") | \($0.lanes.translation ?? "-")" }
    }

    private func check(_ text: NarratedText) {
        #expect(text.chunks.flatMap(\.self) == Array(text.sentences.indices), "each sentence is in one chunk")
        let starts = Set(text.chapters.map { $0.start - 1 })
        for chunk in text.chunks {
            #expect((1...ChunkPlan.sentences).contains(chunk.count))
            #expect(
                !starts.contains { $0 > chunk.lowerBound && $0 < chunk.upperBound }, "no chunk goes on in a chapter")
        }
    }

    @Test("chunks begin small and end with their chapter")
    func chunks() throws {
        let text = NarratedText(
            BookText(
                chapters: [TextChapter("A", 0..<2), TextChapter("B", 2..<3)],
                paragraphs: [(1, 20), (21, 25), (26, 40)].map { range in
                    TextParagraph((range.0...range.1).map { "Sentence \($0)." })
                }))
        #expect(text.chunks == [0..<2, 2..<7, 7..<17, 17..<25, 25..<35, 35..<40])
        #expect(text.chapters == [BookChapter("A", start: 1, end: 25), BookChapter("B", start: 26, end: 40)])
        check(text)
    }

    @Test("long sentences make chunks of fewer")
    func longSentences() {
        let text = NarratedText(
            BookText(paragraphs: [TextParagraph((0..<40).map { "\($0)" + String(repeating: "x", count: 290) })]))
        #expect(text.chunks.dropFirst(2).allSatisfy { $0.count <= 6 })
        check(text)
    }

    @Test(
        "a translation stands behind the last of the sentences that it says; what it says alone is a sentence of its own"
    )
    func translation() {
        func words(_ count: Int) -> String { String(repeating: "x", count: count) }
        let original = BookText(paragraphs: [TextParagraph([words(40), words(60), words(120)])])
        let text = NarratedText(original, translation: BookText(paragraphs: [TextParagraph([words(100), words(121)])]))
        #expect(
            lines(text) == [
                "\(words(40)) | -", "\(words(60)) | \(words(100))", "\(words(120)) | \(words(121))",
            ])
        #expect(text.oddities == ["1 sentence matched, 2 merged"])
        func book(_ lengths: [[Int]]) -> BookText {
            BookText(paragraphs: lengths.map { TextParagraph($0.map(words)) })
        }
        let more = NarratedText(book([[50, 70], [92], [200]]), translation: book([[50, 70], [160], [90], [200]]))
        #expect(lines(more)[2] == "- | \(words(160))" && more.sentences.count == 5)
        #expect(more.oddities.last?.contains("1 of the translation left over") == true)
        check(more)
    }

    @Test("RV1 subtitles are a sentence for each group of cues, in both languages where they have both")
    func subtitles() throws {
        let srt = """
            1
            00:00:01,000 --> 00:00:02,000
            <b>Good</b> morning

            2
            00:00:02,000 --> 00:00:03,000
            Good <b>morning</b>

            3
            00:00:04,000 --> 00:00:05,000
            <font color="#FFD60A">Two words</font>
            Zwei Wörter

            """
        let text = NarratedText(try BookText(Array(srt.utf8), as: .srt))
        #expect(lines(text) == ["Good morning | -", "Two words | Zwei Wörter"])
        #expect(text.isTranslated)
    }

    @Test("a subtitle that is longer than a sentence becomes several, and none of its words is lost")
    func longSubtitle() throws {
        let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
        let srt = "1\n00:00:01,000 --> 00:00:02,000\n\(words)\n"
        let text = NarratedText(try BookText(Array(srt.utf8), as: .srt).speakable())
        #expect(text.sentences.count > 3)
        #expect(text.sentences.compactMap(\.lanes.original).joined(separator: " ") == words)
    }

    @Test("the same text has the same hash, whatever stands beside it, and another text another one")
    func contentHash() throws {
        let text = try SpokenTexts.text(5)
        let other = BookText(title: "Other", paragraphs: text.paragraphs)
        #expect(NarratedText(text).contentHash == NarratedText(other).contentHash)
        #expect(NarratedText(text).contentHash == NarratedText(text, translation: text).contentHash)
        #expect(NarratedText(text).contentHash != NarratedText(try SpokenTexts.text(6)).contentHash)
    }

    @Test("every sentence of both texts is there, in order, whatever they are", arguments: 0..<60)
    func nothingLost(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        func text() -> BookText? { try? SpokenTexts.plain(SpokenTexts.random(&random)) }
        guard let original = text() else { return }
        let translation = text()
        let narrated = NarratedText(original, translation: translation)
        check(narrated)
        #expect(narrated.sentences.compactMap(\.lanes.original) == original.sentences)
        let joined = narrated.sentences.compactMap(\.lanes.translation).joined(separator: " ")
        #expect(joined == (translation?.sentences.joined(separator: " ") ?? ""))
    }

    @Test("a name says the language of its text")
    func names() {
        #expect(OpenedText.parts(of: "lantern.es.txt") == ("lantern", "es"))
        #expect(OpenedText.parts(of: "lantern.pt-br.epub") == ("lantern", "pt-BR"))
        #expect(OpenedText.parts(of: "vol.2.txt") == ("vol.2", nil) && OpenedText.parts(of: "a") == ("a", nil))
        #expect(OpenedText.parts(of: "lantern.es.fb2.zip") == ("lantern", "es"))
        #expect(OpenedText.parts(of: "lantern.zip") == ("lantern.zip", nil))
    }

    @Test("the folder of an unpacked EPUB is a text, and another folder is none; links in it are not followed")
    func unpacked() async throws {
        let folder = try Folder()
        #expect(!OpenedText.isText(folder.path))
        for name in ["META-INF", "Text"] { #expect(mkdir(folder.file(name), 0o755) == 0) }
        let item = "<item id='a' href='Text/a.xhtml' media-type='application/xhtml+xml'/>"
        let linked = "<item id='b' href='b.xhtml' media-type='application/xhtml+xml'/>"
        try folder.write("<container><rootfile full-path='p.opf'/></container>", to: "META-INF/container.xml")
        try folder.write(
            "<package><manifest>\(item)\(linked)</manifest><spine><itemref idref='a'/><itemref idref='b'/></spine></package>",
            to: "p.opf")
        try folder.write("<html><body><p>The first page.</p></body></html>", to: "Text/a.xhtml")
        #expect(symlink(folder.file("Text/a.xhtml"), folder.file("b.xhtml")) == 0)
        #expect(OpenedText.isText(folder.path))
        let opened = try await OpenedText.open(folder.path)
        #expect(opened.text.sentences == ["The first page."] && opened.text.oddities == ["b.xhtml: missing"])
    }
}
