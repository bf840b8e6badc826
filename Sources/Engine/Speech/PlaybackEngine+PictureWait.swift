import Events

/// Waits for the next picture, of this chunk or the next, and holds the current one meanwhile (specification 3.7, 3.9).
extension PlaybackEngine {
    /// Whether the awaited frame turned out not to exist.
    var isAfterLastFrame: Bool { message.active.map { $0.frame == nil && $0.chunk.isComplete } ?? false }

    /// Whether the cursor is after the last received frame and the number of frames is unknown.
    var isOfUnknownLength: Bool {
        message.active.map { $0.frame == nil && $0.chunk.announced == nil && $0.chunk.sentTotal == nil } ?? false
    }

    /// Phase W: the limit is time, not ticks (K19). After it the frame is given up; under a sound clock the picture
    /// then jumps.
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

    /// Phase H: ended by the next chunk (in `startIfPossible`), else by time (K22).
    mutating func advanceHolding(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished || clock >= since + settings.holdLimit else { return }
        beginGap(&effects)
    }
}
