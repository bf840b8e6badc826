import Events
import Sound
import Speech
import Testing
import Texts

@testable import Reading

@Suite("Languages within a book")
struct LanguagePartTests {
    private func parts(_ text: String, _ phrases: [(Range<Int>, String)]) -> [String] {
        let phrases = phrases.map { TextPhrase(sentence: 0, scalars: $0.0, language: $0.1) }
        let parts = LanguagePart.parts(of: text, in: "en", phrases)
        var offset = 0
        for part in parts {
            #expect(part.offset == offset)
            offset += part.text.unicodeScalars.count
        }
        return parts.map { "\($0.language ?? "-"):\($0.text)" }
    }

    @Test("a phrase in another language is a part of its own, and signs go with the words before them")
    func phrases() {
        #expect(parts("He said “guten Tag”.", [(9..<18, "de")]) == ["en:He said “", "de:guten Tag”."])
        #expect(parts("“Guten Tag”, he said.", [(1..<10, "de")]) == ["de:“Guten Tag”, ", "en:he said."])
        #expect(parts("a b c", [(2..<3, "de")]) == ["en:a ", "de:b ", "en:c"])
        #expect(parts("all of it", []) == ["en:all of it"])
    }

    @Test("places that are none change nothing, and nothing is lost")
    func odd() {
        #expect(parts("a b", [(7..<9, "de"), (1..<1, "fr")]) == ["en:a b"])
        #expect(parts("ab cd", [(0..<9, "de"), (1..<4, "fr")]) == ["de:ab cd"])
        #expect(parts("", [(0..<3, "de")]) == [])
    }

    @Test("a reader does not change for the same language of another country")
    func countries() {
        #expect(!LanguagePart.isOther("en-GB", than: "en-us") && LanguagePart.isOther("de", than: "en"))
        #expect(LanguagePart.isOther("de", than: nil) && !LanguagePart.isOther("pt_BR", than: "pt"))
    }

    @Test("languages of paragraphs and phrases are those of their sentences; one that most are in is the text's")
    func sentences() {
        var text = BookText(paragraphs: [
            TextParagraph(["The house.", "It is old."]), TextParagraph(["Das Haus."]), TextParagraph(["He said ja."]),
        ])
        text.paragraphs[1].language = "de"
        text.paragraphs[2].phrases = [TextPhrase(sentence: 0, scalars: 8..<10, language: "nl")]
        let narrated = NarratedText(text.speakable())
        #expect(narrated.sentences.map(\.language) == [nil, nil, "de", nil])
        #expect(narrated.sentences[3].phrases.map(\.language) == ["nl"] && narrated.languages == ["de", "nl"])
        for place in text.paragraphs.indices { text.paragraphs[place].language = place == 1 ? "de" : "fr" }
        let common = text.speakable()
        #expect(common.language == "fr" && common.paragraphs.map(\.language) == [nil, "de", nil])
        text.language = "en"
        #expect(text.speakable().language == "en" && text.speakable().paragraphs[0].language == "fr")
    }

    @Test("the pause behind a phrase is cut, and its words end with it")
    func pause() {
        let values = [Int16](repeating: 9_000, count: 200) + [Int16](repeating: 3, count: 300)
        let word = SpokenWord(scalars: 0..<2, span: .zero..<TimeSpan.milliseconds(400))
        let said = Utterance(text: "ja", sound: Samples(rate: 1_000, channels: 1, values: values), words: [word])
        let short = said.withoutPause
        #expect(short.sound.duration == .milliseconds(250))
        #expect(short.words.map(\.span) == [.zero..<TimeSpan.milliseconds(250)])
    }
}
