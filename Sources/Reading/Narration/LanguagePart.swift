import Events
import Sound
import Speech
import Texts

/// A part of a sentence that one voice says, since it is in one language.
struct LanguagePart: Hashable, Sendable {
    let text: String
    /// Of its first scalar in the sentence.
    let offset: Int
    /// BCP 47; `nil` for that of the text.
    let language: String?

    /// - Parameters:
    ///   - language: of the sentence.
    ///   - phrases: in their order; what of them overlaps or lies behind the end is left out.
    /// - Returns: all of the sentence, in its order. Each part has something that can be spoken, unless the sentence has nothing.
    static func parts(of sentence: String, in language: String?, _ phrases: [TextPhrase]) -> [LanguagePart] {
        guard !phrases.isEmpty else { return [LanguagePart(text: sentence, offset: 0, language: language)] }
        let scalars = Array(sentence.unicodeScalars)
        var runs: [(scalars: Range<Int>, language: String?)] = []
        func add(_ run: Range<Int>, _ language: String?) {
            guard !run.isEmpty else { return }
            let isSpoken = scalars[run].contains(where: TextScalar.isSpeakable)
            guard let last = runs.last else { return runs.append((run, language)) }
            let wasSpoken = scalars[last.scalars].contains(where: TextScalar.isSpeakable)
            // Signs go with the words before them, or behind them at the beginning.
            guard isSpoken, wasSpoken, last.language != language else {
                let known = isSpoken && !wasSpoken ? language : last.language
                runs[runs.count - 1] = (last.scalars.lowerBound..<run.upperBound, known)
                return
            }
            let signs = scalars[run].prefix(while: belongsToWordBefore).count
            let start = run.lowerBound + signs
            runs[runs.count - 1].scalars = last.scalars.lowerBound..<start
            runs.append((start..<run.upperBound, language))
        }
        var end = 0
        for phrase in phrases {
            let (lower, upper) = (max(end, phrase.scalars.lowerBound), min(phrase.scalars.upperBound, scalars.count))
            guard lower < upper else { continue }
            let own = lower..<upper
            add(end..<own.lowerBound, language)
            add(own, phrase.language)
            end = own.upperBound
        }
        add(end..<scalars.count, language)
        return runs.map { run in
            let text = String(String.UnicodeScalarView(scalars[run.scalars]))
            return LanguagePart(text: text, offset: run.scalars.lowerBound, language: run.language)
        }
    }

    /// Blanks and punctuation, but for what opens something.
    private static func belongsToWordBefore(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .dashPunctuation, .connectorPunctuation: true
        default: scalar.properties.isWhitespace
        }
    }

    /// Whether another voice is to say it: a reader does not change for the English of another country.
    static func isOther(_ language: String, than known: String?) -> Bool {
        func main(_ tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" && $0 != "_" }) }
        return known.map { main($0) != main(language) } ?? true
    }
}

extension Utterance {
    /// Without what is silent at its end, but for as long as a voice takes between two words.
    var withoutPause: Utterance {
        let mono = sound.inChannels(1)
        let spoken = (mono.values.lastIndex { $0.magnitude >= Self.silence }).map { $0 + 1 } ?? 0
        let count = min(mono.values.count, spoken + mono.rate * Self.shortPause / 1_000)
        let cut = Samples(rate: mono.rate, channels: 1, values: Array(mono.values[..<count]))
        let words = words.compactMap { word -> Word? in
            let span = word.span.clamped(to: .zero..<cut.duration)
            return span.isEmpty ? nil : Word(scalars: word.scalars, span: span)
        }
        return Utterance(text: text, sound: cut, phonemes: phonemes, words: words)
    }

    /// Softer than this is silence: 1/512 of full scale.
    private static let silence = 64
    /// Milliseconds.
    private static let shortPause = 50
}
