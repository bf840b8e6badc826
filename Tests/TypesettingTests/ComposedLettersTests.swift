import Support
import Testing

@testable import Typesetting

@Suite struct ComposedLettersTests {
    private func letters(_ text: String) -> [ComposedLetters.Letter] {
        text.unicodeScalars.enumerated().map { ($1, $0..<$0 + 1) }
    }

    private func text(_ letters: [ComposedLetters.Letter]) -> [Unicode.Scalar] { letters.map(\.scalar) }

    @Test(
        "a letter and its marks become one, which stands for all of them",
        arguments: [
            ("cafe\u{301}", "café", 3..<5), ("e\u{302}\u{301}", "ế", 0..<3), ("か\u{3099}", "が", 0..<2),
            ("\u{1112}\u{1161}\u{11AB}", "한", 0..<3), ("\u{212B}o\u{308}", "\u{212B}ö", 1..<3),
        ])
    func composed(apart: String, whole: String, last: Range<Int>) {
        let composed = ComposedLetters.composed(letters(apart))
        #expect(text(composed) == Array(whole.unicodeScalars) && composed.last?.place == last)
    }

    @Test("what has no composed form stays as it is")
    func kept() {
        for kept in ["", "plain", "x\u{301}", "наука", "日本語", "👩‍👩‍👧", "שלום"] {
            #expect(text(ComposedLetters.composed(letters(kept))) == Array(kept.unicodeScalars))
        }
    }

    @Test("what is there for its looks alone has plain letters")
    func plain() {
        let looks: [(Unicode.Scalar, String)] = [("ﬃ", "ffi"), ("Ａ", "A"), ("𝐇", "H"), ("²", "2"), ("a", "a")]
        for (scalar, letters) in looks { #expect(ComposedLetters.plain(scalar) == Array(letters.unicodeScalars)) }
    }

    @Test("whatever the text, places are in order and within it", arguments: 0..<100)
    func order(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let all = Array("ae\u{301}\u{308}\u{323}ש\u{5B8}\u{5C1}\u{1112}\u{1161}\u{11AB}か\u{3099}— 😀".unicodeScalars)
        var scalars: [Unicode.Scalar] = []
        for _ in 0..<random.below(40) { scalars.append(random.pick(all)) }
        let composed = ComposedLetters.composed(scalars.enumerated().map { ($1, $0..<$0 + 1) })
        #expect(zip(composed, composed.dropFirst()).allSatisfy { $0.place.lowerBound <= $1.place.lowerBound })
        #expect(Set(composed.flatMap { Array($0.place) }) == Set(scalars.indices))
    }
}
