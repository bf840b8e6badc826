import Events

/// Memory that a saved copy of the engine takes.
extension PlaybackEngine {
    /// Approximate number of bytes that a copy takes besides what it shares with `other`, an earlier state of the
    /// same engine; rather too many than too few.
    package func copyBytes(besides other: PlaybackEngine) -> Int {
        var bytes = MemoryLayout<PlaybackEngine>.stride
        bytes += ledger.entries.count * Self.ledgerEntryBytes
        let chunks = message.queue + message.shownGuesses + message.guessesAfterEnd
        bytes +=
            (chunks.reduce(message.active?.chunk.frames.count ?? 0) { $0 + $1.frames.count })
            * MemoryLayout<ChunkFrame>.stride
        bytes += chunks.count * MemoryLayout<Chunk>.stride
        let noted = message.lateNoted.count + message.repeatsNoted.count
        bytes += (message.played.count + noted + message.carried.count) * 32 + message.missed.count * 64
        bytes += message.heldAside.reduce(0) { $0 + 512 + $1.frameCount * MemoryLayout<OverlayFrame>.stride }
        // Frames of clips arrive once and stay as they are.
        if clips != other.clips { bytes += clips.frameCount * Self.clipFrameBytes }
        return bytes
    }

    /// Dictionaries reserve up to twice the room that they need.
    private static let ledgerEntryBytes =
        2 * (MemoryLayout<PictureKey>.stride + MemoryLayout<PictureLedger.Entry>.stride)
    private static let clipFrameBytes = 2 * (MemoryLayout<Int>.stride + MemoryLayout<Payload>.stride)
}
