import Events

/// Mode overlay: chunks start, their frames advance, wait, hold and end (specification 3.4–3.9, 3.12).
extension PlaybackEngine {
    // MARK: Starting

    /// Starts the next chunk when it is in order and its buffer is filled. A missing earlier chunk is waited for, but not
    /// without end (K34, N15).
    mutating func startIfPossible(_ effects: inout [Effect]) {
        // The mode first: it costs nothing, while the buffer is counted picture by picture.
        guard mayStart, let next = queue.first, isBuffered(next) || next.index > nextExpected else { return openGate() }
        guard next.index > nextExpected else { return startNext(due: now, &effects) }
        guard isGateDue(next) else { return openGate() }
        guard let since = gateSince else {
            gateSince = clock
            return
        }
        guard clock >= since + settings.chunkGapLimit else { return }
        note(.chunkGap, "chunk \(nextExpected) did not come; going on with chunk \(next.index)", &effects)
        nextExpected = next.index
        startNext(due: now, &effects)
    }

    private mutating func openGate() {
        if queue.first.map({ $0.index <= nextExpected }) ?? true { gateSince = nil }
    }

    /// Whether a chunk could start but for an earlier one that has not appeared.
    func isGateDue(_ next: Chunk) -> Bool {
        guard next.index > nextExpected, mayStart else { return false }
        return readyCount(of: next, most: 1) > 0 || next.isComplete || (next.isSoundAlone && isBuffered(next))
    }

    var mayStart: Bool {
        switch mode {
        case .transition, .overlay(.playing), .overlay(.waiting): false
        default: true
        }
    }

    /// From idle by a bridge where one is loaded, else at frame 0 now.
    mutating func startNext(due: Instant, _ effects: inout [Effect]) {
        gateSince = nil
        if case .idle = mode, let bridge = bridge(to: queue[0]) {
            mode = .transition(since: clock)
            clip = bridge
            baseIndex = 0
            accumulator = .zero
            return
        }
        // What is left of the last period stays only where one chunk's frames follow another's without a break (3.8).
        if mode != .overlay(.playing) || active?.isSoundAlone != false { accumulator = .zero }
        finishActive(&effects)
        var chunk = queue.removeFirst()
        chunk.nextSince = chunk.nextSince ?? clock
        nextExpected = max(chunk.index, chunk.index &+ 1)  // the number is a stranger's: it may be the largest
        active = ActiveChunk(chunk: chunk, due: due)
        mode = .overlay(.playing)
        returnClip = nil
        needsDecoding = true
    }

    /// The loaded clip from the pose that is being shown to the pose in which the chunk begins; `nil` when none is due.
    private func bridge(to chunk: Chunk) -> ClipName? {
        guard let wanted = (chunk.frames.first?.frame.clip ?? chunk.firstClip)?.startPose, let end = clip.endPose else {
            return nil
        }
        guard wanted.state != end.state || wanted.variant != end.variant else { return nil }
        let exact = ClipName(from: end, to: wanted)
        let fromEnd = ClipName(from: end.at(.end), to: wanted)
        return [exact, fromEnd].first(where: clips.isLoaded)
    }

    /// Takes the chunk that has been played off the stage: report, eviction, missing sound.
    mutating func finishActive(_ effects: inout [Effect]) {
        guard var done = active else { return }
        active = nil
        complete(&done.chunk, &effects)
        noteLost(of: done.chunk, &effects)
        played.insert(done.chunk.index)
        if !done.chunk.lost.isEmpty { broken.insert(done.chunk.index) }
        if done.chunk.sentAt == nil { uncounted.insert(done.chunk.index) }
        keepGuess(done.chunk)
        counters.chunksFinished += 1
        if done.chunk.sound == nil {
            note(.audioMissing, "chunk \(done.chunk.index) had no sound", &effects)
        }
        forget(done.chunk, from: done.releasedCount, &effects)
        effects.append(.finishChunk(report(of: done)))
    }

    private func report(of done: ActiveChunk) -> ChunkReport {
        ChunkReport(
            generation: generation, chunk: done.chunk.index, announced: done.chunk.announced,
            received: done.chunk.received, shown: done.shown, held: done.held, noOverlay: done.noOverlay,
            guessed: done.guessed,
            skipped: done.skipped,
            lost: done.chunk.lost, late: done.chunk.late, duplicates: done.chunk.duplicates,
            hasSound: done.chunk.sound != nil, started: done.started, ended: now)
    }

    /// When frames are caught up with, none is shown for less than one refresh of a usual display, whatever ticks.
    static let longestShortShowing = Span.milliseconds(16)
    var shortestShowing: Span { min(Self.longestShortShowing, period) }

    // MARK: Advancing

    mutating func advanceOverlay(_ effects: inout [Effect]) {
        guard let active else { return beginGap(&effects) }
        if active.isSoundAlone { return advanceSoundAlone(&effects) }
        if joinSound(&effects) { return }
        if isPacedBySound { return advanceBySound(&effects) }
        guard active.isDrawn, accumulator >= period, clock >= active.drawnAt + shortestShowing else { return }
        accumulator -= period
        moveOn(due: now - accumulator, &effects)
    }

    /// One frame further, or out of the chunk. A chunk of unknown length has no last frame before it is complete.
    mutating func moveOn(due: Instant, _ effects: inout [Effect]) {
        guard let active else { return }
        let length =
            active.chunk.isComplete
            ? active.chunk.frames.count : active.chunk.expected ?? active.chunk.sentTotal ?? .max
        if active.cursor + 1 >= length { return leaveChunk(due: due, &effects) }
        moveCursor(by: 1, due: due, &effects)
    }

    mutating func moveCursor(by count: Int, due: Instant, _ effects: inout [Effect]) {
        guard var playing = active else { return }
        active = nil
        for passed in playing.cursor..<playing.cursor + count {
            playing.clip = playing.chunk.frame(at: passed)?.frame.clip ?? playing.clip
        }
        playing.cursor += count
        playing.chunk.passedCount = playing.cursor
        playing.isDrawn = false
        playing.due = due
        releasePassed(&playing, &effects)
        active = playing
    }

    /// The last frame has had its period (3.12, rows "at last frame").
    mutating func leaveChunk(due: Instant, _ effects: inout [Effect]) {
        if let next = queue.first, next.index <= nextExpected, isBuffered(next) {
            startNext(due: due, &effects)
        } else if !queue.isEmpty {
            mode = .overlay(.holding(since: clock))
            needsDecoding = true  // the first frame of the next chunk is demanded from now on
        } else if isFinished() {
            finishActive(&effects)
            accumulator = .zero
            beginFinishing(&effects)
        } else {
            beginGap(&effects)
        }
    }

    private mutating func beginGap(_ effects: inout [Effect]) {
        finishActive(&effects)
        mode = .overlay(.gap(since: clock))
    }

    /// A chunk without frames is heard over the composite that stands, as long as its sound is, then gives way (K41, N17, N22).
    private mutating func advanceSoundAlone(_ effects: inout [Effect]) {
        guard let active, let startedAt = active.startedAt else { return }
        let isOver: Bool
        if active.chunk.sound == nil || active.chunk.soundFailed || active.hasSoundEnded {
            isOver = true
        } else {
            // A length that nobody knows is not waited for without end.
            isOver = clock >= startedAt + (active.chunk.soundDuration ?? settings.completionLimit)
        }
        if isOver { leaveChunk(due: now, &effects) }
    }

    /// The first frames of a chunk of which only the sound had come: the picture begins where the sound is.
    private mutating func joinSound(_ effects: inout [Effect]) -> Bool {
        guard let active, active.shown == 0, active.held == 0, active.skipped == 0, active.cursor == 0, !active.isDrawn,
            let startedAt = active.startedAt, active.isSoundStarted
        else { return false }
        let passed = Int((clock - startedAt).microseconds / max(1, period.microseconds))
        let place = min(passed, active.chunk.frameCount - 1)
        guard place > 0 else { return false }
        skip(to: place, &effects)
        moveCursor(by: place, due: now, &effects)
        accumulator = .zero
        return true
    }

    // MARK: Waiting, holding, gaps

    /// Whether the frame that is waited for turned out not to exist.
    var isBehindLastFrame: Bool { active.map { $0.frame == nil && $0.chunk.isComplete } ?? false }

    /// Whether the cursor stands behind the last frame that came and nothing says how many there are.
    var isOfUnknownLength: Bool {
        active.map { $0.frame == nil && $0.chunk.announced == nil && $0.chunk.sentTotal == nil } ?? false
    }

    /// W: the limit is time, not ticks (K19). Past it the frame is abandoned; under a sound clock the picture then jumps.
    mutating func advanceWaiting(since: Instant, _ effects: inout [Effect]) {
        guard let active else {
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
        if isBehindLastFrame { return leaveChunk(due: now, &effects) }
        if isOfUnknownLength { return }
        guard clock >= since + settings.decodeLimit || (active.isPastWaitLimit && accumulator >= period) else { return }
        note(
            .skipDrawTimeout,
            "chunk \(active.chunk.index) frame \(active.cursor): no picture after \(Int((clock - since).milliseconds)) ms",
            &effects)
        self.active?.isPastWaitLimit = true
        accumulator = .zero
        mode = .overlay(.playing)
        if isPacedBySound, jumpToSound(&effects) { return }
        moveOn(due: now, &effects)
    }

    /// H: released by the next chunk (in `startIfPossible`), else by time (K22).
    mutating func advanceHolding(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished() || clock >= since + settings.holdLimit else { return }
        beginGap(&effects)
    }

    /// G: the composite is kept; after the limit the talking clip runs out, and the message stays open (K29, N42).
    mutating func advanceGap(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished() || clock >= since + settings.gapLimit else { return }
        beginFinishing(&effects)
    }
}
