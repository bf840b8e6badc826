import Events
import Sound
import Speech

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
