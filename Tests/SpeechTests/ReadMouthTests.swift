import Events
import Sound
import Support
import Testing

@testable import Speech

/// Mouths of words whose phonemes nobody tells.
@Suite struct ReadMouthTests {
    @Test(
        "letters sound about as their scripts have it, pairs of them as one; others say nothing",
        arguments: [
            ("Shop", ["ʃ", "o", "p"]), ("été", ["e", "t", "e"]), ("Лампа", ["l", "a", "m", "p", "a"]),
            ("ψυχή", ["p", "s", "i", "x", "i"]), ("灯", []), ("...", []),
        ])
    func letters(word: String, names: [String]) { #expect(SpokenLetters.names(of: word) == names) }

    @Test("the sounds of a word fill its time, one behind the other, vowels twice as long")
    func times() throws {
        let span = TimeSpan.milliseconds(100)..<TimeSpan.milliseconds(500)
        let phonemes = MouthTrack.phonemes(of: "map", in: span)
        #expect(phonemes.map(\.name) == ["m", "a", "p"])
        #expect(phonemes.map(\.span.lowerBound) == [100, 200, 400].map { TimeSpan.milliseconds($0) })
        #expect(phonemes.last?.span.upperBound == span.upperBound)
        #expect(MouthTrack.phonemes(of: "map", in: span.lowerBound..<span.lowerBound).isEmpty)
    }

    @Test("lips meet on the p of a word that sounds, and no mouth moves where nothing does")
    func closures() throws {
        let pack = Mira.pack
        let rate = 16_000
        let tone = (0..<rate).map { Int16(12_000 * wave($0, rate)) }
        let silence = [Int16](repeating: 0, count: rate)
        let sound = Samples(rate: rate, channels: 1, values: tone + silence)
        let words = [
            ("apa", TimeSpan.zero..<TimeSpan.seconds(1)), ("apa", TimeSpan.seconds(1)..<TimeSpan.seconds(2)),
        ]
        let frames = MouthTrack(of: sound, saying: words.map { (text: $0.0, span: $0.1) }, pack.shapes).frames
        #expect(frames.count == 60)
        #expect(frames[12..<18].contains { $0.viseme == .p } && frames[2..<8].contains { $0.viseme.isVowel })
        #expect(frames[33...].allSatisfy { $0.viseme == .rest })
    }

    private func wave(_ place: Int, _ rate: Int) -> Double {
        let period = rate / 200
        return Double(place % period) / Double(period) * 2 - 1
    }
}
