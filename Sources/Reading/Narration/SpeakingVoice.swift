import Events
import Sound
import Speech
import Texts

/// A voice of a track: a program or a command of its own, so that two languages are spoken at a time.
struct SpeakingVoice: Sendable {
    let voice: Voice
    let manner: VoiceManner

    /// Says a sentence, in pieces where it is long.
    /// - Throws: `VoiceError`, `SoundError`.
    func say(_ text: String) async throws -> SaidText {
        var utterances: [(utterance: Utterance, offset: Int)] = []
        for piece in SaidText.pieces(of: text) {
            utterances.append((try await voice.speak(piece.text, manner), piece.offset))
        }
        return try SaidText(utterances)
    }

    /// - Parameter language: BCP 47; the voice is chosen by it where the user names none.
    /// - Returns: also a line where nobody speaks that language, and the voice by default does it.
    static func chosen(
        _ voice: Voice, _ manner: VoiceManner, for language: String?
    ) async throws -> (SpeakingVoice, oddity: String?) {
        guard manner.voice == nil, let language, case .program(let program) = voice else {
            return (SpeakingVoice(voice: voice, manner: manner), nil)
        }
        let found = try await program.voices().voice(for: language)
        var manner = manner
        manner.voice = found?.name
        let oddity = "no voice for \(language.kept); using the default voice"
        return (SpeakingVoice(voice: voice, manner: manner), found == nil ? oddity : nil)
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
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[start..<end])
            pieces.append((Sentence(text: String(piece)).spoken, start))
            start = end
        }
        return pieces
    }
}
