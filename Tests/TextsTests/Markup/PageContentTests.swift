import Events
import Testing

@testable import Texts

/// Pictures of letters, ruby, formulas, numbers of lists, and languages.
@Suite struct PageContentTests {
    private func book(_ body: String) throws -> BookText {
        try BookText(Array("<html lang='en'><body>\(body)</body></html>".utf8), as: .html)
    }

    private func read(_ body: String) throws -> [String] { try book(body).sentences }

    @Test(
        "a first letter is a part of its word, as a picture or as large text",
        arguments: [
            "<p><img class='dropcap' alt='T'>he sea.</p>", "<p><img alt='T'>he sea.</p>",
            "<p><img class='drop' alt='T'>\n he sea.</p>",
            "<p><span class='dropcap'>T</span> he sea.</p>",
            "<div><img class='initial' alt='Illuminated letter T'></div>\n<p>he sea.</p>",
            "<p><img class='cap dropcap' alt='The'> sea.</p>", "<p><b class='firstletter'>T</b>he sea.</p>",
        ])
    func firstLetters(body: String) throws { #expect(try read(body) == ["The sea."]) }

    @Test("words of one letter stay words, and other pictures are not read")
    func pictures() throws {
        #expect(
            try read("<p><img class='dropcap' alt='A'> ship.</p><p><img alt='“W'>hy?”</p>") == ["A ship.", "“Why?”"])
        #expect(
            try read("<p><img alt='A ship in a storm'></p><p><img alt='X'></p><p>See <img alt='a dog'>it.</p>") == [
                "See it."
            ])
    }

    @Test("the readings of ruby are not read, however they are written; pictures of letters are")
    func ruby() throws {
        #expect(try read("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>です。</p>") == ["漢字です。"])
        #expect(try read("<p><ruby><rb>東<rt>とう<rb>京<rt>きょう</ruby>へ。</p>") == ["東京へ。"])
        #expect(
            try read("<p><ruby><rb><img alt='喰'></rb><rt>く</rt></ruby>い。</p><p>人<img class='gaiji' alt='喰'>い。</p>") == [
                "喰い。", "人喰い。",
            ])
    }

    @Test("a formula is read by its alttext, else by its own words and signs")
    func formulas() throws {
        #expect(
            try read("<p>Suppose <math alttext='x squared'><mi>x</mi></math> is small.</p>") == [
                "Suppose x squared is small."
            ])
        let own: [(String, String)] = [
            ("<mi>x</mi><mo>=</mo><mn>5</mn>", "x = 5"),
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>", "x² + 1"),
            ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", "a/(b + 1)"),
            ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "½"),
            ("<msqrt><mn>2</mn></msqrt>", "√2"), ("<msub><mi>x</mi><mn>1</mn></msub>", "x1"),
            ("<semantics><mi>y</mi><annotation encoding='TeX'>\\y</annotation></semantics>", "y"),
        ]
        for (formula, words) in own {
            #expect(try read("<p>So <math>\(formula)</math> it is.</p>") == ["So \(words) it is."])
            #expect(
                try read("<p>So <math alttext='{\\displaystyle z}'>\(formula)</math> it is.</p>") == [
                    "So \(words) it is."
                ])
        }
        #expect(try read("<p>No <math></math>formula.</p>") == ["No formula."])
    }

    @Test("the numbers of an ordered list are a part of what it says")
    func lists() throws {
        #expect(
            try read("<ol><li>Boil.</li><li><p>Add.</p><p>Wait.</p></li></ol><ul><li>Tea</li></ul>") == [
                "1. Boil.", "2. Add.", "Wait.", "Tea",
            ])
        #expect(
            try read("<ol start=4><li>Four.<li value=9>Nine.<li>Ten.</ol>") == ["4. Four.", "9. Nine.", "10. Ten."])
        #expect(
            try read("<ol type=a><li>One<li>Two</ol><ol type=I><li>One<li>Two</ol>") == [
                "a. One", "b. Two", "I. One", "II. Two",
            ])
        #expect(try read("<ol style='list-style: none'><li>One</ol>") == ["One"])
        #expect(try read("<ol reversed start=2><li>Two</li><li>One</li></ol>") == ["2. Two", "1. One"])
    }

    // MARK: Languages

    @Test("a paragraph has the language that its page, its section or it itself tells")
    func languages() throws {
        let read = try book(
            "<p>One.</p><p lang='de'>Zwei.</p><div lang='fr-ca'><p>Trois.</p></div><p><i xml:lang='es'>Cuatro.</i></p><p lang='en'>Five.</p>"
        )
        #expect(read.language == "en")
        #expect(read.paragraphs.map(\.language) == [nil, "de", "fr-CA", "es", nil])
        #expect(read.paragraphs.allSatisfy { $0.phrases.isEmpty })
    }

    @Test("the language of a page is that of its body where its root has none")
    func body() throws {
        let read = try BookText(Array("<html><body lang='de'><p>Ja.</p></body></html>".utf8), as: .html)
        #expect(read.language == "de" && read.paragraphs[0].language == nil)
    }

    @Test("words of another language are found in the sentences")
    func phrases() throws {
        let read = try book(
            "<p>He said  <i lang='de'>Guten  Tag</i> twice<sup>1</sup>. <span lang='fr'>Il est l&shy;à. Bon</span> it is.</p>"
        )
        let paragraph = read.paragraphs[0]
        #expect(paragraph.sentences == ["He said Guten Tag twice.", "Il est là.", "Bon it is."])
        #expect(
            paragraph.phrases == [
                TextPhrase(sentence: 0, scalars: 8..<17, language: "de"),
                TextPhrase(sentence: 1, scalars: 0..<10, language: "fr"),
                TextPhrase(sentence: 2, scalars: 0..<3, language: "fr"),
            ])
        #expect((0..<3).map(paragraph.language(ofSentence:)) == [nil, "fr", nil])
        let item = try book("<ol><li>Say <i lang='de'>ja</i>.</li></ol>").paragraphs[0]
        #expect(
            item.sentences == ["1. Say ja."]
                && item.phrases == [TextPhrase(sentence: 0, scalars: 7..<9, language: "de")])
    }
}
