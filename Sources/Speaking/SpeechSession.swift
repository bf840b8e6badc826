import Events
import SocketIO
import Speech

/// How time passes for one who speaks.
protocol SpeechPace: Sendable {
    /// Since it began to speak.
    func passed() async -> TimeSpan
    /// Until so much has passed.
    func wait(until time: TimeSpan) async throws
}

/// As it passes for everybody.
struct WallPace: SpeechPace {
    private let start = ContinuousClock.now

    func passed() -> TimeSpan { TimeSpan(start.duration(to: .now)) }

    func wait(until time: TimeSpan) async throws {
        try await Task.sleep(until: start + .microseconds(time.microseconds))
    }
}

/// An avatar with a voice: says texts, as the messages of a backend.
package struct SpeechSession: Sendable {
    package let avatar: SpokenAvatar
    package let voice: Voice
    var manner = VoiceManner()
    /// How much more than what can have been played is given: a text may be longer than memory.
    var ahead = TimeSpan.seconds(10)

    /// Of whoever speaks to nobody else.
    static let ownConversation = "conv_cameo_guest"
    /// Without a word for so long it has gone home: longer than an underrun is held, and the way home (specification 3.9).
    private static let untilHome = TimeSpan.milliseconds(1_500)

    /// Lets the voice begin.
    func warmUp() async { await voice.warmUp(manner) }

    /// Says one message, until the text is over or the task is canceled.
    /// - Parameters:
    ///   - conversation: its id, as messages name it.
    ///   - isReplaced: whether another message takes the place of one whose task is canceled.
    ///   - give: gets a chunk's messages together.
    /// - Returns: why not all could be said.
    func speak(
        _ sentences: SentenceReader, in conversation: String = ownConversation, at pace: some SpeechPace = WallPace(),
        isReplaced: @Sendable () -> Bool = { false },
        give: @Sendable ([WireMessage]) async -> Void
    ) async -> String? {
        var encoder = SpeechEncoder(avatar.pack, in: conversation, pictures: avatar)
        var trouble: String?
        do {
            try await withTaskCancellationHandler {
                try await speak(sentences, &encoder, pace, give)
            } onCancel: {
                sentences.close()
            }
        } catch {
            trouble = CommandError(error).reason
        }
        guard !Task.isCancelled else {
            if isReplaced() { await give(encoder.endSignals) }
            return nil
        }
        do { await give(try encoder.end()) } catch { trouble = trouble ?? CommandError(error).reason }
        return trouble
    }

    private func speak(
        _ sentences: SentenceReader, _ encoder: inout SpeechEncoder, _ pace: some SpeechPace,
        _ give: @Sendable ([WireMessage]) async -> Void
    ) async throws {
        /// Time until which there is something to hear.
        var spoken = TimeSpan.zero
        while !Task.isCancelled, let sentence = try await sentences.next() {
            let utterance = try await voice.speak(sentence.spoken, manner).shown(as: sentence)
            let now = await pace.passed()
            // So long without a word that the avatar has gone home meanwhile.
            if spoken > .zero, now > spoken + Self.untilHome { encoder.wentHome() }
            spoken = max(spoken, now)
            for chunk in encoder.chunks(of: utterance) {
                let due = spoken - ahead
                if await pace.passed() < due { try await pace.wait(until: due) }
                await give(try encoder.messages(of: chunk))
                spoken += chunk.sound.duration
            }
        }
    }
}

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
