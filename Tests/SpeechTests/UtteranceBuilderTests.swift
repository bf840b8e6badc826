import Events
import Sound
import Testing

@testable import Speech

@Suite("Answers to one sentence")
struct UtteranceBuilderTests {
    private func span(_ from: Int64, _ to: Int64) -> Range<TimeSpan> { .milliseconds(from)..<TimeSpan.milliseconds(to) }

    /// A tenth of a second.
    private let sound = VoiceAnswer.sound(id: 1, rate: 1_000, samples: [Int16](repeating: 7, count: 100))

    private func built(_ answers: [VoiceAnswer], text: String = "héllo you") throws -> Utterance {
        var builder = UtteranceBuilder(text: text)
        for answer in answers { try builder.receive(answer) }
        return builder.utterance
    }

    @Test("pieces of sound are one sound, and phonemes and words come in the order of their times")
    func inOrder() throws {
        let utterance = try built([
            .phoneme(id: 1, name: "b", span(50, 80)), .word(id: 1, scalars: 6..<9, span(60, 90)), sound,
            .phoneme(id: 1, name: "", span(80, 100)), .phoneme(id: 1, name: "a", span(0, 50)),
            .word(id: 1, scalars: 0..<5, span(0, 60)), sound,
        ])
        #expect(utterance.text == "héllo you")
        #expect(utterance.sound == Samples(rate: 1_000, channels: 1, values: [Int16](repeating: 7, count: 200)))
        #expect(utterance.phonemes.map(\.name) == ["a", "b", ""])
        #expect(utterance.phonemes.map(\.span) == [span(0, 50), span(50, 80), span(80, 100)])
        #expect(utterance.words.map(\.scalars) == [0..<5, 6..<9])
    }

    @Test("what is said in one breath of a script without blanks are its words, each with its part of the time")
    func wordsOfChinese() throws {
        let utterance = try built(
            [.word(id: 1, scalars: 0..<2, span(0, 20)), .word(id: 1, scalars: 3..<9, span(20, 80)), sound],
            text: "你好 今天天气很好。")
        #expect(utterance.words.map(\.scalars) == [0..<2, 3..<5, 5..<7, 7..<9])
        #expect(utterance.words.map(\.span) == [span(0, 20), span(20, 40), span(40, 60), span(60, 80)])
    }

    @Test(
        "two words of one breath are heard one after the other, by their lengths; one that is said in parts is one")
    func wordsOfOneBreath() throws {
        let utterance = try built(
            [
                .word(id: 1, scalars: 0..<2, span(0, 10)), .word(id: 1, scalars: 3..<11, span(10, 80)),
                .word(id: 1, scalars: 12..<13, span(80, 90)), .word(id: 1, scalars: 13..<15, span(90, 100)), sound,
            ], text: "He does not 3/4")
        #expect(utterance.words.map(\.scalars) == [0..<2, 3..<7, 8..<11, 12..<15])
        #expect(utterance.words.map(\.span) == [span(0, 10), span(10, 50), span(50, 80), span(80, 100)])
    }

    @Test("a dash beside a word takes no time and is no word; a sign that is said by itself is one")
    func dashes() throws {
        let dash = try built(
            [.word(id: 1, scalars: 0..<5, span(0, 30)), .word(id: 1, scalars: 6..<12, span(40, 70)), sound],
            text: "Hello - I am.")
        #expect(dash.words.map(\.scalars) == [0..<5, 8..<9, 10..<12])
        #expect(dash.words.map(\.span) == [span(0, 30), span(40, 50), span(50, 70)])
        let plus = try built(
            [
                .word(id: 1, scalars: 0..<1, span(0, 30)), .word(id: 1, scalars: 2..<3, span(30, 60)),
                .word(id: 1, scalars: 4..<5, span(60, 90)), sound,
            ], text: "A + B")
        #expect(plus.words.map(\.scalars) == [0..<1, 2..<3, 4..<5])
    }

    @Test("the s of a name that is said with the next word is its name's, with its part of the time")
    func possessive() throws {
        let utterance = try built(
            [.word(id: 1, scalars: 0..<4, span(0, 40)), .word(id: 1, scalars: 5..<11, span(40, 90)), sound],
            text: "NATO's plan,")
        #expect(utterance.words.map(\.scalars) == [0..<6, 7..<11])
        #expect(utterance.words.map(\.span) == [span(0, 50), span(50, 90)])
    }

    @Test(
        "the punctuation at its ends is no part of a word, what is read out with it is",
        arguments: [
            ("2024.", 0..<4), ("г.,", 0..<1), ("B.", 0..<1), ("“Yes!”", 1..<4), ("$1,234.50!", 0..<9), ("5°C;", 0..<3),
            ("e\u{301}.", 0..<2), ("don't", 0..<5), ("👍.", 0..<1), ("(👍🏽!)", 1..<3), ("😀😀…", 0..<2), ("&", 0..<1),
            ("`x`", 1..<2),
        ])
    func ends(text: String, scalars: Range<Int>) throws {
        let all = 0..<text.unicodeScalars.count
        let utterance = try built([.word(id: 1, scalars: all, span(0, 50)), sound], text: text)
        #expect(utterance.words == [SpokenWord(scalars: scalars, span: span(0, 50))])
    }

    @Test("a breath that is too short to be shared stays one")
    func shortBreath() throws {
        let instant = TimeSpan.zero..<TimeSpan(microseconds: 1)
        #expect(
            try built([.word(id: 1, scalars: 0..<6, instant), sound], text: "of the").words == [
                SpokenWord(scalars: 0..<6, span: instant)
            ])
    }

    @Test("breaths that all are the whole text do not make more words than there is room for")
    func overlappingBreaths() throws {
        var limits = VoiceLimits()
        limits.words = 20
        let text = Array(repeating: "a", count: 50).joined(separator: " ")
        var builder = UtteranceBuilder(text: text, limits: limits)
        try builder.receive(sound)
        for place in 0..<20 { try builder.receive(.word(id: 1, scalars: 0..<99, span(Int64(place), 100))) }
        #expect(builder.utterance.words.count <= limits.words + 50)
    }

    @Test("a span ends with the next one and with the sound; what takes no time then is left out")
    func cutSpans() throws {
        let utterance = try built([
            sound, .phoneme(id: 1, name: "a", span(0, 70)), .phoneme(id: 1, name: "b", span(40, 40)),
            .phoneme(id: 1, name: "c", span(40, 300)), .phoneme(id: 1, name: "d", span(100, 300)),
        ])
        #expect(utterance.phonemes.map(\.name) == ["a", "c"])
        #expect(utterance.phonemes.map(\.span) == [span(0, 40), span(40, 100)])
    }

    @Test("a voice that says nothing has said it")
    func nothing() throws {
        let utterance = try built([])
        #expect(utterance.sound.frameCount == 0 && utterance.phonemes.isEmpty && utterance.words.isEmpty)
    }

    @Test("places of words are Unicode scalars of the text, and none is behind it")
    func placesOfWords() throws {
        let text = "e\u{301}a 👩‍👧"
        #expect(text.unicodeScalars.count == 7)
        #expect(try built([sound, .word(id: 1, scalars: 4..<7, span(0, 5))], text: text).words.count == 1)
        #expect(throws: VoiceLineError("a word at 4+4 of a text of 7 characters")) {
            try built([.word(id: 1, scalars: 4..<8, span(0, 5))], text: text)
        }
    }

    @Test("the number of samples a second is one that there is, and stays")
    func rates() {
        #expect(throws: VoiceLineError("the number of samples a second changes")) {
            try built([sound, .sound(id: 1, rate: 8_000, samples: [])])
        }
        for rate in [Int(Int32.min), -1, 0, 999, 384_001, Int(Int32.max)] {
            #expect(throws: VoiceLineError("expected 1000 to 384000 samples a second, found \(rate)")) {
                try built([.sound(id: 1, rate: rate, samples: [1])])
            }
        }
    }

    @Test("no more is kept than there is room for: sound by time and by bytes, phonemes, words, names")
    func limits() throws {
        var limits = VoiceLimits()
        (limits.phonemes, limits.words, limits.phonemeBytes) = (2, 1, 4)
        limits.sound = .milliseconds(250)
        func refuses(_ answer: VoiceAnswer, after count: Int, _ reason: String) throws {
            var builder = UtteranceBuilder(text: "text", limits: limits)
            for _ in 0..<count { try builder.receive(answer) }
            #expect(throws: VoiceLineError(reason)) { try builder.receive(answer) }
        }
        try refuses(sound, after: 2, "more than 0 s or 64 MiB of sound")
        try refuses(.phoneme(id: 1, name: "a", span(0, 1)), after: 2, "more than 2 phonemes")
        try refuses(.word(id: 1, scalars: 0..<1, span(0, 1)), after: 1, "more than 1 words")
        try refuses(.phoneme(id: 1, name: "ʃʃʃ", span(0, 1)), after: 0, "a phoneme's name of more than 4 bytes")
        limits.sound = .seconds(600)
        limits.soundBytes = 1 << 20
        let large = VoiceAnswer.sound(id: 1, rate: 48_000, samples: [Int16](repeating: 0, count: 1 << 18))
        try refuses(large, after: 2, "more than 600 s or 1 MiB of sound")
    }
}
