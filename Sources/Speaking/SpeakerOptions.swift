import Events
import Speech

/// Who speaks, and how.
package struct SpeakerOptions: Sendable {
    /// Folder of the pack.
    package let avatar: String
    package let voice: VoiceChoice

    package init(avatar: String, voice: VoiceChoice) { (self.avatar, self.voice) = (avatar, voice) }

    /// The voice begins at once, before there is something to say, so that the first sentence waits for less.
    /// - Throws: `CommandError.unusable` without a pack or a voice.
    package func speechSession() throws(CommandError) -> SpeechSession {
        let avatar = try SpokenAvatar(self.avatar)
        let session = SpeechSession(avatar: avatar, voice: try voice.voice(), manner: voice.manner)
        Task { await session.warmUp() }
        return session
    }
}
