import Events
import Sound
import Support
import Testing

@testable import Speech

@Suite("What a voice is given of a text")
struct VoicedTextTests {
    @Test(
        "letters as voices know them",
        arguments: [
            ("Le cafe\u{301} e\u{301}tait", "Le café était"), ("The ﬁrst oﬃce", "The first office"),
            ("１２３４，５６．７ ＡＢＣ ５０％ ＄５", "1234,56.7 ABC 50% $5"), ("ｶﾞｷﾞ", "ガギ"), ("你好，世界！", "你好，世界！"),
            ("𝐇𝐞𝐥𝐥𝐨 𝓌𝑜𝓇𝓁𝒹 ℋ 𝟙𝟚", "Hello world H 12"), ("①first Ⅳ 5℃ 10㎏ ㍿", "1 first IV 5°C 10 kg 株式会社"),
            ("co\u{AD}op mother\u{2011}in\u{2010}law \u{2060}x\u{FEFF}", "coop mother-in-law x"),
            ("1ᵉʳ XIXᵉ Mᵐᵉ 2ⁿᵈ", "1er XIXe Mme 2nd"), ("⼈⼭ ﻣﺮﺣﺒﺎ مـــرحبا", "人山 مرحبا مرحبا"),
            ("Ĳs ſee ŉ", "IJs see ʼn"), ("№5 ½ 1½ ㄱ น้ำ ™", "№5 ½ 1½ ㄱ น้ำ ™"), ("3⅞ 7⁄8", "3 7/8 7/8"),
        ])
    func letters(text: String, voiced: String) {
        #expect(Array(VoicedText(text).text.unicodeScalars) == Array(voiced.unicodeScalars))
    }

    @Test(
        "raised and lowered numbers are said with all their digits, and never with those beside them",
        arguments: [
            ("10²⁶ tons", "10 26 tons"), ("10⁻⁶", "10 −6"), ("2⁴", "2 4"), ("2ⁿ⁺¹", "2 n+1"), ("mⁿ", "m n"),
            ("x²y", "x²y"), ("5² m³", "5² m³"), ("10²5", "10 2 5"), ("H₂O CO₂", "H2O CO2"), ("log₂8", "log2 8"),
            ("101₂", "101 2"), ("¹⁴C", "14 C"),
        ])
    func numbers(text: String, voiced: String) { #expect(VoicedText(text).text == voiced) }

    private func words(_ text: String, _ places: [Range<Int>]) -> [String] {
        let voiced = VoicedText(text)
        let words = places.enumerated().map { number, place in
            SpokenWord(
                scalars: place,
                span: .milliseconds(Int64(number) * 100)..<TimeSpan.milliseconds(Int64(number + 1) * 100))
        }
        let sound = Samples(rate: 1_000, channels: 1, values: [])
        let placed = voiced.utterance(of: text, Utterance(text: voiced.text, sound: sound, words: words))
        #expect(placed.text == text)
        let scalars = Array(text.unicodeScalars)
        return placed.words.map { String(String.UnicodeScalarView(scalars[$0.scalars])) }
    }

    @Test("words that are told of it are words of the text")
    func mapped() {
        #expect(words("cafe\u{301} ﬁn", [0..<4, 5..<8]) == ["cafe\u{301}", "ﬁn"])
        // A number and its power are two words for the voice, and one for the reader.
        #expect(words("It is 10²⁶.", [0..<2, 3..<5, 6..<8, 9..<11]) == ["It", "is", "10²⁶"])
        #expect(words("co\u{AD}op on", [0..<4, 5..<7]) == ["co\u{AD}op", "on"])
        #expect(words("㍿ x", [0..<2, 2..<4, 5..<6]) == ["㍿", "x"])
        #expect(words("plain text", [0..<5, 6..<10]) == ["plain", "text"])
    }

    @Test("what would be too long for a voice is given as it is")
    func tooLong() {
        let text = String(repeating: "ﷺ", count: 300)
        #expect(VoicedText(text).text == text && VoicedText("ﷺ").text != "ﷺ")
    }

    @Test("whatever the text and the words, they are within it", arguments: 0..<100)
    func bounds(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let letters = Array("a e\u{301}²⁶₂ﬁ㍿\u{AD}①⅞ש\u{5B8}\u{5C1}Ａ，５\u{FEFF}".unicodeScalars)
        var text = String.UnicodeScalarView()
        for _ in 0..<random.below(40) { text.append(random.pick(letters)) }
        let voiced = VoicedText(String(text))
        let count = voiced.text.unicodeScalars.count
        let words = (0..<10).map { number in
            let start = random.below(count + 1)
            return SpokenWord(scalars: start..<min(count, start + random.below(5)), span: .zero..<TimeSpan.seconds(1))
        }
        let said = Utterance(text: voiced.text, sound: Samples(rate: 1_000, channels: 1, values: []), words: words)
        let placed = voiced.utterance(of: String(text), said).words
        #expect(placed.allSatisfy { $0.scalars.lowerBound >= 0 && $0.scalars.upperBound <= text.count })
    }
}
