import Events
import Speech
import Wire

/// An avatar with a voice: says texts, as the messages of a backend.
struct Performer: Sendable {
    let avatar: SpokenAvatar
    let voice: Voice
    var manner = VoiceManner()
    /// How much more than what can have been played is given: a text may be longer than memory.
    var ahead = Span.seconds(10)

    /// Longer than an underrun is held, and the way home (reference 3.9).
    private static let patience = Span.milliseconds(1_500)

    /// Says one message, until the text is over or the task is cancelled.
    /// - Parameter give: gets a chunk's messages together.
    /// - Returns: why not all could be said.
    func say(_ sentences: SentenceReader, give: @Sendable ([WireMessage]) -> Void) async -> String? {
        var speaker = Speaker(avatar.pack, pictures: avatar)
        var trouble: String?
        do {
            try await withTaskCancellationHandler {
                try await say(sentences, &speaker, give)
            } onCancel: {
                sentences.close()
            }
        } catch {
            trouble = AppError.words(for: error)
        }
        guard !Task.isCancelled else { return nil }
        do { give(try speaker.end()) } catch { trouble = trouble ?? AppError.words(for: error) }
        return trouble
    }

    private func say(
        _ sentences: SentenceReader, _ speaker: inout Speaker, _ give: @Sendable ([WireMessage]) -> Void
    ) async throws {
        let start = ContinuousClock.now
        /// Time until which there is something to hear.
        var spoken = Span.zero
        while !Task.isCancelled, let sentence = try await sentences.next() {
            let utterance = try await voice.say(sentence.spoken, manner)
            let now = Self.passed(since: start)
            // So long without a word that the avatar has gone home meanwhile.
            if spoken > .zero, now > spoken + Self.patience { speaker.wentHome() }
            spoken = max(spoken, now)
            for chunk in speaker.chunks(of: utterance) {
                let early = spoken - Self.passed(since: start) - ahead
                if early > .zero { try await Task.sleep(for: .microseconds(early.microseconds)) }
                give(try speaker.messages(of: chunk))
                spoken += chunk.sound.duration
            }
        }
    }

    private static func passed(since start: ContinuousClock.Instant) -> Span {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Span(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
