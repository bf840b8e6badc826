import Support
import Testing

@testable import Typesetting

@Suite struct TextTokensTests {
    private func tokens(_ text: String) -> [String] { TextTokens(text).tokens.map(\.text) }

    @Test("between blanks a word is all that stands there, with its signs")
    func blanks() {
        #expect(tokens("“Stop,” he  said — (don't)!") == ["“Stop,”", "he", "said", "—", "(don't)!"])
        #expect(tokens("") == [] && tokens("  ") == [] && tokens("مرحبا بالعالم") == ["مرحبا", "بالعالم"])
    }

    @Test("RD3 a script without blanks is cut where a dictionary says: Chinese, Japanese, Thai")
    func scripts() {
        #expect(tokens("你好，世界。") == ["你好，", "世界。"])
        #expect(tokens("他说「好」iPhone很贵") == ["他", "说", "「好」", "iPhone", "很", "贵"])
        #expect(tokens("今日はとてもいい天気ですね。") == ["今日", "は", "とても", "いい", "天気", "です", "ね。"])
        #expect(tokens("สวัสดีครับวันนี้อากาศดีมาก") == ["สวัสดี", "ครับ", "วัน", "นี้", "อากาศ", "ดี", "มาก"])
        // Letters beyond the first plane are two units of UTF-16 each.
        #expect(tokens("😀你好😀世界") == ["😀你好😀", "世界"])
    }

    @Test("words with a dash or an ellipsis between them are two, one after the other; the dash goes with the first")
    func dashes() {
        #expect(tokens("a little—enough for—and left") == ["a", "little—", "enough", "for—", "and", "left"])
        #expect(
            tokens("wait--what so…then ran...fast a――b") == [
                "wait--", "what", "so…", "then", "ran...", "fast", "a――", "b",
            ])
        #expect(
            tokens("“Wait—” said—“yes”—no (a—)b!—c \"Yes\"—\"no\"") == [
                "“Wait—”", "said—", "“yes”—", "no", "(a—)", "b!—", "c", "\"Yes\"—", "\"no\"",
            ])
        #expect(tokens("Paris–London 1914–1918 x—1") == ["Paris–", "London", "1914–1918", "x—", "1"])
        #expect(tokens("世界——你好") == ["世界——", "你好"])
        // No word before it, or none behind it; hyphens, stops and apostrophes of one word.
        #expect(tokens("—Yes …and --notes end— well…”") == ["—Yes", "…and", "--notes", "end—", "well…”"])
        #expect(
            tokens("well-known mother-in-law e.g. a.b.c 3.5 don't") == [
                "well-known", "mother-in-law", "e.g.", "a.b.c", "3.5", "don't",
            ])
    }

    @Test("a quotation mark of a typewriter goes with its word, also behind a script without blanks")
    func typewriter() { #expect(tokens("世界 \"Yes\" go") == ["世界", "\"Yes\"", "go"]) }

    @Test("nothing is lost but the blanks, and each token says where it stands", arguments: 0..<200)
    func nothingLost(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let letters = Array("ab e\u{301}.,—--…– “你好，「世」私は東ーภาษไทเ็😀1\u{200D}".unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<random.below(80) { text.append(random.pick(letters)) }
        let scalars = Array(text)
        let tokens = TextTokens(String(text)).tokens
        #expect(tokens.allSatisfy { Array($0.text.unicodeScalars) == Array(scalars[$0.scalars]) && !$0.text.isEmpty })
        #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.scalars.upperBound <= $1.scalars.lowerBound })
        let kept = tokens.flatMap { Array($0.text.unicodeScalars) }
        #expect(kept == scalars.filter { !$0.properties.isWhitespace })
    }
}
