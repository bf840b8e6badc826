import Events

/// What the avatar does when the next picture is not there: it waits for it, and holds the one that is there (specification 3.7, 3.9).
extension PlaybackEngine {
    /// Whether the frame that is waited for turned out not to exist.
    var isAfterLastFrame: Bool { message.active.map { $0.frame == nil && $0.chunk.isComplete } ?? false }

    /// Whether the cursor stands after the last frame that came and nothing says how many there are.
    var isOfUnknownLength: Bool {
        message.active.map { $0.frame == nil && $0.chunk.announced == nil && $0.chunk.sentTotal == nil } ?? false
    }

    /// W: the limit is time, not ticks (K19). Past it the frame is abandoned; under a sound clock the picture then jumps.
    mutating func advanceWaiting(since: Instant, _ effects: inout [Effect]) {
        guard let active = message.active else {
            mode = .overlay(.gap(since: clock))
            return
        }
        if isCurrentReady {
            // The frame has its whole period from now on.
            accumulator = .zero
            mode = .overlay(.playing)
            return
        }
        if isSoundOver {
            mode = .overlay(.playing)
            return leaveWithSound(&effects)
        }
        if isAfterLastFrame { return leaveChunk(due: now, &effects) }
        if isOfUnknownLength { return }
        guard clock >= since + settings.decodeLimit || (active.isPastWaitLimit && accumulator >= period) else { return }
        note(
            .skipDrawTimeout, chunk: active.chunk.index,
            "chunk \(active.chunk.index) frame \(active.cursor): no picture after \((clock - since).wholeMilliseconds) ms",
            &effects)
        message.active?.isPastWaitLimit = true
        accumulator = .zero
        mode = .overlay(.playing)
        if isPacedBySound, jumpToSound(&effects) { return }
        moveOn(due: now, &effects)
    }

    /// H: released by the next chunk (in `startIfPossible`), else by time (K22).
    mutating func advanceHolding(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished || clock >= since + settings.holdLimit else { return }
        beginGap(&effects)
    }
}

/// What the avatar does when nothing more comes: it keeps still, and then goes home (specification 3.9, 3.12).
extension PlaybackEngine {
    /// G: the composite is kept; after the limit the talking clip runs out, and the message stays open (K29, N42).
    mutating func advanceGap(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished || clock >= since + settings.gapLimit else { return }
        beginFinishing(&effects)
    }

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
