import Events
import Sound
import Speech
import Texts

/// A voice of a track: a program or a command of its own, so that two languages are spoken at a time.
struct SpeakingVoice: Sendable {
    let voice: Voice
    let manner: VoiceManner
    /// Of the same program, by the language that they speak: who says what is in another language than the rest.
    var others: [String: String] = [:]

    /// Says a sentence, in pieces where it is long or in several languages.
    /// - Parameters:
    ///   - language: BCP 47; `nil` for that of the text.
    ///   - phrases: of the sentence that are in another one.
    /// - Throws: `VoiceError`, `SoundError`.
    func say(_ text: String, in language: String? = nil, _ phrases: [TextPhrase] = []) async throws -> SaidText {
        var utterances: [(utterance: Utterance, offset: Int)] = []
        let parts = LanguagePart.parts(of: text, in: language, phrases)
        for (number, part) in parts.enumerated() {
            var manner = manner
            if let other = part.language.flatMap({ others[$0] }) { manner.voice = other }
            for piece in SaidText.pieces(of: part.text) {
                utterances.append((try await voice.speak(piece.text, manner), part.offset + piece.offset))
            }
            // The pause that a voice makes at an end belongs to the end of the sentence.
            if number + 1 < parts.count, let last = utterances.popLast() {
                utterances.append((last.utterance.withoutPause, last.offset))
            }
        }
        return try SaidText(utterances)
    }

    /// - Parameters:
    ///   - language: BCP 47; the voice is chosen by it where the user names none.
    ///   - languages: that are spoken here and there as well.
    /// - Returns: also a line for each language that nobody speaks, and the voice by default does it.
    static func chosen(
        _ voice: Voice, _ manner: VoiceManner, for language: String?, and languages: Set<String> = []
    ) async throws -> (SpeakingVoice, oddities: [String]) {
        let others = languages.filter { LanguagePart.isOther($0, than: language) }
        guard manner.voice == nil, language != nil || !others.isEmpty, case .program(let program) = voice else {
            return (SpeakingVoice(voice: voice, manner: manner), [])
        }
        let voices = try await program.voices()
        var speaking = SpeakingVoice(voice: voice, manner: manner)
        var oddities: [String] = []
        func name(for language: String) -> String? {
            let found = voices.voice(for: language)
            if found == nil { oddities.append("no voice for \(language.kept); using the default voice") }
            return found?.name
        }
        if let language {
            var manner = manner
            manner.voice = name(for: language)
            speaking = SpeakingVoice(voice: voice, manner: manner)
        }
        for other in others.sorted() { speaking.others[other] = name(for: other) }
        return (speaking, oddities)
    }
}

/// What a voice made of a sentence of a book, however long that is.
struct SaidText: Hashable, Sendable {
    /// One channel.
    private(set) var sound: Samples
    /// In the order of their times, from the start of the sound; their places are in the sentence.
    private(set) var words: [SpokenWord] = []

    /// Nothing is heard.
    static let silence = SaidText(sound: Samples(rate: 22_050, channels: 1, values: []))

    /// Pieces of a sentence, one after the other.
    /// - Throws: `SoundError` where they cannot be brought to one rate.
    init(_ utterances: [(utterance: Utterance, offset: Int)]) throws(SoundError) {
        let first = utterances.first { $0.utterance.sound.frameCount > 0 }?.utterance.sound
        let rate = first?.rate ?? Self.silence.sound.rate
        var values: [Int16] = []
        for (utterance, offset) in utterances {
            let start = Samples.span(values.count, rate)
            words += utterance.words.map { word in
                let scalars = word.scalars.lowerBound + offset..<word.scalars.upperBound + offset
                return SpokenWord(scalars: scalars, span: word.span.lowerBound + start..<word.span.upperBound + start)
            }
            values += try utterance.sound.inChannels(1).resampled(to: rate).values
        }
        sound = Samples(rate: rate, channels: 1, values: values)
    }

    private init(sound: Samples) { self.sound = sound }

    /// Scalars that are said in one go: a voice takes more, but nobody waits for them.
    static let pieceScalars = 600

    /// A text in pieces that a voice takes, each with its place in the text, cut at blanks where there are any.
    static func pieces(of text: String) -> [(text: String, offset: Int)] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [(text: String, offset: Int)] = []
        var start = 0
        while start < scalars.count {
            var end = min(start + pieceScalars, scalars.count)
            if end < scalars.count, let blank = scalars[start..<end].lastIndex(of: " "), blank > start {
                end = blank + 1
            }
            let piece = String(String.UnicodeScalarView(scalars[start..<end]))
            pieces.append((Sentence(text: piece).spoken, start))
            start = end
        }
        return pieces
    }
}
