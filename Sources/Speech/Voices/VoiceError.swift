import Events
import Programs
import Sound

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
