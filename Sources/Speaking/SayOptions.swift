import Events
import Files
import Platform
import Speech

/// What `cameo say` is asked to do.
package struct SayOptions: Sendable {
    /// What is said; `nil`: what comes on standard input.
    package var text: String?
    /// A file of text instead.
    package var file: String?
    /// Folder of the pack; `nil` for the one that comes with the program.
    package var avatar: String?
    package var voice: String?
    /// Percent of what is usual.
    package var rate = 100
    package var pitch = 100
    /// Another voice: a command that gets the text and answers with sound.
    package var command: String?
    /// Stay when all has been said, to be told more.
    package var stays = false

    package init() {}

    var manner: VoiceManner { VoiceManner(voice: voice, rate: rate, pitch: pitch) }

    /// What is said, in few words.
    package var title: String { text ?? file ?? "standard input" }

    /// - Throws: `CommandError.unusable` when the file cannot be opened, or there is no standard input.
    package func source() throws(CommandError) -> SentenceReader.Source {
        if let text { return .text(text) }
        guard let file, file != "-" else {
            // Keys come from there.
            guard isatty(STDIN_FILENO) == 0 else {
                throw .unusable("nothing to say: give a text, a file with --file, or a pipe on standard input")
            }
            return try Self.pipe(STDIN_FILENO)
        }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unusable("\(file): \(errorWords())") }
        return .descriptor(descriptor)
    }

    /// A descriptor of its own, since the reader closes what it reads.
    static func pipe(_ standardInput: Int32) throws(CommandError) -> SentenceReader.Source {
        let descriptor = fcntl(standardInput, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard descriptor >= 0 else { throw .unusable("standard input: \(errorWords())") }
        return .descriptor(descriptor)
    }

    /// The voice begins at once, before there is something to say, so that the first sentence waits for less.
    /// - Throws: `CommandError.unusable` without a pack or a voice.
    package func speechSession() throws(CommandError) -> SpeechSession {
        let folder: String
        if let named = self.avatar { folder = named } else { folder = try Assets.avatar() }
        let avatar = try SpokenAvatar(folder)
        let voice: Voice
        if let command { voice = .command(VoiceCommand(command)) } else { voice = .program(try VoiceList.builtIn()) }
        let session = SpeechSession(avatar: avatar, voice: voice, manner: manner)
        Task { await session.warmUp() }
        return session
    }
}
