import Events

/// Decides when a chunk starts: it is in order, and its buffer is filled or has been awaited long enough
/// (specification 3.4–3.6).
extension PlaybackEngine {
    /// Starts the next chunk if it is in order and its buffer is filled. A missing earlier chunk is awaited for a
    /// limited time (K34, N15).
    mutating func startIfPossible(_ effects: inout [Effect]) {
        // The mode first: it costs nothing, while the buffer is counted picture by picture.
        guard mayStart, let next = message.queue.first, isBuffered(next) || next.index > message.nextExpected else {
            return clearGate()
        }
        guard next.index > message.nextExpected else { return startNext(due: now, &effects) }
        guard isGateDue(next) else { return clearGate() }
        guard let since = message.gateSince else {
            message.gateSince = clock
            return
        }
        guard clock >= since + settings.chunkGapLimit else { return }
        let (first, last) = (message.nextExpected, next.index - 1)
        note(
            .chunkGap, chunk: first,
            (first == last ? "chunk \(first) is" : "chunks \(first) to \(last) are")
                + " missing; continuing with chunk \(next.index)", &effects)
        message.nextExpected = next.index
        startNext(due: now, &effects)
    }

    /// Stops waiting for an earlier chunk, unless another one is still missing.
    private mutating func clearGate() {
        if message.queue.first.map({ $0.index <= message.nextExpected }) ?? true { message.gateSince = nil }
    }

    /// Whether a chunk could start if no earlier one were missing.
    func isGateDue(_ next: Chunk) -> Bool {
        guard next.index > message.nextExpected, mayStart else { return false }
        return readyCount(of: next, most: 1) > 0 || next.isComplete || (next.isSoundAlone && isBuffered(next))
    }

    var mayStart: Bool {
        switch mode {
        case .transition, .overlay(.playing), .overlay(.waiting): false
        default: true
        }
    }

    /// Starts the next chunk: from idle by a loaded bridge clip, else at frame 0 now.
    mutating func startNext(due: Instant, _ effects: inout [Effect]) {
        message.gateSince = nil
        if case .idle = mode, let bridge = bridge(to: message.queue[0]) {
            mode = .transition(since: clock)
            clip = bridge
            baseIndex = 0
            accumulator = .zero
            return
        }
        // What is left of the last period stays only where one chunk's frames follow another's without a break (3.8).
        if mode != .overlay(.playing) || message.active?.isSoundAlone != false { accumulator = .zero }
        finishActive(&effects)
        var chunk = message.queue.removeFirst()
        chunk.nextSince = chunk.nextSince ?? clock
        message.nextExpected = max(chunk.index, chunk.index &+ 1)  // the number is a stranger's: it may be the largest
        message.active = ActiveChunk(chunk: chunk, due: due)
        mode = .overlay(.playing)
        returnClip = nil
        needsDecoding = true
    }

    // MARK: The buffer

    /// Number of ready frames at the start of a waiting chunk, at most `most`, without guesses. Guesses are shown
    /// only if nothing better has arrived by then.
    private func sureCount(of chunk: Chunk, most: Int) -> Int {
        chunk.frames.prefix(most).prefix { $0.standing != .guess && isReady($0, in: chunk) }.count
    }

    /// Whether the buffer of a waiting chunk is filled, or has been awaited long enough (3.5).
    func isBuffered(_ chunk: Chunk) -> Bool {
        guard chunk.isFrameListKnown else { return false }
        if chunk.isComplete, chunk.frames.isEmpty { return true }
        if chunk.isSoundAlone { return isSoundBuffered(chunk) }
        let length = chunk.isComplete ? chunk.frames.count : max(chunk.frameCount, settings.bufferFrames)
        let needed = max(1, min(settings.bufferFrames, length))
        if sureCount(of: chunk, most: needed) >= needed { return true }
        guard let limit = bufferDeadline(chunk, isFirstReady: readyCount(of: chunk, most: 1) >= 1) else { return false }
        return clock >= limit
    }

    /// Whether a sound without any sign of frames can start: as soon as it is decoded (N22).
    private func isSoundBuffered(_ chunk: Chunk) -> Bool {
        guard chunk.soundDuration != nil || chunk.soundFailed else { return false }
        guard chunk.isGuess else { return true }
        return chunk.waitingSince.map { clock >= $0 + settings.bufferLimit } ?? false
    }

    /// Playback time at which a waiting chunk starts with what it has. If its first picture has arrived but is not
    /// decoded by then, the decode limit is added: the chunk waits long, but not forever.
    func bufferDeadline(_ chunk: Chunk, isFirstReady: Bool) -> Instant? {
        guard let since = chunk.waitingSince else { return nil }
        if chunk.isSoundAlone { return chunk.isGuess ? since + settings.bufferLimit : nil }
        if isFirstReady { return since + settings.bufferLimit }
        guard case .named = chunk.frames.first?.picture else { return nil }
        return since + settings.bufferLimit + settings.decodeLimit
    }
}
