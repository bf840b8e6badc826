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

    @Test("nothing is lost but the blanks, and each token says where it stands", arguments: 0..<200)
    func nothingLost(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let letters = Array("ab e\u{301}.,— “你好，「世」私は東ーภาษไทเ็😀1\u{200D}".unicodeScalars)
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
