import Cells
import Debugger
import Engine
import Events
import Frames
import Playback
import Sound
import Synchronization
import Wire

/// What was heard of each message.
extension Inspection {
    package func heard(asJSON: Bool) throws {
        let watch = HeardWatch()
        var run = try begin(watch)
        var count = 0
        let writeMessages = { (messages: [AudibleMessage]) in
            for message in messages {
                count += 1
                if asJSON {
                    try write(HeardText.json(message, number: count).text)
                } else {
                    for line in HeardText.lines(message, number: count) { try write(line) }
                }
            }
        }
        try run.run { _ in try writeMessages(watch.take()) }
        watch.finish()
        try writeMessages(watch.take())
        if count == 0, !asJSON { try write("nothing was said") }
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
    func keep(_ picture: Picture, _ hash: ContentHash) {}
    func keep(_ sound: Samples, _ hash: ContentHash) {}
}
