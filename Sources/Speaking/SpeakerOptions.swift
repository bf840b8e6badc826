import Events
import Speech

/// Who speaks, and how.
package struct SpeakerOptions: Sendable {
    package enum VoiceChoice: Sendable {
        /// The one that comes with the program.
        case builtIn(VoiceManner)
        /// A command that gets the text and answers with sound.
        case command(String)
    }

    /// Folder of the pack.
    package let avatar: String
    package let voice: VoiceChoice

    package init(avatar: String, voice: VoiceChoice) { (self.avatar, self.voice) = (avatar, voice) }

    /// The voice begins at once, before there is something to say, so that the first sentence waits for less.
    /// - Throws: `CommandError.unusable` without a pack or a voice.
    package func speechSession() throws(CommandError) -> SpeechSession {
        let avatar = try SpokenAvatar(self.avatar)
        let session =
            switch voice {
            case .builtIn(let manner):
                SpeechSession(avatar: avatar, voice: .program(try VoiceList.builtIn()), manner: manner)
            case .command(let command): SpeechSession(avatar: avatar, voice: .command(VoiceCommand(command)))
            }
        Task { await session.warmUp() }
        return session
    }
}
