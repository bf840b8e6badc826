import Events

/// Handles lost and restored connections (N45).
extension PlaybackEngine {
    /// Plays complete chunks to their end and drops incomplete ones, which can no longer be completed (N45).
    mutating func linkLost(_ reason: String, _ effects: inout [Effect]) {
        note(.link, "connection lost: \(reason)", &effects)
        dropHalfAssembled(&effects)
        if message.active?.chunk.isComplete == false {
            counters.dropped += 1
            message.hasLostParts = true
            changeActive { engine, playing in engine.complete(&playing.chunk, &effects) }
        }
        if message.phase == .open {
            switch mode {
            case .overlay(.holding), .overlay(.gap): message.linkEnd = .limitsApply
            default: message.linkEnd = .atOnce
            }
        }
        message.wasLinkLost = message.phase == .open || message.phase.isOver
        emissions.reset()
        message.older?.end()
        restIfIdle(&effects)
        requests.reset()
    }

    /// Ends a message if its last chunks were dropped and nothing is playing: there is nothing left to wait for.
    mutating func restIfIdle(_ effects: inout [Effect]) {
        if mode == .idle, message.queue.isEmpty { leaveMessage(&effects) }
    }

    private mutating func dropHalfAssembled(_ effects: inout [Effect]) {
        for place in message.queue.indices where !message.queue[place].isComplete && message.queue[place].hasAllPictures
        { changeChunk(at: place) { engine, chunk in engine.complete(&chunk, &effects) } }
        for chunk in message.queue where !chunk.isComplete {
            counters.dropped += 1
            message.hasLostParts = true
            forget(chunk, &effects)
        }
        message.queue.removeAll { !$0.isComplete }
        for chunk in message.guessesAfterEnd { forget(chunk, &effects) }
        message.guessesAfterEnd = []
        if heldCount > 0 { stale(heldCount, &effects) }
        message.heldAside = []
    }

    mutating func linkRestored(_ effects: inout [Effect]) {
        note(.link, "connection established", &effects)
        dropHalfAssembled(&effects)
        emissions.reset()
        restIfIdle(&effects)
        requests.reset()
        requests.manifestDeadline = clock + settings.manifestLimit
        effects.append(.requestManifest)
    }
}
