import Engine
import Events
import Keys
import Live
import Panels
import Playback
import Settings
import Terminal

/// A conversation with a backend, on the screen.
extension RunLoop {
    /// - Throws: as `init`; the session has ended then, and its tape is taken back.
    static func showing(
        _ live: LiveSession, opening: InitialUtterance? = nil, _ options: PlaybackOptions, _ clock: SessionClock,
        _ device: TerminalDevice
    ) async throws -> RunLoop {
        do {
            return try RunLoop(live, opening: opening, options, clock, device: device)
        } catch {
            await live.hangUp()
            live.tape.discard()
            throw error
        }
    }

    func receive(_ news: LiveNews) {
        switch news {
        // Heard in the turn that follows.
        case .arrived: break
        case .link(let link):
            live?.change(link)
            live?.requestHistory { [mailbox] in mailbox.post(.live($0)) }
            drawPanelsNext()
        case .history(let past, let user):
            let before = conversation.lines.count
            conversation.precede(by: past, of: user)
            // The chosen line stays the chosen one.
            if case .conversation(let row) = state.popup {
                let moved = row + conversation.lines.count - before
                state.popup = .conversation(max(0, min(moved, conversation.lines.count - 1)))
            }
            drawPanelsNext()
        case .odd(let reason): state.message = "from the backend: \(reason)"
        case .trouble(let reason): receive(trouble: reason)
        case .saidAll: opening?.hasSaidAll = true
        }
    }

    /// Ends the connection; what was still received goes on the tape.
    /// - Returns: why the recording ended early, if it did.
    func hangUp() async -> CommandError? {
        guard let live else { return nil }
        await live.hangUp()
        try? playback.advance(to: clock.now)
        live.tape.recorder.record(playback.takeHeard())
        return await live.tape.close()
    }

    func fillLink(_ status: inout StatusState) {
        guard let live else { return }
        (status.link, status.now) = (live.link, clock.now)
        status.isInsecure = live.options.isInsecure
        let clips = playback.timeline.edge.clipsProgress
        if clips.loaded < clips.known {
            status.clips = ClipProgress(
                loaded: clips.loaded, known: clips.known, percent: clips.frames * 100 / max(1, clips.announced))
        }
    }

    func retryConnection() {
        guard let live else { return sayNotLive() }
        live.retry()
    }

    private func sayNotLive() { state.message = "this is a tape: there is nobody at the other end" }

    // MARK: Saying something

    func askMessage() {
        guard live != nil else { return sayNotLive() }
        conversation.endRecall()
        ask(.message)
    }

    /// Up and down in the prompt: what was said before.
    func recall(_ key: Key) -> Bool {
        let direction: Int
        switch key {
        case .named(.up, _): direction = -1
        case .named(.down, _): direction = 1
        default: return false
        }
        guard let prompt = state.prompt else { return false }
        if let text = conversation.recall(direction, typing: prompt.editor.text) {
            state.prompt?.editor = LineEditor(text)
        }
        return true
    }

    /// The one thing that is wrong with a message and can be wanted all the same.
    static let onlyIdles = "no clip is whole; Enter sends anyway"

    /// Everything of the message before is cleared before the backend hears of the new one (specification 1.13, order rule).
    /// - Parameter warned: whether the user has read `onlyIdles` and entered the same again.
    /// - Returns: why it is not sent; `nil` when it is on its way.
    func send(_ text: String, warned: Bool) -> String? {
        guard let live else { return nil }
        guard live.link.isConnected else { return "there is no link to the backend" }
        let engine = playback.timeline.edge
        guard engine.clipProgress(engine.idleClip).map({ $0.loaded > 0 }) == true else {
            return "no picture has come yet"
        }
        let ready = engine.readyClips
        if ready.isEmpty, !warned { return Self.onlyIdles }
        if !playback.isAtEdge || playback.isPaused { playback.goLive(at: clock.now) }
        let number = conversation.send(text, at: clock.now)
        live.send(text, ready: ready, at: clock.now)
        attempt { try playback.advance(to: clock.now) }
        let (mailbox, generation) = (mailbox, playback.timeline.edge.generation)
        live.post(text, ready: ready) {
            mailbox.post(.posted(PostOutcome(number: number, generation: generation, failure: $0)))
        }
        return nil
    }

    func receive(_ outcome: PostOutcome) {
        conversation.settle(outcome.number, failure: outcome.failure)
        if let failure = outcome.failure {
            state.message = "not said: \(failure)"
            live?.refuse(outcome.generation, at: clock.now)
        }
        drawPanelsNext()
    }

    // MARK: What was said

    func hearConversation() {
        for said in playback.takeSaid() { conversation.receive(said.segment, at: said.time) }
    }

    func openConversation() {
        guard live != nil else { return sayNotLive() }
        state.popup = .conversation(max(0, conversation.lines.count - 1))
    }

    func takeInConversation(_ key: Key, _ row: Int) -> Bool {
        let lines = conversation.lines
        switch key {
        case .named(.up, _), .character("k"): state.popup = .conversation(max(0, row - 1))
        case .named(.down, _), .character("j"): state.popup = .conversation(min(max(0, lines.count - 1), row + 1))
        case .named(.enter, _):
            state.popup = nil
            ask(.message, lines.indices.contains(row) ? lines[row].text : "")
        case .character("h"), .named(.escape, _): state.popup = nil
        default: return key != .character("q")
        }
        return true
    }
}
