import Events
import JSON
import Programs
import Sound

/// Whatever speaks.
package enum Voice: Sendable {
    case program(VoiceProcess)
    case command(VoiceCommand)

    /// The voice gets the text as `VoicedText` has it; the words of the answer are those of the text itself.
    /// - Parameter manner: a command knows of none.
    /// - Throws: `VoiceError`.
    package func speak(_ text: String, _ manner: VoiceManner = VoiceManner()) async throws(VoiceError) -> Utterance {
        let voiced = VoicedText(text)
        let said =
            switch self {
            case .program(let program): try await program.speak(voiced.text, manner)
            case .command(let command): try await command.speak(voiced.text)
            }
        return voiced.utterance(of: text, said)
    }

    /// Lets a program begin, so that the first sentence waits for less. What is wrong with it shows when there is something to say.
    package func warmUp(_ manner: VoiceManner = VoiceManner()) async {
        guard case .program(let program) = self else { return }
        _ = try? await program.speak("", manner)
    }

    /// Ends what runs for it; whoever waits for a sentence gets `VoiceError.canceled`.
    package func close() async {
        switch self {
        case .program(let program): await program.close()
        case .command(let command): await command.close()
        }
    }
}

/// What a voice's program is asked for, one JSON object a line (docs/reference/voice-protocol.md).
enum VoiceRequest: Hashable, Sendable {
    case say(id: Int, text: String, VoiceManner)
    case voices(id: Int)

    /// The whole line, its end included.
    var line: [UInt8] { json.utf8 + [UInt8(ascii: "\n")] }

    private var json: JSON {
        switch self {
        case .say(let id, let text, let manner):
            var say: JSONObject = ["id": .number(id), "text": .string(text)]
            if let voice = manner.voice { say.append("voice", .string(voice)) }
            say.append("rate", .number(manner.rate))
            say.append("pitch", .number(manner.pitch))
            return ["say": .object(say)]
        case .voices(let id): return ["voices": ["id": .number(id)]]
        }
    }
}

/// How a sentence is to be said.
package struct VoiceManner: Hashable, Sendable {
    /// As `VoiceDescription.name` or a language has it; `nil` for the one that the program has by default.
    package var voice: String?
    /// Percent of the voice's normal speed.
    package var rate: Int
    /// Percent of the voice's normal pitch.
    package var pitch: Int

    package init(voice: String? = nil, rate: Int = 100, pitch: Int = 100) {
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
    }
}

/// Why a voice has not spoken.
///
/// Reasons may quote what a stranger's program wrote, control characters included.
package enum VoiceError: ReasonedError, Hashable {
    case notStarted(program: String, reason: String)
    /// It is no voice, or of another version.
    case noVoice(program: String, reason: String)
    case ended(program: String, ProgramEnd, lastWords: String)
    case late(program: String, waitedSeconds: Int, what: String, lastWords: String)
    /// An answer that is none, or beyond a limit.
    case badAnswer(program: String, reason: String)
    /// What it said itself of this sentence.
    case refused(program: String, message: String)
    case noSound(program: String, SoundError, lastWords: String)
    case tooLongText(found: Int, limit: Int)
    case canceled

    /// One line for people.
    package var reason: String {
        switch self {
        case .notStarted(let program, let reason): "cannot start \(program): \(reason)"
        case .noVoice(let program, let reason): "\(program) is not a voice: \(reason)"
        case .ended(let program, let end, let words): "\(program) \(end.words)" + Self.quoted(words)
        case .late(let program, let seconds, let what, let words):
            "\(program): no \(what) within \(seconds) s" + Self.quoted(words)
        case .badAnswer(let program, let reason): "\(program): invalid answer: \(reason)"
        case .refused(let program, let message): "\(program): \(message)"
        case .noSound(let program, let error, let words): "\(program): \(error.reason)" + Self.quoted(words)
        case .tooLongText(let found, let limit):
            "a sentence of \(found) characters is too long to speak (at most \(limit))"
        case .canceled: "canceled"
        }
    }

    private static func quoted(_ words: String) -> String { words.isEmpty ? "" : ": \(words)" }
}

/// What is taken from a voice's program, and how long is waited for it (docs/reference/voice-protocol.md).
package struct VoiceLimits: Hashable, Sendable {
    /// Unicode scalars of one sentence.
    var textScalars = 2_000
    var lineBytes = 1 << 20
    /// One sentence's sound; as many samples a second as in any sound file.
    package var sound = TimeSpan.seconds(600)
    package var soundBytes = 64 << 20
    package var phonemes = 20_000
    package var words = 4_000
    package var voices = 10_000
    /// UTF-8 of a phoneme's name, and of a voice's name, language or title.
    var phonemeBytes = 64
    package var nameBytes = 400

    /// From the start of the program to its first line.
    package var start = TimeSpan.seconds(20)
    /// Without any answer while one is due.
    package var silence = TimeSpan.seconds(20)
    /// One sentence in all.
    package var sentence = TimeSpan.seconds(120)
    /// From the end of its input until the program is killed.
    var grace = TimeSpan.seconds(1)

    package init() {}

    static let rates = SoundLimits().rates

    /// - Throws: `VoiceError.tooLongText`.
    func check(_ text: String) throws(VoiceError) {
        let count = text.unicodeScalars.count
        guard count <= textScalars else { throw .tooLongText(found: count, limit: textScalars) }
    }
}
