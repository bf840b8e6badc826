import Events

/// Time: ticks, pauses, steps, and what each mode does when a period is over (specification 3.2, 3.4, 3.8, 3.12).
extension PlaybackEngine {
    var period: TimeSpan { settings.period }
    var idlePeriod: TimeSpan { settings.idlePeriod }
    private var currentPeriod: TimeSpan { mode == .idle ? idlePeriod : period }

    // MARK: The doors

    mutating func tick(_ effects: inout [Effect]) {
        counters.ticks += 1
        if clockedAt == nil { clockedAt = now }
        guard !isPaused, settings.clock != .manual else { return }
        act(&effects)
    }

    /// Advances playback time to this event. Ticks alone do not suffice, because they may be far apart: a limit that
    /// begins with an event has to count from that event.
    mutating func passTime() {
        guard let before = clockedAt else { return }
        clockedAt = now
        guard !isPaused, settings.clock != .manual else { return }
        count(now - before)
    }

    private mutating func count(_ elapsed: TimeSpan) {
        clock += elapsed
        accumulator = min(accumulator + elapsed, currentPeriod * 2)
    }

    /// Lets one period of the current mode pass at once, and draws the result as a tick would.
    mutating func step(_ effects: inout [Effect]) {
        guard isPaused || settings.clock == .manual else { return }
        if clockedAt == nil { clockedAt = now }
        count(currentPeriod)
        act(&effects)
    }

    mutating func pause() { isPaused = true }
    mutating func resume() { isPaused = false }

    /// Performs one tick in the order of 3.4, with one difference: a frame whose period is over ends before the next
    /// is drawn. So the screen and the state always agree.
    private mutating func act(_ effects: inout [Effect]) {
        actedAt = clock
        checkManifestDeadline(&effects)
        giveUpSilentRequests(&effects)
        dropOlderByDate(&effects)
        releaseRepeats(&effects)
        releaseUnsolicited(&effects)
        tellContradictions(&effects)
        completeChunks(&effects)
        setGuessesAside(&effects)
        advance(&effects)
        startIfPossible(&effects)
        draw(&effects)
    }

    /// Completes chunks after silence, and records since when chunks in the queue wait (2.2, 3.5).
    private mutating func completeChunks(_ effects: inout [Effect]) {
        for place in message.queue.indices
        where !message.queue[place].isComplete
            && message.queue[place].isCompletable(at: clock, isNext: place == 0, settings: settings)
        { changeChunk(at: place) { engine, chunk in engine.complete(&chunk, &effects) } }
        if let playing = message.active?.chunk, !playing.isComplete,
            playing.isCompletable(at: clock, isNext: true, settings: settings)
        {
            changeActive { engine, playing in engine.complete(&playing.chunk, &effects) }
        }
        startBufferWait()
        noteWait(&effects)
    }

    /// Starts the waits of a chunk. The buffer wait starts when the chunk is queued and next in order (3.5). The wait
    /// for its first picture also requires that the previous chunk is over (3.10).
    mutating func startBufferWait() {
        guard let next = message.queue.first else { return }
        if next.nextSince == nil, mayStart { message.queue[0].nextSince = clock }
        guard next.index <= message.nextExpected else { return }
        if next.waitingSince == nil, next.isFrameListKnown { message.queue[0].waitingSince = clock }
    }

    /// Reports a chunk that blocks everything else, if none of its pictures has arrived for as long as a buffer may
    /// take.
    private mutating func noteWait(_ effects: inout [Effect]) {
        guard let next = message.queue.first, next.isWaitingForPictures, !next.isWaitNoted, mayStart,
            let since = next.nextSince, clock >= since + settings.bufferLimit
        else { return }
        message.queue[0].isWaitNoted = true
        let limit = settings.completionLimit.wholeMilliseconds
        let count = next.expected.map { " \($0)" } ?? ""
        note(
            .waiting, chunk: next.index,
            "chunk \(next.index) is waiting for the first of its\(count) pictures, at most \(limit) ms",
            &effects)
    }

    // MARK: Advancing

    private mutating func advance(_ effects: inout [Effect]) {
        switch mode {
        case .idle: advanceIdle()
        case .transition(let since): advanceTransition(since: since, &effects)
        case .overlay(.playing): advanceOverlay(&effects)
        case .overlay(.waiting(let since)): advanceWaiting(since: since, &effects)
        case .overlay(.holding(let since)): advanceHolding(since: since, &effects)
        case .overlay(.gap(let since)): advanceGap(since: since, &effects)
        case .finishingBase(let since): advanceFinishing(since: since, &effects)
        case .returnTransition(let since): advanceReturn(since: since, &effects)
        }
    }

    /// Subtracts one period if one has passed. An index that an event set between two ticks is drawn first.
    mutating func takePeriod(_ period: TimeSpan) -> Bool {
        guard !owesDraw else {
            accumulator = .zero
            return false
        }
        guard accumulator >= period else { return false }
        accumulator -= period
        return true
    }

    /// Advances one index per tick, however long the stall (K27). At the end the two idle clips change places (K24).
    private mutating func advanceIdle() {
        guard composite != nil || clips[clip].map({ !$0.isEmpty }) ?? false, takePeriod(idlePeriod) else { return }
        baseIndex = clips[clip]?.index(after: baseIndex) ?? 0
        guard baseIndex >= (clips[clip]?.length ?? 0) else { return }
        clips.swapAll()
        if clip != requests.idle {
            clip = requests.idle
        } else if let back = requests.idleReturn, clips.isLoaded(back) {
            clip = back
        }
        baseIndex = 0
    }

    private mutating func advanceTransition(since: Instant, _ effects: inout [Effect]) {
        guard takePeriod(period) else { return }
        baseIndex += 1
        let length = clips[clip]?.length ?? 0
        guard baseIndex >= length || clock > since + clipLimit(length) else { return }
        accumulator = .zero
        if message.queue.isEmpty { endMessage(&effects) } else { startNext(due: now, &effects) }
    }

    func clipLimit(_ length: Int) -> TimeSpan { period * Int64(length) + .seconds(1) }
}
