import Support
import Testing

@testable import Typesetting

@Suite struct VisualOrderTests {
    private func shown(_ text: String) -> String {
        let isRightToLeft = VisualOrder.isRightToLeft(text)
        var row = String.UnicodeScalarView()
        for letter in VisualOrder.letters(of: Array(text.unicodeScalars), isRightToLeft: isRightToLeft) {
            row.append(letter.scalar)
        }
        return String(row)
    }

    @Test("Hebrew stands from right to left, numbers and Latin words in it from left to right, brackets mirrored")
    func hebrew() {
        #expect(shown("שלום") == "םולש")
        #expect(shown("יש 42 (או 43) מילים") == "םילימ (43 וא) 42 שי")
        #expect(shown("אני אוהב Swift 6!") == "!Swift 6 בהוא ינא")
        #expect(shown("say שלום, please") == "say םולש, please")
    }

    @Test("Arabic letters are joined with their neighbors; lam and alef are one")
    func arabic() {
        // Seen from the left: alef with maddah's neighbors in their final, medial and initial forms.
        #expect(shown("سلام").unicodeScalars.map(\.value) == [0xFEE1, 0xFEFC, 0xFEB3])
        #expect(shown("بب").unicodeScalars.map(\.value) == [0xFE90, 0xFE91])
    }

    @Test("marks stay behind the letter that they stand on")
    func marks() {
        // Shin with its dot and a vowel, then a letter without any.
        let letters = VisualOrder.letters(
            of: Array("ש\u{5C1}\u{5B8}ל".unicodeScalars), isRightToLeft: true)
        #expect(letters.map(\.place).first == 3 && letters.map(\.place).dropFirst().first == 0)
        #expect(Set(letters.map(\.place)) == [0, 1, 2, 3])
    }

    @Test("the first letter tells which way a paragraph goes; without any of these scripts nothing is to be turned")
    func direction() {
        #expect(VisualOrder.isRightToLeft("123 «שלום» hello") && !VisualOrder.isRightToLeft("hello שלום"))
        #expect(!VisualOrder.isRightToLeft("") && !VisualOrder.isRightToLeft("42 !"))
        #expect(VisualOrder.isNeeded(for: "a ע") && VisualOrder.isNeeded(for: "ܫ") && VisualOrder.isNeeded(for: "𞤀"))
        #expect(!VisualOrder.isNeeded(for: "hello 你好 ภาษา Привет"))
    }

    @Test("whatever the text is, each place is there at most once and each letter is a scalar", arguments: 0..<300)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let scalars = (0..<random.below(200)).map { _ -> Unicode.Scalar in
            let ranges: [ClosedRange<UInt32>] = [
                0x20...0x7E, 0x590...0x6FF, 0x2000...0x206F, 0xFB50...0xFEFF, 0...0x10FFFF,
            ]
            return Unicode.Scalar(UInt32.random(in: random.pick(ranges), using: &random)) ?? "?"
        }
        for isRightToLeft in [false, true] {
            let letters = VisualOrder.letters(of: scalars, isRightToLeft: isRightToLeft)
            #expect(Set(letters.map(\.place)).count == letters.count && letters.count <= scalars.count)
            #expect(letters.allSatisfy { scalars.indices.contains($0.place) })
        }
    }
}
