import Testing

@testable import Events

@Suite struct WordlessTextTests {
    @Test(
        "a text with a letter or a number has something to say; of another one it is known why not",
        arguments: [
            ("", .empty), (" \n\t", .empty), ("...", .withoutWord), (" ✓ ", .withoutWord), ("😀", .withoutWord),
            ("✓ 7", nil), ("é", nil), ("你好", nil),
        ] as [(String, WordlessText?)])
    func texts(text: String, wordless: WordlessText?) {
        #expect(WordSearch(text).wordless == wordless)
        var search = WordSearch()
        for character in text { search.receive(String(character)) }
        #expect(search.wordless == wordless)
    }

    @Test("it is a sentence, and the fault of what was given")
    func reasons() {
        #expect(CommandError(WordlessText.empty) == .unusable("nothing to say: the text is empty"))
        #expect(CommandError(WordlessText.withoutWord) == .unusable("nothing to say: the text has no words"))
    }
}
