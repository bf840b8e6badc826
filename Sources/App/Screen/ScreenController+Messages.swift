import Events
import Keys
import Live
import Playback
import Screens
import Terminal

/// What comes from everybody who works for the screen, and for whom it is.
extension ScreenController {
    /// Gives each message to whom it is for.
    func receiveMessage(_ message: Message) -> [ScreenInput] {
        switch message {
        case .wake, .work: return []
        case .terminal(.inputReady):
            let keys = renderer.screen.readKeys()
            return followCapabilities() + receiveKeys(keys)
        case .terminal(.outputReady): renderer.screen.flush()
        case .terminal(.closed): ending = .success(.closed)
        case .terminal(.signal(let signal)): return receiveSignal(signal)
        case .decoded(let member, .overlays(let results)):
            for (job, result) in results {
                outputs[member].pictures.store(result, for: job)
                playback.receivePicture(job, result.map(\.size), for: member)
            }
        case .decoded(let member, .base(let hash, let decoded)):
            outputs[member].pictures.store(base: decoded, hash)
        case .sound(let member, let event):
            if let input = outputs[member].sound.receiveEvent(event) { playback.receiveInput(input, for: member) }
        case .live(let member, let event): return receiveLive(event, of: member)
        case .posted(let member, let outcome):
            if let failure = outcome.failure { host?.voice?.fail(failure) }
            if outcome.failure != nil { outputs[member].live?.refuse(outcome.generation, at: clock.now) }
            return [.posted(outcome.number, failure: outcome.failure)]
        case .tile(let event): tile.receivePicture(event, &playback)
        case .video(let event): return receiveVideo(event)
        case .book(let event):
            guard let outcome = book?.receive(event) else { return [] }
            if let input = outcome.input { playback.receiveInput(input) }
            if let message = outcome.message { outputs.main.live?.keep(message, at: clock.now) }
            return outcome.reported
        case .files(let input): return [input]
        case .length(let length): playback.learn(length: length)
        case .host(let event): if let ended = host?.program.receiveEvent(event) { ending = .success(ended) }
        case .utterance(let event): host?.voice?.handle(event)
        }
        return []
    }

    private func receiveKeys(_ keys: [Key]) -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        var rest = keys[...]
        while let key = rest.popFirst() {
            inputs += receiveKey(key)
            guard var ahead = host?.program.takeTypedAhead() else { continue }
            // Who has the keys behind one of ours is known once that has been done.
            while case .raw(let bytes)? = rest.first {
                ahead += bytes
                rest.removeFirst()
            }
            renderer.screen.giveBack(ahead)
        }
        return inputs
    }

    private func receiveKey(_ key: Key) -> [ScreenInput] {
        guard case .raw(let bytes) = key else { return [.key(key)] }
        return host?.program.type(bytes, at: clock.now) ?? []
    }

    private func receiveVideo(_ event: TileVideo.Event) -> [ScreenInput] {
        let notice = tile.receiveVideo(event, &playback)
        if isVideoAlone, !renderer.tile.pictures.video.hasBegun, case .failed(let failure) = event.event {
            ending = .failure(.unusable(failure.reason))
            return []
        }
        return notice.map { [.notice($0)] } ?? []
    }

    private func followCapabilities() -> [ScreenInput] {
        guard renderer.followCapabilities() else { return [] }
        host?.program.adopt(renderer.screen.capabilities)
        return [.resized(renderer.geometry)]
    }

    private func receiveSignal(_ signal: Signal) -> [ScreenInput] {
        switch signal {
        case .windowChanged: renderer.screen.resize()
        case .stopRequested: return suspend()
        case .continued: renderer.screen.takeBack()
        case .endRequested(let number): ending = .success(.signal(number))
        }
        return followWindow()
    }

    /// It may have another size, also after somebody else had the terminal, and may show anything.
    func followWindow() -> [ScreenInput] {
        host?.program.resize(renderer.screen.window)
        renderer.forget()
        return [.resized(renderer.geometry)]
    }

    private func receiveLive(_ event: LiveEvent, of member: Member) -> [ScreenInput] {
        outputs[member].live?.receive(event)
        switch event {
        case .link: return []
        case .history(let past, let user): return [.history(past, of: user, with: name(of: member))]
        case .trouble(let reason) where host != nil:
            host?.voice?.fail(reason)
            return [.notice(reason)]
        // Who is in a call has nobody else to see to its lines.
        case .odd(let oddities):
            let words = oddities.take()
            return [outputs[member].live?.options.isCall == true ? .notice(words) : .remark(words)]
        case .remark(let words): return [.remark(words)]
        case .trouble(let reason): return [.trouble(reason)]
        case .nothing(let reason):
            ending = .failure(.unusable(reason))
            return []
        case .saidAll: return [.saidAll]
        }
    }
}
