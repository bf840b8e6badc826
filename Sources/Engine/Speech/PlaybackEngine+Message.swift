import Events

/// The ends of messages: force idle with its whole clearing list, and finishing in good order (specification 3.9, 3.10).
extension PlaybackEngine {
    /// The user sent a message: everything of the one before goes, before anything of the new one can come.
    mutating func send(_ effects: inout [Effect]) {
        if readyClips.isEmpty { note(.readyEmpty, "no clip is loaded: only idling can be expected", &effects) }
        let older = becomingOlder(at: now)
        clearMessage(&effects)
        self.older = older
        (phase, wasSent) = (.awaiting, true)
    }

    /// Nothing answers what the backend has not taken: what comes is of the message that was under way when it was sent, or of one from
    /// elsewhere.
    /// - Parameter number: of the generation that began with it.
    mutating func refused(_ number: Generation, _ effects: inout [Effect]) {
        if number < generation, older?.unanswered ?? 0 > 0 {
            older?.forgetOne()
        } else if number == generation, phase == .awaiting || (phase == .open && !isCertain && older != nil) {
            goOn(from: older?.continuesAt ?? 0)
            counters.stale += heldCount
            (older, heldAside, wasSent) = (nil, [], false)
            (isCertain, shownGuesses) = (true, [])
        } else {
            // It was taken all the same: it has been answered.
            return
        }
        note(.refused, "the backend did not take what was sent", &effects)
    }

    /// The chunks before this one have been played, in the generation before, or were cleared with it.
    private mutating func goOn(from chunk: Int) {
        if played.isEmpty, active == nil { (played, nextExpected) = (Set(0..<chunk), chunk) }
        if phase == .awaiting { phase = played.isEmpty ? .none : .resting }
    }

    /// The clearing list. Clips stay. The base frame stays on screen until idle draws; the overlay on it goes at once,
    /// since nobody keeps its picture any more and what comes next may hold the composite (N38).
    mutating func clearMessage(_ effects: inout [Effect]) {
        generation += 1
        effects.append(.stopSound)
        effects.append(.discardAll(before: generation))
        if phase == .open || phase == .resting || active != nil { effects.append(.finishMessage(generation - 1)) }
        ledger = PictureLedger()
        composite?.overlay = nil
        needsDecoding = false
        active = nil
        queue = []
        gateSince = nil
        nextExpected = 0
        (played, broken, uncounted) = ([], [], [])
        lateNoted = []
        (hasEndSignal, mayHaveEnded, heardEnds, linkEnd) = (false, false, [], nil)
        (wasSent, wasLinkLost) = (false, false)
        (hasBegunShowing, isCertain, isCounted, areRepeatsReleased) = (false, false, false, false)
        (firstAudio, older, carried) = (nil, nil, [])
        pendingBaseAtEnd = nil
        counters.stale += guessesAfterEnd.count + heldCount
        (heldAside, shownGuesses, guessesAfterEnd) = ([], [], [])
        phase = .none
        enterIdle()
    }

    func isFinished() -> Bool { (hasEndSignal || linkEnd == .atOnce) && queue.isEmpty }

    /// All that was announced has been played and no more is to come, or nothing came for too long. With a chunk still
    /// waiting the message stays open.
    mutating func endMessage(_ effects: inout [Effect]) {
        if queue.isEmpty { leaveMessage(&effects) }
        enterIdle()
        guard clips[clip]?.isEmpty ?? true else { return }
        note(.missingBaseClip, "nothing is loaded of \(clip.rawValue): the last picture stays", &effects)
    }

    /// With an end signal the message is over; without one it has only come home (3.10).
    mutating func leaveMessage(_ effects: inout [Effect]) {
        guard phase == .open else { return }
        if mayHaveEnded, linkEnd == nil { (hasEndSignal, heardEnds) = (true, Set(EndSignal.allCases)) }
        if hasEndSignal { return closeMessage(&effects) }
        phase = .resting
        countMessage()
        effects.append(.restMessage(generation))
    }

    mutating func closeMessage(_ effects: inout [Effect]) {
        guard phase == .open || phase == .resting else { return }
        phase = .ended
        countMessage()
        effects.append(.finishMessage(generation))
    }

    /// Once a message, however often it goes on.
    private mutating func countMessage() {
        if !isCounted { counters.messagesFinished += 1 }
        isCounted = true
    }

    mutating func enterIdle() {
        mode = .idle
        clip = requests.idle
        baseIndex = 0
        accumulator = .zero
        returnClip = nil
        pendingBaseAtEnd = phase == .awaiting ? pendingBaseAtEnd : nil
        clips.swapAll()
    }

    /// After the last frame of the last chunk: the talking clip runs out, the return clip leads home (3.9).
    mutating func beginFinishing(_ effects: inout [Effect]) {
        returnClip = chooseReturnClip()
        guard returnClip != nil else { return leaveTalking(&effects) }
        if baseIndex < (clips[clip]?.length ?? 0) - 1 {
            mode = .finishingBase(since: clock)
            baseIndex += 1
        } else {
            leaveTalking(&effects)
        }
    }

    /// The clip that the backend asked for if it starts where the current one ends, else the one that leads to idle.
    private func chooseReturnClip() -> ClipName? {
        guard let end = clip.endPose else { return nil }
        if let asked = pendingBaseAtEnd, clips.isLoaded(asked), asked.startPose == end { return asked }
        guard let home = requests.idle.startPose else { return nil }
        let computed = ClipName(from: end, to: home)
        if clips.isKnown(computed) { return computed }
        // To another pose of the same kind, which is nearer than a cut.
        return clips.loaded.first {
            $0.startPose == end && $0.endPose?.state == home.state && $0.endPose?.point == .start
        }
    }

    /// The talking clip is at its end: home by the return clip. Chosen anew: one that was asked for, or came to be
    /// loaded, meanwhile counts (3.12).
    mutating func leaveTalking(_ effects: inout [Effect]) {
        let chosen = chooseReturnClip()
        noteUnusedRequest(chosen, &effects)
        if let chosen, clips.isLoaded(chosen) { enterReturn(chosen) } else { endMessage(&effects) }
    }

    /// A clip that was asked for as the way home and cannot be it is ignored, but not silently (N44).
    private mutating func noteUnusedRequest(_ chosen: ClipName?, _ effects: inout [Effect]) {
        guard let asked = pendingBaseAtEnd, asked != chosen else { return }
        let reason = clips.isLoaded(asked) ? "does not start where \(clip.rawValue) ends" : "is not loaded"
        note(.odd, "asked to return by \(asked.rawValue), which \(reason); ignored", &effects)
    }

    mutating func enterReturn(_ name: ClipName) {
        mode = .returnTransition(since: clock)
        clip = name
        baseIndex = 0
        accumulator = .zero
        returnClip = nil
    }
}
