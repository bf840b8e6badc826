import Events

/// Handles chunks that may belong to an older message (specification 3.10). They are played as guesses, set aside if
/// they are not awaited, and played again when the message itself starts.
extension PlaybackEngine {
    /// Replays guesses when the message itself starts, unless the message brings something in their place.
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

    /// - Parameter releasedCount: number of frames at its start whose pictures were released.
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

    /// Stores a played guess until it is known which message this is.
    mutating func keepGuess(_ chunk: Chunk) {
        guard chunk.isGuess, !message.isCertain, message.shownGuesses.count < Limits.waitingChunks,
            message.shownGuesses.reduce(chunk.frames.count, { $0 + $1.frames.count }) <= Limits.waitingFrames
        else { return }
        message.shownGuesses.append(chunk)
    }

    /// Sets guessed chunks aside after the answer's end, where they are not awaited. Guesses are played only if they
    /// continue the answer and have a picture or only sound. The others stay aside until a chunk is named again.
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

    /// Puts the chunks set aside after the message's end back into the queue, because the message continues.
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
