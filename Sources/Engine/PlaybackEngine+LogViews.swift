import Events

/// What a client's log reports about queue and pictures with each frame (specification 1.13).
extension PlaybackEngine {
    /// Number of frames, as far as known, of the chunk after this one; `nil` if none has begun to arrive.
    package func frameCount(after chunk: Int) -> Int? {
        if let active = message.active, active.chunk.index > chunk { return active.chunk.frameCount }
        return message.queue.first { $0.index > chunk }?.frameCount
    }

    /// Number of the next chunk, once enough of it is decoded to play it.
    package var bufferedChunk: Int? { message.queue.first.flatMap { isBuffered($0) ? $0.index : nil } }

    /// A chunk that is playing or waiting.
    package struct ChunkSummary: Hashable, Sendable {
        package var chunk: Int
        /// Number of frames, as far as known.
        package var frames: Int
        /// Frames at its start whose pictures are decoded, or known to be undrawable.
        package var ready: Int
        /// Clip of its first frame.
        package var clip: ClipName?
    }

    /// `nil` if the chunk is over or unknown. Looks at each of its frames.
    package func summary(of chunk: Int) -> ChunkSummary? {
        chunkUnderWay(chunk).map {
            ChunkSummary(
                chunk: chunk, frames: $0.frameCount, ready: readyCount(of: $0), clip: $0.frames.first?.frame.clip)
        }
    }

    /// Known overlays of the message, and how many of them are decoded.
    package var overlayCounts: (known: Int, decoded: Int) {
        let decoded = ledger.entries.values.count { if case .decoded = $0.state { true } else { false } }
        return (ledger.entries.count, decoded)
    }
}
