import BookFolders
import Events
import Support
import Texts

@testable import Reading

/// Books of the tests.
enum SpokenTexts {
    static func plain(_ text: String) throws -> BookText { try BookText(Array(text.utf8), as: .plain) }

    /// Sentences, each of its own words.
    static func text(_ count: Int) throws -> BookText {
        try plain((1...count).map { "Sentence number \($0) is said." }.joined(separator: " "))
    }

    static func book(
        _ text: BookText, _ voice: ScriptedVoice, translation: BookText? = nil, _ other: ScriptedVoice? = nil,
        translator: SentenceTranslator? = nil, keptBytes: Int = CachedChunks.usualBytes
    ) -> SpokenBook {
        let narrated = NarratedText(text, translation: translation)
        var voices = [BookTrack.original: SpeakingVoice(voice: voice.process, manner: .init())]
        if let other { voices[.translation] = SpeakingVoice(voice: other.process, manner: .init()) }
        let book = OpenedText(text: text, name: "test", language: nil).book(narrated, language: nil)
        return SpokenBook(book, narrated, voices: voices, translator: translator, keptBytes: keptBytes)
    }

    /// Of letters and signs of many scripts, with what no terminal is to see.
    static func random(_ random: inout SplitMix64) -> String {
        let words = [
            "the", "lamp", "e\u{301}te", "—", "\u{201C}well", "3/4/2021", "don't", "你好", "世界。", "私は", "東京に", "ภาษาไทย",
            "สวัสดี",
            "\u{1B}[31mred\u{7}", "\u{202E}abc", "😀", "a\u{0}b", "سلام", "x.", "Why?", "No!", "…", "(and", "so)", "\n",
            "\n\n",
        ]
        return (0..<random.below(60) + 1).map { _ in random.pick(words) }.joined(separator: " ")
    }
}
