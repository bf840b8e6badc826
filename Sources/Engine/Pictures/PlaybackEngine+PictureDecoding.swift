import Events

/// Pictures in the ledger: what to decode, what is ready, what to discard (specification 2.5, 3.5).
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

    /// Whether a frame can be shown now, with its overlay, or without it if that cannot change any more.
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
        guard let active = message.active, let frame = active.frame else { return false }
        return isReady(frame, in: active.chunk)
    }

    /// Number of ready frames at the start of a waiting chunk, at most `most`.
    func readyCount(of chunk: Chunk, most: Int = .max) -> Int {
        chunk.frames.prefix(most).prefix { isReady($0, in: chunk) }.count
    }

    // MARK: Decoding, what is needed soonest first

    /// Requests decoding in the order in which pictures will be shown, up to the byte limit.
    mutating func requestDecoding(_ effects: inout [Effect]) {
        needsDecoding = false
        if message.active != nil, !requestDecoding(of: .active, &effects) { return }
        for place in message.queue.indices where !requestDecoding(of: .queued(place), &effects) { return }
    }

    /// Where a chunk is: playing, or waiting in the queue.
    private enum ChunkPlace: Hashable {
        case active
        case queued(Int)
    }

    private subscript(place: ChunkPlace) -> Chunk? {
        switch place {
        case .active: message.active?.chunk
        case .queued(let place): message.queue[place]
        }
    }

    private mutating func setAsked(_ count: Int, of place: ChunkPlace) {
        switch place {
        case .active: message.active?.chunk.askedCount = count
        case .queued(let place): message.queue[place].askedCount = count
        }
    }

    /// `false` when the limit is reached. The frame that is demanded now is decoded whatever its size.
    private mutating func requestDecoding(of place: ChunkPlace, _ effects: inout [Effect]) -> Bool {
        guard let chunk = self[place] else { return true }
        let start = max(chunk.askedCount, firstNeeded(of: place))
        for number in chunk.frames.indices.dropFirst(start) {
            guard case .named(let key) = chunk.frames[number].picture, ledger.state(of: key) == .wanted else {
                continue
            }
            guard hasRoom || makeRoom(for: number, of: place, &effects) || isDemanded(number, of: place) else {
                setAsked(number, of: place)
                return false
            }
            guard let picture = ledger.startDecoding(key) else { continue }
            effects.append(.decode(DecodeJob(key: key, generation: generation, picture: picture)))
        }
        setAsked(chunk.frames.count, of: place)
        return true
    }

    private func firstNeeded(of place: ChunkPlace) -> Int { place == .active ? message.active?.cursor ?? 0 : 0 }

    private var hasRoom: Bool { ledger.isEmpty || ledger.hasRoom(limit: settings.decodedBytesLimit) }

    private func isDemanded(_ number: Int, of place: ChunkPlace) -> Bool {
        switch place {
        case .active: number == message.active?.cursor
        case .queued(let place): place == 0 && number == 0 && mode != .overlay(.playing) && !isWaiting
        }
    }

    private var isWaiting: Bool { if case .overlay(.waiting) = mode { true } else { false } }

    /// Discards decoded pictures that are needed later than this one, the latest first. Chunks and batches arrive in
    /// any order, and a picture that was shown may be needed again much later.
    private mutating func makeRoom(for number: Int, of place: ChunkPlace, _ effects: inout [Effect]) -> Bool {
        var later = inOrder(decoded(neededAfter: number, of: place))
        var gone: [PictureKey] = []
        while !hasRoom, let key = later.popLast() {
            ledger.takeBack(key)
            gone.append(key)
        }
        guard !gone.isEmpty else { return false }
        effects.append(.discard(gone))
        if message.active != nil { setAsked(0, of: .active) }
        for place in message.queue.indices { setAsked(0, of: .queued(place)) }
        return hasRoom
    }

    /// Number of frames ahead beyond which the order in which pictures are needed does not matter.
    private static let farAhead = 1_000

    /// Decoded pictures that no frame up to this one needs; empty if this one is far ahead.
    private func decoded(neededAfter number: Int, of place: ChunkPlace) -> Set<PictureKey> {
        var later = ledger.decoded
        var count = 0
        for other in places {
            guard let chunk = self[other] else { continue }
            let first = firstNeeded(of: other)
            let end = other == place ? number : chunk.frames.count
            count += end - first
            guard count <= Self.farAhead else { return [] }
            for frame in chunk.frames[..<end].dropFirst(first) {
                if let key = frame.key { later.remove(key) }
                // Mostly all of them are needed soon.
                if later.isEmpty { return [] }
            }
            if other == place { break }
        }
        return later
    }

    /// Sorts pictures by when they are needed next; those that no frame needs come last.
    private func inOrder(_ keys: Set<PictureKey>) -> [PictureKey] {
        guard keys.count > 1 else { return Array(keys) }
        var left = keys
        var ordered: [PictureKey] = []
        for place in places where !left.isEmpty {
            for frame in self[place]?.frames.dropFirst(firstNeeded(of: place)) ?? [] {
                if let key = frame.key, left.remove(key) != nil { ordered.append(key) }
            }
        }
        return ordered + left.sorted { $0.rawValue < $1.rawValue }
    }

    private var places: [ChunkPlace] { [.active] + message.queue.indices.map(ChunkPlace.queued) }

    // MARK: Letting go

    /// Discards the pictures of a chunk that no other chunk uses (K9).
    mutating func forget(_ chunk: Chunk, from start: Int = 0, _ effects: inout [Effect]) {
        release(chunk.frames.dropFirst(start), &effects)
    }

    /// Number of passed frames released at once. Releasing one at a time would decode one picture and report it for
    /// each.
    private static let releasedAtOnce = 6

    /// Under memory pressure, releases frames that have been passed before their chunk ends (N20), several at once as
    /// long as most of the decoded pictures are still needed.
    mutating func releasePassed(_ playing: inout ActiveChunk, _ effects: inout [Effect]) {
        // The cursor may stand after the last frame that has come, while more are announced.
        let passed = min(playing.cursor, playing.chunk.frames.count)
        guard ledger.decodedBytes > settings.decodedBytesLimit / 2, playing.releasedCount < passed else { return }
        let canShowNext = playing.frame.map { isReady($0, in: playing.chunk) } ?? true
        let worthwhile = min(Self.releasedAtOnce, ledger.decoded.count / 4)
        guard passed - playing.releasedCount >= worthwhile || !canShowNext else { return }
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
