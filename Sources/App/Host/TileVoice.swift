import Engine
import Events
import Live
import Playback
import Screens
import Speaking
import Speech
import TileLink

/// What other programs have spoken through the tile: whose turn it is, and when it has been said.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileVoice {
    /// Who can speak here.
    enum Speaker {
        /// A voice of ours says the words.
        case voice(SpokenBackend)
        /// A backend is sent them as a message.
        case backend
        /// - reason: one sentence for whoever tries.
        case nobody(reason: String)
    }

    private struct Turn {
        let id: UtteranceID
        /// Where a voice reads the text from.
        var pipe: TextPipe?
        /// How that text ends.
        var end: TextEnd?
        /// For a backend: all of it.
        var text = ""
        var isWhole = false
        /// Of the message that it became; `nil` while it has not been sent.
        var generation: Generation?
        /// Since when nothing of it is heard any more.
        var quietSince: Instant?
    }

    private let server: TileServer
    private let speaker: Speaker
    private var queue: UtteranceQueue
    private var turn: Turn?

    /// What a backend is sent at most as one message.
    private static let messageBytes = 65_536
    /// As the tape has it in the place of words that are still coming.
    private static let title = "spoken through the tile"
    /// Behind a backend's end signal, and where none comes (as `record` waits).
    private static let quiet = (ended: TimeSpan.seconds(1), never: TimeSpan.seconds(15))

    /// - Throws: why there is no socket, in one sentence.
    init(
        _ speaker: Speaker, named name: String, report: @escaping @Sendable (UtteranceEvent) -> Void
    ) throws(TileError) {
        self.speaker = speaker
        let refusal: String? = if case .nobody(let reason) = speaker { reason } else { nil }
        queue = UtteranceQueue(refusal: refusal)
        server = try TileServer(name: name, report: report)
    }

    /// For the environment of the program.
    var path: String { server.path }

    /// What is said is said by us, and can be stopped.
    var isOurs: Bool { if case .voice = speaker { true } else { false } }

    /// The user wants nothing of what is being said, nor of what waits.
    func silence() { handle(.silenced) }

    func close() {
        turn?.pipe?.stop()
        server.close()
    }

    func handle(_ event: UtteranceEvent) {
        for effect in queue.handle(event) { carryOut(effect) }
    }

    private func carryOut(_ effect: UtteranceEffect) {
        switch effect {
        case .begin(let id): begin(id)
        case .append(let id, let text): append(text, id)
        case .finish(let id):
            guard turn?.id == id else { return }
            turn?.isWhole = true
            turn?.pipe?.finish()
        case .stop(let id):
            guard turn?.id == id else { return }
            turn?.pipe?.stop()
            turn = nil
        case .tell(let id, let answer): server.tell(id, answer)
        }
    }

    private func begin(_ id: UtteranceID) {
        turn = Turn(id: id)
        guard case .voice(let backend) = speaker else { return }
        do {
            let server = server
            let pipe = try TextPipe { server.took($0, of: id) }
            let sentences = SentenceReader(.descriptor(pipe.reading))
            turn?.pipe = pipe
            turn?.end = sentences.end
            backend.prepare(sentences, for: Self.title)
        } catch {
            handle(.failed(id, reason: error.reason))
        }
    }

    private func append(_ text: String, _ id: UtteranceID) {
        guard turn?.id == id else { return }
        if let pipe = turn?.pipe { return pipe.append(text) }
        server.took(text.utf8.count, of: id)
        turn?.text += text
        if let whole = turn?.text, whole.utf8.count > Self.messageBytes {
            handle(.failed(id, reason: "messages to a backend are limited to \(Self.messageBytes) bytes"))
        }
    }

    // MARK: A turn of the loop

    /// What is to be sent now, once the session can show it.
    func outgoing(_ engine: PlaybackEngine, isLinked: Bool) -> String? {
        guard let turn, turn.generation == nil, isLinked else { return nil }
        let clips = engine.clipsProgress
        guard clips.known > 0, clips.loaded == clips.known else { return nil }
        if turn.pipe != nil { return Self.title }
        return turn.isWhole ? turn.text : nil
    }

    /// It has become the message of this generation.
    func sent(_ generation: Generation) { turn?.generation = generation }

    /// Whether what was sent has been said to its end.
    /// - Parameter isHeard: something of it is still heard, or may come.
    func follow(_ engine: PlaybackEngine, isHeard: @autoclosure () -> Bool, at now: Instant) {
        guard let turn, let generation = turn.generation, turn.isWhole else { return }
        // Somebody else has spoken, or there was nothing to say: the engine waits on for what has no word.
        guard engine.generation == generation, turn.end?.wordless == nil else { return finish(turn.id) }
        guard !engine.isAwaitingAnswer else { return }
        let isOver: Bool
        if case .voice = speaker {
            // Nobody waits for the way home.
            let isQuiet = engine.hasEndSignal && !isHeard()
            let since = isQuiet ? turn.quietSince ?? now : nil
            self.turn?.quietSince = since
            isOver = since.map { now >= $0 + InitialUtterance.fading } ?? false
        } else {
            let quiet = now - engine.lastHeardAt
            isOver = !engine.isAnimating && quiet >= (engine.hasEndSignal ? Self.quiet.ended : Self.quiet.never)
        }
        if isOver { finish(turn.id) }
    }

    private func finish(_ id: UtteranceID) {
        turn = nil
        handle(.said(id))
    }

    func fail(_ reason: String) { if let turn { handle(.failed(turn.id, reason: reason)) } }

    /// When to look again at what nobody tells of.
    func nextWake(at now: Instant) -> Instant? {
        guard let turn, turn.generation != nil else { return nil }
        return turn.quietSince.map { $0 + InitialUtterance.fading } ?? now + .milliseconds(250)
    }
}
