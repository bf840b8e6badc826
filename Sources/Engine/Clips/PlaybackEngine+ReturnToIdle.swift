import Events

/// The way back to idling: when nothing more arrives the avatar keeps still, then the talking clip runs to its end, then the
/// return clip plays (specification 3.9, 3.12).
extension PlaybackEngine {
    /// Phase G: the composite stays. After the limit the talking clip plays to its end, and the message stays open
    /// (K29, N42).
    mutating func advanceGap(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished || clock >= since + settings.gapLimit else { return }
        beginFinishing(&effects)
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

    mutating func enterIdle() {
        mode = .idle
        clip = requests.idle
        baseIndex = 0
        accumulator = .zero
        returnClip = nil
        message.pendingBaseAtEnd = message.phase == .awaiting ? message.pendingBaseAtEnd : nil
        clips.swapAll()
    }

    // MARK: Advancing

    mutating func advanceFinishing(since: Instant, _ effects: inout [Effect]) {
        if clock >= since + settings.finishingLimit {
            note(
                .timeLimit, "\(clip.rawValue) did not end within \(settings.finishingLimit.wholeMilliseconds) ms",
                &effects)
            return endMessage(&effects)
        }
        guard takePeriod(period) else { return }
        baseIndex += 1
        guard clips[clip]?.isOver(at: baseIndex) ?? true else { return }
        leaveTalking(&effects)
    }

    mutating func advanceReturn(since: Instant, _ effects: inout [Effect]) {
        guard takePeriod(period) else { return }
        baseIndex += 1
        let length = clips[clip]?.length ?? 0
        if baseIndex >= length || clock > since + clipLimit(length) { endMessage(&effects) }
    }
}
