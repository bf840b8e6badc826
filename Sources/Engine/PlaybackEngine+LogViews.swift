import Events

/// What a client's log tells of the queue and of the pictures beside each frame (specification 1.13).
extension PlaybackEngine {
    /// Frames, as far as known, of the chunk that follows the one with this number; `nil` where none has begun to arrive.
    package func frameCount(after chunk: Int) -> Int? {
        if let active = message.active, active.chunk.index > chunk { return active.chunk.frameCount }
        return message.queue.first { $0.index > chunk }?.frameCount
    }

    /// Number of the next chunk, once as much of it is decoded as has to be before it is played.
    package var bufferedChunk: Int? { message.queue.first.flatMap { isBuffered($0) ? $0.index : nil } }

    /// A chunk that is played, or waits for that.
    package struct ChunkSummary: Hashable, Sendable {
        package var chunk: Int
        /// As far as known.
        package var frames: Int
        /// Those at its front whose pictures are decoded, or known to be undrawable.
        package var ready: Int
        /// Of its first frame.
        package var clip: ClipName?
    }

    /// `nil` when there is no such chunk any more, or yet. Looks at each of its frames.
    package func summary(of chunk: Int) -> ChunkSummary? {
        chunkUnderWay(chunk).map {
            ChunkSummary(
                chunk: chunk, frames: $0.frameCount, ready: readyCount(of: $0), clip: $0.frames.first?.frame.clip)
        }
    }

    /// Overlays of the message that are known, and how many of them are decoded.
    package var overlayCounts: (known: Int, decoded: Int) {
        let decoded = ledger.entries.values.count { if case .decoded = $0.state { true } else { false } }
        return (ledger.entries.count, decoded)
    }
}
