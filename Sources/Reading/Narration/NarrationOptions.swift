import Events
import Speech
import Texts

/// How a text is read aloud, as its user has it.
package struct NarrationOptions: Hashable, Sendable {
    /// Where a second language comes from.
    package enum Translation: Hashable, Sendable {
        /// A text of any kind that is read.
        case file(String)
        /// A command that translates a line for a line.
        case command(String)
    }

    /// Of the text; the built-in voice without a name is one for its language.
    package var voice = VoiceChoice.builtIn(VoiceManner())
    /// The one that is set for all texts: no wish for this one.
    package var usualVoice = VoiceChoice.builtIn(VoiceManner())
    /// BCP 47; `nil` for what the text itself says.
    package var language: String?
    /// Of the text and its translation where they have no byte order mark; `nil` for what they look like.
    package var encoding: TextEncoding?
    package var translation: Translation?
    package var translationLanguage: String?
    /// By any of its names; `nil` for one for the language.
    package var translationVoice: String?
    /// Where translations are kept; `nil` for nowhere.
    package var cacheFolder: String?

    package init() {}

    /// Nothing of it has been given another value, but for where translations would be kept.
    package var isUsual: Bool {
        var usual = NarrationOptions()
        (usual.voice, usual.usualVoice, usual.cacheFolder) = (usualVoice, usualVoice, cacheFolder)
        return self == usual
    }

    /// As fast and as high as the text is read; by the same program, or by the built-in voice where that is a command.
    package func translationVoiceChoice(_ name: String?) -> VoiceChoice {
        var manner = voice.manner
        manner.voice = name
        if case .program(let program, _) = voice { return .program(program, manner) }
        return .builtIn(manner)
    }
}

/// Why a book cannot be read by a voice.
package enum NarrationError: ReasonedError, Hashable {
    /// A file of sound that none of its chunks has.
    case noSound(path: String)
    /// It is closed, or whoever asked does not wait any more.
    case canceled
    /// A folder that is to become a job's, and is not this one's.
    case notThisJob(folder: String, found: String)
    case locked(folder: String)
    case cannotWrite(format: String)

    package var isOfInput: Bool { self != .canceled }

    package var reason: String {
        switch self {
        case .noSound(let path): "\(path.kept): no sound for this book"
        case .canceled: "canceled"
        case .notThisJob(let folder, let found):
            "\(folder.kept): expected an empty folder or an unfinished narration of this book, found \(found)"
        case .locked(let folder): "\(folder.kept): another program is writing to it"
        case .cannotWrite(let format): "the installed sound library cannot write \(format)"
        }
    }
}
