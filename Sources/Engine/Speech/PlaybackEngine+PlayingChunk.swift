import Events

/// The playing chunk, in mode overlay: advances through its frames and ends it (specification 3.4–3.9, 3.12).
/// `PlaybackEngine+StartRule` starts a chunk, `PlaybackEngine+PictureWait` waits for pictures, and
/// `PlaybackEngine+ReturnToIdle` returns to idling.
extension PlaybackEngine {
    /// Ends the chunk that has been played: report, eviction, missing sound.
    mutating func finishActive(_ effects: inout [Effect]) {
        guard var done = message.active else { return }
        message.active = nil
        complete(&done.chunk, &effects)
        noteLost(of: done.chunk, &effects)
        noteClaims(of: done.chunk, &effects)
        message.played.insert(done.chunk.index)
        if !done.chunk.lost.isEmpty { message.broken.insert(done.chunk.index) }
        message.missed.keep(done.chunk)
        if done.chunk.sentAt == nil { message.unsent.insert(done.chunk.index) }
        keepGuess(done.chunk)
        counters.chunksFinished += 1
        if done.chunk.sound == nil {
            note(.audioMissing, chunk: done.chunk.index, "chunk \(done.chunk.index) was shown without sound", &effects)
        }
        forget(done.chunk, from: done.releasedCount, &effects)
        effects.append(.finishChunk(report(of: done, .over)))
    }

    /// Reports a chunk that ends before it is over. The caller removes it.
    func reportCut(_ effects: inout [Effect]) {
        if let cut = openChunk { effects.append(.finishChunk(cut)) }
    }

    /// A report on the playing chunk as if it were cut off now; `nil` if none has started.
    package var openChunk: ChunkReport? {
        guard let active = message.active, active.start != nil else { return nil }
        return report(of: active, .cut)
    }

    private func report(of done: ActiveChunk, _ end: ChunkReport.End) -> ChunkReport {
        // Nobody waited for what had not had its turn.
        let lost = end == .over ? done.chunk.lost : done.chunk.lost.filter { $0 < done.chunk.passedCount }
        return ChunkReport(
            generation: generation, chunk: done.chunk.index, announced: done.chunk.announced,
            received: done.chunk.received + done.chunk.guessCount, shown: done.shown, held: done.held,
            noOverlay: done.noOverlay,
            guessed: done.guessed,
            skipped: done.skipped,
            lost: lost, late: done.chunk.late, duplicates: done.chunk.duplicates,
            hasSound: done.chunk.sound != nil, end: end, started: done.start?.session, ended: now)
    }

    /// Shortest time for which a frame is shown while catching up: one refresh of a usual display, whatever the
    /// ticks.
    static let longestShortShowing = TimeSpan.milliseconds(16)
    var shortestShowing: TimeSpan { min(Self.longestShortShowing, period) }

    // MARK: Advancing

    mutating func advanceOverlay(_ effects: inout [Effect]) {
        guard let active = message.active else { return beginGap(&effects) }
        if active.isSoundAlone { return advanceSoundAlone(&effects) }
        if joinSound(&effects) { return }
        if isPacedBySound { return advanceBySound(&effects) }
        guard active.isDrawn, accumulator >= period, clock >= active.drawnAt + shortestShowing else { return }
        accumulator -= period
        moveOn(due: now - accumulator, &effects)
    }

    /// Advances to the next frame, or out of the chunk. A chunk of unknown length has no last frame before it is
    /// complete.
    mutating func moveOn(due: Instant, _ effects: inout [Effect]) {
        guard let active = message.active else { return }
        let length =
            active.chunk.isComplete
            ? active.chunk.frames.count : active.chunk.expected ?? active.chunk.sentTotal ?? .max
        if active.cursor + 1 >= length { return leaveChunk(due: due, &effects) }
        moveCursor(by: 1, due: due, &effects)
    }

    mutating func moveCursor(by count: Int, due: Instant, _ effects: inout [Effect]) {
        guard var playing = message.active else { return }
        message.active = nil
        for passed in playing.cursor..<playing.cursor + count {
            playing.clip = playing.chunk.frame(at: passed)?.frame.clip ?? playing.clip
        }
        playing.cursor += count
        playing.chunk.passedCount = playing.cursor
        playing.isDrawn = false
        playing.due = due
        releasePassed(&playing, &effects)
        message.active = playing
    }

    /// Leaves the chunk when the last frame has had its period (3.12, rows "at last frame").
    mutating func leaveChunk(due: Instant, _ effects: inout [Effect]) {
        if let next = message.queue.first, next.index <= message.nextExpected, isBuffered(next) {
            startNext(due: due, &effects)
        } else if !message.queue.isEmpty {
            mode = .overlay(.holding(since: clock))
            needsDecoding = true  // the first frame of the next chunk is demanded from now on
        } else if isFinished {
            finishActive(&effects)
            accumulator = .zero
            beginFinishing(&effects)
        } else {
            beginGap(&effects)
        }
    }

    mutating func beginGap(_ effects: inout [Effect]) {
        finishActive(&effects)
        mode = .overlay(.gap(since: clock))
    }

    /// Plays a chunk without frames over the current composite, as long as its sound lasts (K41, N17, N22).
    private mutating func advanceSoundAlone(_ effects: inout [Effect]) {
        guard let active = message.active, let start = active.start else { return }
        let isOver: Bool
        if active.chunk.sound == nil || active.chunk.soundFailed || active.hasSoundEnded {
            isOver = true
        } else {
            // A length that nobody knows is not waited for without end.
            isOver = clock >= start.clock + (active.chunk.soundDuration ?? settings.completionLimit)
        }
        if isOver { leaveChunk(due: now, &effects) }
    }

    /// Shows the first frames of a chunk of which only the sound had arrived: the picture starts at the sound's
    /// position.
    private mutating func joinSound(_ effects: inout [Effect]) -> Bool {
        guard let active = message.active, active.shown == 0, active.held == 0, active.skipped == 0, active.cursor == 0,
            !active.isDrawn,
            let start = active.start, active.soundStart != nil
        else { return false }
        let passed = Int((clock - start.clock).microseconds / max(1, period.microseconds))
        let place = min(passed, active.chunk.frameCount - 1)
        guard place > 0 else { return false }
        skip(to: place, &effects)
        moveCursor(by: place, due: now, &effects)
        accumulator = .zero
        return true
    }
}
