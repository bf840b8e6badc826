import Events

/// The ledger's side: what is decoded, what is ready, what may go (reference 2.5, 3.5).
extension PlaybackEngine {
    mutating func pictureDecoded(_ key: PictureKey, _ generation: Generation, _ size: PixelSize) {
        guard generation == self.generation else { return }
        counters.decoded += 1
        let bytes = max(0, min(size.width, Limits.pictureSide)) * max(0, min(size.height, Limits.pictureSide)) * 4
        ledger.finishDecoding(key, .decoded(byteCount: bytes, at: now))
        needsDecoding = true
    }

    mutating func pictureFailed(
        _ key: PictureKey, _ generation: Generation, _ reason: String, _ effects: inout [Effect]
    ) {
        guard generation == self.generation, ledger.state(of: key) != nil else { return }
        counters.decodeFailures += 1
        ledger.finishDecoding(key, .failed)
        needsDecoding = true
        note(.decodeFailed, "overlay \(key.rawValue): \(reason)", &effects)
    }

    /// Whether a frame can be shown now, with its overlay or, for a reason that will not change, without.
    func isReady(_ frame: ChunkFrame, in chunk: Chunk) -> Bool {
        switch frame.picture {
        case .expected: chunk.isComplete
        case .absent: true
        case .named(let key):
            switch ledger.state(of: key) {
            case .decoded, .failed, nil: true
            case .wanted, .decoding: false
            }
        }
    }

    var isCurrentReady: Bool {
        guard let active, let frame = active.frame else { return false }
        return isReady(frame, in: active.chunk)
    }

    /// Ready frames at the front of a waiting chunk, counted up to `most`.
    func readyCount(of chunk: Chunk, most: Int = .max) -> Int {
        chunk.frames.prefix(most).prefix { isReady($0, in: chunk) }.count
    }

    /// Whether the buffer of a waiting chunk is filled, or has been waited for long enough (3.5).
    func isBuffered(_ chunk: Chunk) -> Bool {
        guard chunk.isQueued else { return false }
        if chunk.isComplete, chunk.frames.isEmpty { return true }
        let length = chunk.isComplete ? chunk.frames.count : max(chunk.frameCount, settings.bufferFrames)
        let needed = max(1, min(settings.bufferFrames, length))
        let ready = readyCount(of: chunk, most: needed)
        if ready >= needed { return true }
        guard let limit = bufferDeadline(chunk, isFirstReady: ready >= 1) else { return false }
        return clock >= limit
    }

    /// Playback time at which a waiting chunk starts with what it has. A first picture that is here but is not decoded
    /// by then gets the decode limit on top: its chunk waits long, but not for ever.
    func bufferDeadline(_ chunk: Chunk, isFirstReady: Bool) -> Instant? {
        guard let since = chunk.waitingSince else { return nil }
        if isFirstReady { return since + settings.bufferLimit }
        guard case .named = chunk.frames.first?.picture else { return nil }
        return since + settings.bufferLimit + settings.decodeLimit
    }

    // MARK: Decoding, what is needed soonest first

    /// Asks for pictures in the order in which they will be shown, as far as the byte limit reaches.
    mutating func requestDecoding(_ effects: inout [Effect]) {
        needsDecoding = false
        if let active, !requestDecoding(active.chunk, from: active.cursor, isNext: true, &effects) { return }
        for (place, chunk) in queue.enumerated()
        where !requestDecoding(chunk, from: 0, isNext: place == 0, &effects) {
            return
        }
    }

    /// Pictures of the chunk that is on, or is next, that are decoded even over the limit: else a later chunk that came
    /// first and filled it would starve the one before it for ever.
    private static let alwaysDecoded = 10

    /// `false` when the limit is reached. The first picture of all is decoded however large it is.
    private mutating func requestDecoding(
        _ chunk: Chunk, from start: Int, isNext: Bool, _ effects: inout [Effect]
    ) -> Bool {
        for (place, frame) in chunk.frames.enumerated().dropFirst(start) {
            guard case .named(let key) = frame.picture, ledger.state(of: key) == .wanted else { continue }
            let isNeeded = isNext && place - start < Self.alwaysDecoded
            guard isNeeded || ledger.isEmpty || ledger.hasRoom(limit: settings.decodedBytesLimit) else { return false }
            guard let picture = ledger.startDecoding(key) else { continue }
            effects.append(.decode(DecodeJob(key: key, generation: generation, picture: picture)))
        }
        return true
    }

    // MARK: Letting go

    /// Lets the pictures of a chunk go that no other chunk uses (K9).
    mutating func forget(_ chunk: Chunk, from start: Int = 0, _ effects: inout [Effect]) {
        release(chunk.frames.dropFirst(start), &effects)
    }

    /// Under pressure the frames that have been passed are let go before their chunk ends (N20).
    mutating func releasePassed(_ playing: inout ActiveChunk, _ effects: inout [Effect]) {
        // The cursor may stand behind the last frame that has come, while more are announced.
        let passed = min(playing.cursor, playing.chunk.frames.count)
        guard ledger.decodedBytes > settings.decodedBytesLimit / 2, playing.releasedCount < passed else { return }
        release(playing.chunk.frames[playing.releasedCount..<passed], &effects)
        playing.releasedCount = passed
        needsDecoding = true
    }

    private mutating func release(_ frames: ArraySlice<ChunkFrame>, _ effects: inout [Effect]) {
        var gone: [PictureKey] = []
        for frame in frames {
            if case .named(let key) = frame.picture, ledger.release(key) { gone.append(key) }
        }
        if !gone.isEmpty {
            effects.append(.discard(gone))
            needsDecoding = true
        }
    }
}
