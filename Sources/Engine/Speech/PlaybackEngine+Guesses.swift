import Events

/// Chunks that may be of an older message (specification 3.10): played on a guess, set aside where nobody waits for them, and played
/// anew when the message itself begins.
extension PlaybackEngine {
    /// The message itself begins, at its beginning: what was played on a guess is played anew, where the message brings nothing
    /// that takes its place.
    mutating func replayGuesses(_ effects: inout [Effect]) {
        reportCut(&effects)
        for chunk in message.shownGuesses { playAnew(chunk, releasedCount: chunk.frames.count, &effects) }
        if let active = message.active { playAnew(active.chunk, releasedCount: active.releasedCount, &effects) }
        (message.active, message.shownGuesses) = (nil, [])
        effects.append(.stopSound)
        composite?.overlay = nil
        (message.played, message.missed, message.lateNoted, message.repeatsNoted) = ([], MissedParts(), [], [])
        (message.nextExpected, message.gateSince) = (0, nil)
        if mode.name == .overlay { mode = .overlay(.gap(since: clock)) }
    }

    /// - Parameter releasedCount: frames of its front whose pictures were let go.
    private mutating func playAnew(_ chunk: Chunk, releasedCount: Int, _ effects: inout [Effect]) {
        guard message.queue.count < Limits.waitingChunks else { return }
        var chunk = chunk
        chunk.rewind()
        for frame in chunk.frames.prefix(releasedCount) {
            if let key = frame.key { retain(key, frame.frame.picture, &effects) }
        }
        if let sound = chunk.sound {
            effects.append(.decodeSound(chunk: chunk.index, generation, sound, longest: chunk.longestSound))
        }
        message.insert(chunk)
        needsDecoding = true
    }

    /// Keeps a guess that has been played until it is known whose message this is.
    mutating func keepGuess(_ chunk: Chunk) {
        guard chunk.isGuess, !message.isCertain, message.shownGuesses.count < Limits.waitingChunks,
            message.shownGuesses.reduce(chunk.frames.count, { $0 + $1.frames.count }) <= Limits.waitingFrames
        else { return }
        message.shownGuesses.append(chunk)
    }

    /// For what only may be the answer's nobody waits after its end: of chunks of guesses those are played that go on with it and of
    /// which some picture has come, or that are sound alone. The others stay aside until a chunk is named anew.
    mutating func setGuessesAside(_ effects: inout [Effect]) {
        guard message.isCertain, message.hasEndSignal, let next = message.queue.first, next.isGuess,
            message.queue.allSatisfy(\.isGuess),
            next.index > message.nextExpected || (next.received == 0 && !next.isSoundAlone)
        else { return }
        note(
            .stale, chunk: next.index,
            "chunk \(next.index) may belong to an older message: set aside, because the current one has ended",
            &effects)
        (message.guessesAfterEnd, message.queue) = (message.queue, [])
        restIfIdle(&effects)
    }

    /// The message goes on: what was set aside after its end has its place again.
    mutating func bringGuessesBack() {
        guard !message.guessesAfterEnd.isEmpty else { return }
        for var chunk in message.guessesAfterEnd where chunk.index >= message.nextExpected && !isUnderWay(chunk.index) {
            chunk.rewind()
            message.insert(chunk)
        }
        message.guessesAfterEnd = []
        needsDecoding = true
    }
}
