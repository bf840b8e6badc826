import Events

/// The phases of a message: sent or refused, at rest, ended; and clearing everything of it (specification 3.9, 3.10).
extension PlaybackEngine {
    /// Handles a message sent by the user: everything of the previous message is cleared, before anything of the new
    /// one can arrive.
    mutating func send(_ effects: inout [Effect]) {
        if readyClips.isEmpty { note(.readyEmpty, "no clip loaded; the avatar can only idle", &effects) }
        let older = becomingOlder(at: now)
        clearMessage(&effects)
        message.older = older
        (message.phase, message.wasSent) = (.awaiting, true)
    }

    /// Handles a message that the backend refused. Nothing answers it: what arrives belongs to the message that was
    /// current when it was sent, or to another client's.
    /// - Parameter number: of the generation that began with it.
    mutating func refused(_ number: Generation, _ effects: inout [Effect]) {
        if number < generation, message.older?.unanswered ?? 0 > 0 {
            message.older?.forgetOne()
        } else if number == generation,
            message.phase == .awaiting || (message.phase == .open && !message.isCertain && message.older != nil)
        {
            goOn(from: message.older?.continuesAt ?? 0)
            counters.stale += heldCount
            (message.older, message.heldAside, message.wasSent) = (nil, [], false)
            (message.isCertain, message.shownGuesses) = (true, [])
        } else {
            // It was taken all the same: it has been answered.
            return
        }
        note(.refused, "the backend rejected the message", &effects)
    }

    /// Continues with this chunk: earlier chunks were played in the previous generation, or cleared with it.
    private mutating func goOn(from chunk: Int) {
        if message.played.isEmpty, message.active == nil {
            (message.played, message.nextExpected) = (Set(0..<chunk), chunk)
        }
        if message.phase == .awaiting { message.phase = message.played.isEmpty ? .none : .resting }
    }

    /// Clears the message. Clips stay. The base frame stays on screen until idle draws. The overlay on it is removed
    /// at once, because its picture is no longer stored and the next event may hold the composite (N38).
    mutating func clearMessage(_ effects: inout [Effect]) {
        reportCut(&effects)
        generation += 1
        effects.append(.stopSound)
        effects.append(.discardAll(before: generation))
        if message.phase == .open || message.phase == .resting || message.active != nil {
            effects.append(.finishMessage(generation - 1))
        }
        counters.stale += message.guessesAfterEnd.count + heldCount
        message = CurrentMessage()
        ledger = PictureLedger()
        composite?.overlay = nil
        needsDecoding = false
        enterIdle()
    }

    var isFinished: Bool { (message.hasEndSignal || message.linkEnd == .atOnce) && message.queue.isEmpty }

    /// Ends the message: everything announced has been played and no more is to come, or nothing arrived for too
    /// long. If a chunk is still waiting, the message stays open.
    mutating func endMessage(_ effects: inout [Effect]) {
        if message.queue.isEmpty { leaveMessage(&effects) }
        enterIdle()
        guard clips[clip]?.isEmpty ?? true else { return }
        note(.missingBaseClip, "no frame of \(clip.rawValue) is loaded; last picture kept", &effects)
    }

    /// Leaves the message: with an end signal it is over, without one it only returned to idling (3.10).
    mutating func leaveMessage(_ effects: inout [Effect]) {
        guard message.phase == .open else { return }
        if message.mayHaveEnded, message.linkEnd == nil {
            (message.hasEndSignal, message.heardEnds) = (true, Set(EndSignal.allCases))
        }
        if message.hasEndSignal { return closeMessage(&effects) }
        message.phase = .resting
        countMessage()
        effects.append(.restMessage(generation))
    }

    mutating func closeMessage(_ effects: inout [Effect]) {
        guard message.phase == .open || message.phase == .resting else { return }
        message.phase = .ended
        countMessage()
        effects.append(.finishMessage(generation))
    }

    /// Counts a message once, however often it continues. One that was cut off and continues on another connection
    /// may still finish.
    private mutating func countMessage() {
        let isCutOff = message.hasLostParts || message.linkEnd != nil && !message.hasEndSignal
        switch message.counted {
        case .finished?: counters.messagesFinished -= 1
        case .cutOff?: counters.messagesCutOff -= 1
        case nil: break
        }
        message.counted = isCutOff ? .cutOff : .finished
        if isCutOff { counters.messagesCutOff += 1 } else { counters.messagesFinished += 1 }
    }
}
