import Events
import Sound
import Speech
import Support
import Testing
import Typesetting

@testable import Reading

@Suite struct TokenTimesTests {
    private func ms(_ time: Int64) -> TimeSpan { .milliseconds(time) }
    private func word(_ scalars: Range<Int>, _ from: Int64, _ to: Int64) -> SpokenWord {
        SpokenWord(scalars: scalars, span: ms(from)..<ms(to))
    }

    @Test("words said in one breath share its time, and parts of one are its time together")
    func shares() {
        let tokens = TextTokens("of the 3/4 — end").tokens
        let times = TokenTimes.times(
            of: tokens,
            [word(0..<6, 0, 500), word(7..<8, 500, 600), word(8..<10, 600, 900), word(13..<16, 900, 1_000)],
            in: ms(2_000)..<ms(3_500))
        #expect(
            times == [
                WordTime(0, ms(2_000), ms(2_200)), WordTime(1, ms(2_200), ms(2_500)), WordTime(2, ms(2_500), ms(2_900)),
                WordTime(4, ms(2_900), ms(3_000)),
            ])
    }

    @Test("a mark that stands alone is lit with the word before it, what opens something with the next one")
    func marks() {
        let words = [
            word(2..<4, 100, 300), word(5..<9, 300, 700), word(14..<17, 900, 1_000), word(18..<22, 1_000, 1_500),
        ]
        let tokens = SpokenTokens.tokens(of: "« He came — — and went . »", words)
        #expect(tokens.map(\.text) == ["« He", "came — —", "and", "went . »"])
        #expect(tokens.map(\.scalars) == [0..<4, 5..<13, 14..<17, 18..<26])
        let times = TokenTimes.times(of: tokens, words, in: ms(1_000)..<ms(2_500))
        #expect(
            times == [
                WordTime(0, ms(1_100), ms(1_300)), WordTime(1, ms(1_300), ms(1_700)), WordTime(2, ms(1_900), ms(2_000)),
                WordTime(3, ms(2_000), ms(2_500)),
            ])
        // Of one breath, and opened in the middle and at the end.
        let breath = [word(0..<9, 0, 500)]
        #expect(SpokenTokens.tokens(of: "no - I am", breath).map(\.text) == ["no -", "I", "am"])
        #expect(SpokenTokens.tokens(of: "a « b » (", []).map(\.text) == ["a", "« b » ("])
        #expect(SpokenTokens.tokens(of: "a ( «", []).map(\.text) == ["a ( «"])
        #expect(SpokenTokens.tokens(of: "… —", []).map(\.text) == ["… —"] && SpokenTokens.tokens(of: " ", []) == [])
    }

    @Test("a sign that the voice reads out is a word of its own")
    func signs() {
        let words = [word(0..<1, 0, 300), word(2..<3, 300, 600), word(4..<5, 600, 900)]
        #expect(SpokenTokens.tokens(of: "A + B", words).map(\.text) == ["A", "+", "B"])
        #expect(SpokenTokens.tokens(of: "A + B", [word(0..<5, 0, 900)]).map(\.text) == ["A +", "B"])
    }

    @Test("a word of which the voice says nothing has no time")
    func silent() {
        let silent = TokenTimes.times(of: TextTokens("one two").tokens, [word(0..<3, 0, 400)], in: .zero..<ms(400))
        #expect(silent == [WordTime(0, .zero, ms(400))])
    }

    @Test("whatever a voice tells, times are in order and within the sentence", arguments: 0..<200)
    func order(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let text = SpokenTexts.random(&random)
        let count = text.unicodeScalars.count
        let words = (0..<random.below(30)).map { _ -> SpokenWord in
            let (start, from) = (random.below(count), Int64(random.below(2_000)))
            return word(start..<min(count, start + random.below(9)), from, from + Int64(random.below(400)))
        }
        let tokens = SpokenTokens.tokens(of: text, words)
        let gate = ms(500)..<ms(2_000)
        let times = TokenTimes.times(of: tokens, words, in: gate)
        #expect(times.allSatisfy { $0.start >= gate.lowerBound && $0.end <= gate.upperBound && $0.start < $0.end })
        #expect(zip(times, times.dropFirst()).allSatisfy { $0.end <= $1.start && ($0.index ?? 0) < ($1.index ?? 0) })
        #expect(times.allSatisfy { tokens.indices.contains($0.index ?? -1) })
    }

    @Test("pieces of a long sentence are all of it, each where it stands")
    func pieces() {
        for text in [
            "", "short", (0..<400).map { "word\($0)" }.joined(separator: " "), String(repeating: "字", count: 2_000),
        ] {
            let pieces = SaidText.pieces(of: text)
            #expect(pieces.map(\.text).joined() == text)
            #expect(pieces.allSatisfy { $0.text.unicodeScalars.count <= SaidText.pieceScalars })
            var offset = 0
            for piece in pieces {
                #expect(piece.offset == offset)
                offset += piece.text.unicodeScalars.count
            }
        }
    }

    @Test("utterances of other rates and of two channels are brought to one, and their words keep their places")
    func joined() throws {
        let first = Utterance(
            text: "a", sound: Samples(rate: 1_000, channels: 1, values: Array(repeating: 1, count: 500)),
            words: [word(0..<1, 0, 500)])
        let second = Utterance(
            text: "b", sound: Samples(rate: 2_000, channels: 2, values: Array(repeating: 2, count: 2_000)),
            words: [word(0..<1, 100, 400)])
        let said = try SaidText([(first, 0), (second, 2)])
        #expect(said.sound.rate == 1_000 && said.sound.channels == 1 && said.sound.duration == ms(1_000))
        #expect(said.words == [word(0..<1, 0, 500), word(2..<3, 600, 900)])
    }

    @Test("what is made again is as long as it was: its pause is cut or grows")
    func lengths() throws {
        func said(_ count: Int) throws -> SaidText {
            try SaidText([
                (
                    Utterance(
                        text: "", sound: Samples(rate: 1_000, channels: 1, values: Array(repeating: 3, count: count))),
                    0
                )
            ])
        }
        let first = try TrackSound([said(100), nil, said(50)])
        #expect(
            first.lengths == [100, 0, 50] && first.gates == [ms(0)..<ms(100), ms(100)..<ms(100), ms(100)..<ms(150)])
        let again = try TrackSound([said(90), said(7), said(60)], lengths: first.lengths)
        #expect(again.lengths == first.lengths && again.sound.frameCount == 150)
        #expect(again.sound.values[89...100] == [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3])
    }
}
