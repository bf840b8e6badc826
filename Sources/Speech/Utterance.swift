import Events
import Sound
import Texts
import Typesetting

/// What a voice made of one sentence: its sound, and what is heard when.
///
/// All times count from the start of the sound; lists are in the order of their times.
package struct Utterance: Hashable, Sendable {
    /// What was to be said, as it is shown.
    package let text: String
    /// It is the first of a paragraph, and not of all.
    package private(set) var beginsParagraph = false
    package let sound: Samples
    /// Empty when the voice does not tell them.
    package let phonemes: [Phoneme]
    /// Empty when the voice does not tell them.
    package let words: [Word]

    package init(text: String, sound: Samples, phonemes: [Phoneme] = [], words: [Word] = []) {
        (self.text, self.sound, self.phonemes, self.words) = (text, sound, phonemes, words)
    }

    /// The same, shown as a sentence, of which the voice was given a scalar for each.
    package func shown(as sentence: Sentence) -> Utterance {
        var shown = Utterance(text: sentence.text, sound: sound, phonemes: phonemes, words: words)
        shown.beginsParagraph = sentence.beginsParagraph
        return shown
    }

    /// One sound of speech.
    package struct Phoneme: Hashable, Sendable {
        /// In the International Phonetic Alphabet, without stress marks; empty for a pause.
        package let name: String
        package let span: Range<TimeSpan>

        package init(name: String, span: Range<TimeSpan>) { (self.name, self.span) = (name, span) }
    }

    package typealias Word = SpokenWord
}

/// The answers to one sentence, put together; no more of them than there is room for.
package struct UtteranceBuilder {
    private let text: String
    private let scalarCount: Int
    private let limits: VoiceLimits
    private var rate: Int?
    private var values: [Int16] = []
    private var phonemes: [Utterance.Phoneme] = []
    private var words: [Utterance.Word] = []

    package init(text: String, limits: VoiceLimits = VoiceLimits()) {
        (self.text, self.limits) = (text, limits)
        scalarCount = text.unicodeScalars.count
    }

    /// Answers of other kinds are left alone.
    /// - Throws: `VoiceLineError` for what does not fit to the sentence or what came before, or is beyond a limit.
    package mutating func receive(_ answer: VoiceAnswer) throws(VoiceLineError) {
        switch answer {
        case .sound(_, let rate, let samples): try appendSound(samples, rate)
        case .phoneme(_, let name, let span):
            guard phonemes.count < limits.phonemes else {
                throw VoiceLineError("more than \(limits.phonemes) phonemes")
            }
            guard name.utf8.count <= limits.phonemeBytes else {
                throw VoiceLineError("a phoneme's name of more than \(limits.phonemeBytes) bytes")
            }
            phonemes.append(Utterance.Phoneme(name: name, span: span))
        case .word(_, let scalars, let span):
            guard words.count < limits.words else { throw VoiceLineError("more than \(limits.words) words") }
            guard scalars.upperBound <= scalarCount else {
                throw VoiceLineError(
                    "a word at \(scalars.lowerBound)+\(scalars.count) of a text of \(scalarCount) characters")
            }
            words.append(Utterance.Word(scalars: scalars, span: span))
        default: break
        }
    }

    private mutating func appendSound(_ samples: [Int16], _ rate: Int) throws(VoiceLineError) {
        guard VoiceLimits.rates.contains(rate) else {
            throw VoiceLineError(
                "expected \(VoiceLimits.rates.lowerBound) to \(VoiceLimits.rates.upperBound) samples a second, found \(rate)"
            )
        }
        guard rate == self.rate ?? rate else { throw VoiceLineError("the number of samples a second changes") }
        self.rate = rate
        let count = values.count + samples.count
        guard Double(count) <= limits.sound.seconds * Double(rate), count * 2 <= limits.soundBytes else {
            throw VoiceLineError(
                "more than \(Int(limits.sound.seconds)) s or \(ByteText.mebibytes(limits.soundBytes)) of sound")
        }
        values += samples
    }

    /// What all answers together say. Spans end with the sound, and each ends where the next one begins at the latest.
    package var utterance: Utterance {
        let sound = Samples(rate: rate ?? 22_050, channels: 1, values: values)
        let phonemeSpans = Self.inOrder(phonemes.map(\.span), within: sound.duration)
        let wordSpans = Self.inOrder(words.map(\.span), within: sound.duration)
        return Utterance(
            text: text, sound: sound,
            phonemes: phonemeSpans.map { Utterance.Phoneme(name: phonemes[$0.place].name, span: $0.span) },
            words: cut(wordSpans.map { Utterance.Word(scalars: words[$0.place].scalars, span: $0.span) }))
    }

    /// The text's words. What a voice says in one breath ("of the", a phrase of a script without blanks) are several,
    /// which share its time by their lengths; one that it says in parts ("3/4", the s of "NATO's" with the next word)
    /// is one from the first to the last. Breaths that overlap in the text do not make more words than there is room for.
    private func cut(_ words: [Utterance.Word]) -> [Utterance.Word] {
        let tokens = TextTokens(text).tokens
        var cut: [(index: Int, word: Utterance.Word)] = []
        for word in words where cut.count < limits.words {
            let shares = word.shares(of: tokens)
            guard let first = shares.first else { continue }
            // What takes no time is left out: a breath that is too short to be shared stays one.
            for share in shares.allSatisfy({ !$0.word.span.isEmpty }) ? shares : [(first.index, word)] {
                if let last = cut.last, last.index == share.index {
                    cut[cut.count - 1].word = last.word.joined(with: share.word)
                } else {
                    cut.append(share)
                }
            }
        }
        return cut.map(\.word)
    }

    /// Places in the order of their times; those that take no time are left out.
    private static func inOrder(_ spans: [Range<TimeSpan>], within end: TimeSpan) -> [(
        place: Int, span: Range<TimeSpan>
    )] {
        let order = spans.indices.sorted {
            (spans[$0].lowerBound, $0) < (spans[$1].lowerBound, $1)
        }
        var found: [(place: Int, span: Range<TimeSpan>)] = []
        for (index, place) in order.enumerated() {
            let next = index + 1 < order.count ? spans[order[index + 1]].lowerBound : end
            let last = min(spans[place].upperBound, next, end)
            if spans[place].lowerBound < last { found.append((place, spans[place].lowerBound..<last)) }
        }
        return found
    }
}
