import Events

/// Ends messages: force idle with everything that it clears, and the regular end (specification 3.9, 3.10).
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

    mutating func enterIdle() {
        mode = .idle
        clip = requests.idle
        baseIndex = 0
        accumulator = .zero
        returnClip = nil
        message.pendingBaseAtEnd = message.phase == .awaiting ? message.pendingBaseAtEnd : nil
        clips.swapAll()
    }

    /// After the last frame of the last chunk: plays the talking clip to its end, then the return clip (3.9).
    mutating func beginFinishing(_ effects: inout [Effect]) {
        returnClip = chooseReturnClip()
        guard returnClip != nil else { return leaveTalking(&effects) }
        if clips[clip]?.isOver(at: baseIndex + 1) == false {
            mode = .finishingBase(since: clock)
            baseIndex += 1
        } else {
            leaveTalking(&effects)
        }
    }

    /// The clip that the backend requested, if it starts where the current one ends, else the one that leads to idle.
    private func chooseReturnClip() -> ClipName? {
        guard let end = clip.endPose else { return nil }
        if let asked = message.pendingBaseAtEnd, clips.isLoaded(asked), asked.startPose == end { return asked }
        guard let home = requests.idle.startPose else { return nil }
        let computed = ClipName(from: end, to: home)
        if clips.isKnown(computed) { return computed }
        // To another pose of the same kind, which is nearer than a cut.
        return clips.loaded.first {
            $0.startPose == end && $0.endPose?.state == home.state && $0.endPose?.point == .start
        }
    }

    /// At the end of the talking clip: plays the return clip. It is chosen again, because a clip may have been
    /// requested or loaded meanwhile (3.12).
    mutating func leaveTalking(_ effects: inout [Effect]) {
        let chosen = chooseReturnClip()
        noteUnusedRequest(chosen, &effects)
        if let chosen, clips.isLoaded(chosen) { enterReturn(chosen) } else { endMessage(&effects) }
    }

    /// Notes a requested clip that cannot be the return clip and is therefore ignored (N44). It leads to idling from
    /// the end of the whole message, so a message that stops earlier says nothing about it.
    private mutating func noteUnusedRequest(_ chosen: ClipName?, _ effects: inout [Effect]) {
        guard let asked = message.pendingBaseAtEnd, asked != chosen else { return }
        let isLoaded = clips.isLoaded(asked)
        let isWhole = message.heardEnds.contains(.audioEnd) && message.linkEnd == nil
        guard isWhole || !isLoaded else { return }
        let reason = isLoaded ? "does not start where \(clip.rawValue) ends" : "is not loaded"
        note(.odd, "play_base_animation: return clip \(asked.rawValue) \(reason); ignored", &effects)
    }

    mutating func enterReturn(_ name: ClipName) {
        mode = .returnTransition(since: clock)
        clip = name
        baseIndex = 0
        accumulator = .zero
        returnClip = nil
    }
}

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
