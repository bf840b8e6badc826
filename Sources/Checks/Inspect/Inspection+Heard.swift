import Debugger
import Engine
import Events
import Playback
import Sound
import Synchronization

/// What was heard of each message.
extension Inspection {
    package func heard(asJSON: Bool) throws {
        var hasHeard = false
        try heardMessages { message in
            hasHeard = true
            if asJSON { return try write(HeardText.json(message).text) }
            for line in HeardText.lines(message) { try write(line) }
        }
        if !hasHeard, !asJSON { try write("nothing was said") }
    }

    /// Each message when it is over.
    /// - Throws: what reading a tape can, what `receive` throws, and `CancellationError`.
    package func heardMessages(
        isCanceled: () -> Bool = { false }, _ receive: (AudibleMessage) throws -> Void
    ) throws {
        let watch = HeardWatch()
        var run = try begin(watch)
        func hand() throws { for message in watch.take() { try receive(message) } }
        try run.run { _ in
            if isCanceled() { throw CancellationError() }
            try hand()
        }
        watch.finish()
        try hand()
    }
}

/// Lets a value follow what sounds in a run; the mutex makes no matter who tells it.
private final class HeardWatch: RunWatcher {
    private let state = Mutex((speech: AudibleSpeech(endsAtHome: false), messages: [AudibleMessage]()))

    func receive(_ event: Event, by engine: PlaybackEngine) {
        state.withLock { state in
            if let message = state.speech.receive(event, by: engine) { state.messages.append(message) }
        }
    }

    func receive(_ sound: DecodedSound, at time: Instant) { state.withLock { $0.speech.receive(sound.judged) } }
    func finish() { state.withLock { state in state.messages += [state.speech.finish()].compactMap { $0 } } }

    func take() -> [AudibleMessage] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    func receive(_ item: VirtualRun.Item, from engine: PlaybackEngine) {}
    func keep(_ sound: Samples, _ hash: ContentHash) {}
}
