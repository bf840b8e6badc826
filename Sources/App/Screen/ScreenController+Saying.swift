import Engine
import Events
import Live
import Playback
import Screens

/// What is sent to be said, and what ends it.
extension ScreenController {
    func send(_ message: OutgoingText) {
        guard let live = outputs[message.member].live else { return }
        if message.goesLive { playback.goLive(at: clock.now) }
        let member = live.options.member
        live.send(message.text, number: message.number, ready: message.ready, through: &playback) {
            [mailbox] in mailbox.post(.posted(member, $0))
        }
    }

    /// Lets the avatar say what other programs want said.
    func speak(for host: Host) {
        guard let voice = host.voice, let live = outputs.main.live, let engine = playback.edgeEngine(of: .main) else {
            return
        }
        // While it is paused nothing is said, and nothing is over.
        if !playback.isPaused { voice.follow(engine, isHeard: played.isSpeaking, at: clock.now) }
        guard let text = voice.outgoing(engine, isLinked: live.link.isConnected) else { return }
        voice.sent(post(text, engine, live))
    }

    /// Whose keys they are, and what there is to be said of the program.
    func followHost(_ model: ScreenModel) -> [ScreenInput] {
        guard let host else { return [] }
        speak(for: host)
        renderer.screen.takesText = model.takesText
        renderer.screen.passesKeys = model.passesKeys
        renderer.screen.holdInput(model.passesKeys && host.program.isBehind(at: clock.now))
        // What is said for a moment, or is open, is not to move the tile.
        let captions = model.passesKeys && !model.isSayingSomething ? renderer.shownPopups : []
        return host.program.follow(model, tile: renderer.shownTile, captions: captions, at: clock.now)
    }

    /// Nothing takes the place of what is being said.
    func hush() -> [ScreenInput] {
        let isOurs = host == nil ? speaksItself : host?.voice?.isOurs == true
        guard isOurs, let live = outputs.main.live, let engine = playback.edgeEngine(of: .main)
        else { return [.notice("This speech cannot be stopped, only muted")] }
        host?.voice?.silence()
        if engine.isAnimating || engine.isAwaitingAnswer || engine.isResting { _ = post("", engine, live) }
        return []
    }

    /// A message that nobody typed.
    private func post(_ text: String, _ engine: PlaybackEngine, _ live: LiveSession) -> Generation {
        let member = live.options.member
        live.send(text, number: Host.messageNumber, ready: engine.readyClips, through: &playback) { [mailbox] in
            mailbox.post(.posted(member, $0))
        }
        return playback.edgeEngine(of: .main)?.generation ?? engine.generation
    }
}
