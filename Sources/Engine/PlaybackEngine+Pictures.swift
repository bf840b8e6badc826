import Events

/// The ledger's side: what is decoded, what is ready, what may go (specification 2.5, 3.5).
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

    /// The same without guesses, which are shown only when nothing better has come by then.
    private func sureCount(of chunk: Chunk, most: Int) -> Int {
        chunk.frames.prefix(most).prefix { $0.standing != .guess && isReady($0, in: chunk) }.count
    }

    /// Whether the buffer of a waiting chunk is filled, or has been waited for long enough (3.5).
    func isBuffered(_ chunk: Chunk) -> Bool {
        guard chunk.isQueued else { return false }
        if chunk.isComplete, chunk.frames.isEmpty { return true }
        if chunk.isSoundAlone { return isSoundBuffered(chunk) }
        let length = chunk.isComplete ? chunk.frames.count : max(chunk.frameCount, settings.bufferFrames)
        let needed = max(1, min(settings.bufferFrames, length))
        if sureCount(of: chunk, most: needed) >= needed { return true }
        guard let limit = bufferDeadline(chunk, isFirstReady: readyCount(of: chunk, most: 1) >= 1) else { return false }
        return clock >= limit
    }

    /// Sound of which nothing says that frames come with it starts as soon as it is decoded (N22).
    private func isSoundBuffered(_ chunk: Chunk) -> Bool {
        guard chunk.soundDuration != nil || chunk.soundFailed else { return false }
        guard chunk.isGuess else { return true }
        return chunk.waitingSince.map { clock >= $0 + settings.bufferLimit } ?? false
    }

    /// Playback time at which a waiting chunk starts with what it has. A first picture that is here but is not decoded
    /// by then gets the decode limit on top: its chunk waits long, but not for ever.
    func bufferDeadline(_ chunk: Chunk, isFirstReady: Bool) -> Instant? {
        guard let since = chunk.waitingSince else { return nil }
        if chunk.isSoundAlone { return chunk.isGuess ? since + settings.bufferLimit : nil }
        if isFirstReady { return since + settings.bufferLimit }
        guard case .named = chunk.frames.first?.picture else { return nil }
        return since + settings.bufferLimit + settings.decodeLimit
    }

    // MARK: Decoding, what is needed soonest first

    /// Asks for pictures in the order in which they will be shown, as far as the byte limit reaches.
    mutating func requestDecoding(_ effects: inout [Effect]) {
        needsDecoding = false
        if active != nil, !requestDecoding(of: .active, &effects) { return }
        for place in queue.indices where !requestDecoding(of: .queued(place), &effects) { return }
    }

    /// Where a chunk is kept, in the order in which chunks are played.
    private enum ChunkPlace: Hashable {
        case active
        case queued(Int)
    }

    private subscript(place: ChunkPlace) -> Chunk? {
        switch place {
        case .active: active?.chunk
        case .queued(let place): queue[place]
        }
    }

    private mutating func change(_ place: ChunkPlace, _ change: (inout PictureRequests) -> Void) {
        switch place {
        case .active:
            if var requests = active?.chunk.requests {
                change(&requests)
                active?.chunk.requests = requests
            }
        case .queued(let place): change(&queue[place].requests)
        }
    }

    /// `false` when the limit is reached. The frame that is demanded now is decoded however large it is.
    private mutating func requestDecoding(of place: ChunkPlace, _ effects: inout [Effect]) -> Bool {
        guard let chunk = self[place] else { return true }
        let start = max(chunk.requests.first, place == .active ? active?.cursor ?? 0 : 0)
        for number in chunk.frames.indices.dropFirst(start) {
            guard case .named(let key) = chunk.frames[number].picture, ledger.state(of: key) == .wanted else {
                continue
            }
            guard hasRoom || makeRoom(behind: number, of: place, &effects) || isDemanded(number, of: place) else {
                change(place) { $0.first = number }
                return false
            }
            guard let picture = ledger.startDecoding(key) else { continue }
            effects.append(.decode(DecodeJob(key: key, generation: generation, picture: picture)))
            change(place) { $0.end = max($0.end, number + 1) }
        }
        change(place) { $0.first = chunk.frames.count }
        return true
    }

    private var hasRoom: Bool { ledger.isEmpty || ledger.hasRoom(limit: settings.decodedBytesLimit) }

    private func isDemanded(_ number: Int, of place: ChunkPlace) -> Bool {
        switch place {
        case .active: number == active?.cursor
        case .queued(let place): place == 0 && number == 0 && mode != .overlay(.playing) && !isWaiting
        }
    }

    private var isWaiting: Bool { if case .overlay(.waiting) = mode { true } else { false } }

    /// Takes decoded pictures back that are needed later than this one, last first: chunks and batches come in any
    /// order, and those that came first would leave no room for those that are shown first.
    private mutating func makeRoom(behind number: Int, of place: ChunkPlace, _ effects: inout [Effect]) -> Bool {
        let later: Range<Int>
        if case .queued(let place) = place { later = place + 1..<queue.count } else { later = queue.indices }
        for other in later.reversed() where takeBack(from: 0, of: .queued(other), &effects) { return true }
        return takeBack(from: number + 1, of: place, &effects)
    }

    /// Takes back pictures that only one frame uses, from the last requested one down to `first`; `true` with room.
    private mutating func takeBack(from first: Int, of place: ChunkPlace, _ effects: inout [Effect]) -> Bool {
        guard let chunk = self[place] else { return false }
        var gone: [PictureKey] = []
        var number = min(chunk.requests.end, chunk.frames.count)
        var end = number
        while number > first, !hasRoom {
            number -= 1
            if case .named(let key) = chunk.frames[number].picture {
                if ledger.takeBack(key) { gone.append(key) } else if ledger.state(of: key) != .wanted { continue }
            }
            if end == number + 1 { end = number }
        }
        if !gone.isEmpty { effects.append(.discard(gone)) }
        change(place) { requests in
            requests.end = end
            if !gone.isEmpty { requests.first = min(requests.first, number) }
        }
        return hasRoom
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
