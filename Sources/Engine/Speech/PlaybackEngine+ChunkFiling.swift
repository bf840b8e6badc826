import Events

/// Files the events that name a chunk into that chunk, whose message has been decided (specification 2.2, 3.10).
extension PlaybackEngine {
    /// Files an event that names a chunk, for the current message or as a guess.
    mutating func file(
        _ event: WireEvent, at arrived: Instant, as standing: ChunkFrame.Standing, _ effects: inout [Effect]
    ) {
        let isGuess = standing == .guess
        switch event {
        case .audioArrived(let audio): fileAudio(audio, isGuess: isGuess, &effects)
        case .overlaysArrived(let batch): fileBatch(batch, at: arrived, isGuess: isGuess, &effects)
        case .chunkDescribed(let description): fileDescription(description, isGuess: isGuess, &effects)
        case .chunkSent(let chunk, let total): fileSent(chunk, total: total, isGuess: isGuess, &effects)
        default: break
        }
    }

    private mutating func fileAudio(_ audio: AudioChunk, isGuess: Bool, _ effects: inout [Effect]) {
        var isRepeated = false
        let isPlaying = message.active?.chunk.index == audio.chunk
        var sound: Payload?
        var longest: TimeSpan?
        let total = audio.frames.isEmpty ? audio.totalFrames : max(audio.totalFrames ?? 0, audio.frames.count)
        withChunk(audio.chunk, .audioArrived(audio), isGuess: isGuess, &effects) { engine, chunk, effects in
            let bringsSound = chunk.sound == nil && audio.sound != nil
            let replaces = chunk.hasAudioEvent && !bringsSound && engine.replacesSound(of: chunk, audio)
            if chunk.hasAudioEvent, !replaces, !bringsSound {
                chunk.duplicates += 1
                isRepeated = true
                if !isGuess, !engine.olderMaySpeak, let words = chunk.contradiction(of: audio, total: total) {
                    engine.note(.contradiction, chunk: chunk.index, words, &effects)
                }
                if chunk.group == nil { chunk.group = audio.group }
                if chunk.zone == nil { chunk.zone = audio.zone }
            } else {
                chunk.receiveAudio(audio, isGuess: isGuess || replaces)
                sound = audio.sound
            }
            if replaces { chunk.announceAnew(total) } else { chunk.announce(total) }
            if engine.olderMaySpeak, !isGuess, let total { chunk.doubtFrames(beyond: total) }
            if sound != nil { chunk.noteLongestSound(engine.period) }
            longest = chunk.longestSound
            let others = engine.frameTotal
            for frame in FrameSlots.inOrder(audio.frames) {
                engine.describe(frame, in: &chunk, beside: others, &effects)
            }
            let guess = OverlayFrame(
                sequence: 0, clip: audio.firstClip, baseIndex: audio.firstBaseIndex, sheet: audio.firstSheet)
            engine.fileFirstPicture(audio.firstPicture, guess: guess, in: &chunk, beside: others, &effects)
        }
        if isRepeated {
            counters.duplicates += 1
            note(.duplicate, chunk: audio.chunk, "audio of chunk \(audio.chunk) received twice", &effects)
        } else if audio.chunk == 0, !isGuess {
            message.firstAudio = audio
        }
        guard let sound else { return }
        effects.append(.decodeSound(chunk: audio.chunk, generation, sound, longest: longest))
        if isPlaying { startLateSound(&effects) }
    }

    /// Whether this sound replaces the chunk's earlier one. While an older message may still send sound, one of the
    /// two may belong to it; the later one is less likely to.
    private func replacesSound(of chunk: Chunk, _ audio: AudioChunk) -> Bool {
        olderMaySpeak && chunk.sound != audio.sound && message.active?.chunk.index != chunk.index
    }

    /// Files the description of a frame whose picture has not arrived; a frame that has arrived stays.
    private mutating func describe(
        _ frame: OverlayFrame, in chunk: inout Chunk, beside others: Int, _ effects: inout [Effect]
    ) {
        guard let there = chunk.givingWay(to: frame) else {
            _ = chunk.file(frame, picture: .expected, at: nil, standing: chunk.isGuess ? .guess : .own)
            return
        }
        switch there.standing {
        case .ahead: fileFrame(frame, in: &chunk, beside: others, at: now, .own, &effects)
        case .own: break
        case .guess where there.frame.picture != nil && frame.isNamed(as: there.frame):
            // What was guessed is the very picture that its message names.
            var whole = frame
            whole.picture = there.frame.picture
            fileFrame(whole, in: &chunk, beside: others, at: there.arrived ?? now, .own, &effects)
        case .guess where chunk.isGuess || frame.mayBeNamed(as: there.frame): break
        case .guess:
            _ = chunk.file(frame, picture: .expected, at: nil)
            letGo(there.key, &effects)
        }
    }

    /// Files the picture of frame 0, sent ahead of its batch, with the message's description of that frame. The frame
    /// itself replaces it.
    private mutating func fileFirstPicture(
        _ picture: Payload?, guess: OverlayFrame?, in chunk: inout Chunk, beside others: Int,
        _ effects: inout [Effect]
    ) {
        if picture != nil { chunk.claims.hearFirstPicture() }
        let known = chunk.frame(at: 0)
        guard let picture, known?.picture ?? .expected == .expected else { return }
        let described = known.flatMap { $0.isUnknown ? nil : $0.frame }
        guard var frame = described ?? guess else { return }
        if let guess { frame = frame.completed(by: guess) }
        frame.picture = picture
        let standing: ChunkFrame.Standing = chunk.isGuess ? .guess : described == nil ? .ahead : .own
        fileFrame(frame, in: &chunk, beside: others, at: now, standing, &effects)
    }

    private mutating func fileBatch(
        _ batch: OverlayBatch, at arrived: Instant, isGuess: Bool, _ effects: inout [Effect]
    ) {
        withChunk(batch.chunk, .overlaysArrived(batch), isGuess: isGuess, &effects) { engine, chunk, effects in
            chunk.claims.hear(batch)
            // Which batches there are is not told by the older message's, where a length is known.
            if !engine.olderMaySpeak || chunk.isGuess || chunk.expected ?? 0 == 0 { chunk.receiveBatch(batch) }
            let others = engine.frameTotal
            let source = ChunkFrame.Source(batch: batch.batch, frames: batch.frames.count, arrived: arrived)
            var contradictions = Contradictions(source)
            for frame in FrameSlots.inOrder(batch.frames) {
                // While an older message may speak, a frame that differs is a guess, which says so.
                let other = isGuess || engine.olderMaySpeak ? nil : chunk.otherPicture(than: frame)
                if let other { contradictions.add(frame, other) }
                engine.fileFrame(
                    frame, in: &chunk, beside: others, at: arrived, isGuess ? .guess : .own, from: source,
                    contradicting: other, &effects)
            }
            guard !contradictions.isEmpty else { return }
            // Another message may be about to begin with them.
            if engine.noteCopy(ofChunk: chunk.index, contradictions.words) { return }
            engine.note(.contradiction, chunk: chunk.index, contradictions.words, &effects)
        }
    }

    private mutating func fileDescription(
        _ description: ChunkDescription, isGuess: Bool, _ effects: inout [Effect]
    ) {
        withChunk(description.chunk, .chunkDescribed(description), isGuess: isGuess, &effects) {
            engine, chunk, effects in
            chunk.announce(description.totalFrames)
            let others = engine.frameTotal
            for frame in FrameSlots.inOrder(description.frames) {
                if frame.picture == nil {
                    engine.describe(frame, in: &chunk, beside: others, &effects)
                } else {
                    engine.fileFrame(
                        frame, in: &chunk, beside: others, at: engine.now, isGuess ? .guess : .own, &effects)
                }
            }
            engine.fileFirstPicture(description.firstPicture, guess: nil, in: &chunk, beside: others, &effects)
        }
    }

    private mutating func fileSent(_ index: Int, total: Int?, isGuess: Bool, _ effects: inout [Effect]) {
        var isOthers = false
        // It comes for the first time, and nothing is to be seen or heard of it any more.
        if message.unsent.remove(index) != nil, !isUnderWay(index) { return }
        let isRepeat = message.older?.hasSaid(.chunkSent(chunk: index, totalSent: total)) ?? false
        withChunk(index, .chunkSent(chunk: index, totalSent: total), isGuess: isGuess, &effects) { engine, chunk, _ in
            if !isGuess, !isRepeat { chunk.claims.hear(total: total) }
            guard isGuess, !chunk.isGuess else { return chunk.finishSending(total, at: engine.clock) }
            chunk.doubt(total)
            isOthers = chunk.announced.map { $0 != total } ?? false
        }
        if isOthers { passOver(&effects) }
    }

    /// Whether a chunk is waiting or playing.
    func isUnderWay(_ index: Int) -> Bool { chunkUnderWay(index) != nil }

    func chunkUnderWay(_ index: Int) -> Chunk? {
        message.active?.chunk.index == index ? message.active?.chunk : message.queue.first { $0.index == index }
    }

    /// - Parameter others: frames of all other chunks. The chunk's own frames have a limit of their own.
    private mutating func fileFrame(
        _ frame: OverlayFrame, in chunk: inout Chunk, beside others: Int, at arrived: Instant,
        _ standing: ChunkFrame.Standing, from source: ChunkFrame.Source? = nil, contradicting other: ChunkFrame? = nil,
        _ effects: inout [Effect]
    ) {
        guard others < Limits.waitingFrames else {
            note(
                .limit, chunk: chunk.index,
                "more than \(Limits.waitingFrames) frames waiting; dropped one of chunk \(chunk.index)",
                &effects)
            return
        }
        let isChunks = other?.source.flatMap { source?.isChunks(rather: $0) }
        let isDoubtful =
            standing == .own && chunk.contradicts(frame)
            && (olderMaySpeak || other != nil && isChunks == nil && !isBeginningElsewhere(with: chunk.index))
        let standing = isDoubtful ? .guess : standing
        let replacesOwn = isChunks == true && !isDoubtful && !isBeginningElsewhere(with: chunk.index)
        let frame = chunk.completed(frame)
        let key = PictureKey(of: frame, chunk: chunk.index, generation: generation)
        let knowledge: ChunkFrame.PictureKnowledge = frame.picture == nil ? .absent : .named(key)
        let filing = chunk.file(
            frame, picture: knowledge, at: arrived, standing: standing, from: source, replacesOwn: replacesOwn)
        switch filing {
        case .filed: retain(key, frame.picture, &effects)
        case .replaced(let before):
            retain(key, frame.picture, &effects)
            letGo(before, &effects)
        case .duplicate:
            chunk.duplicates += 1
            counters.duplicates += 1
        case .late:
            chunk.late += 1
            counters.late += 1
        case .refused:
            note(
                .limit, chunk: chunk.index,
                "frame \(frame.sequence) does not fit into chunk \(chunk.index)", &effects)
        }
    }

    private mutating func letGo(_ key: PictureKey?, _ effects: inout [Effect]) {
        if let key, ledger.release(key) { effects.append(.discard([key])) }
    }

    mutating func retain(_ key: PictureKey, _ picture: Payload?, _ effects: inout [Effect]) {
        guard let picture else { return }
        needsDecoding = true
        if !ledger.retain(key, picture) {
            note(.keyConflict, "two different pictures share the key \(key.rawValue); using the first", &effects)
        }
    }

    /// Number of waiting and playing frames, without those of the chunk being changed. Goes through the queue, once
    /// per event.
    private var frameTotal: Int {
        message.queue.reduce(message.active?.chunk.frames.count ?? 0) { $0 + $1.frames.count }
    }

    // MARK: Finding the chunk

    /// Changes the chunk with this index wherever it is. Creates a new chunk, and completes one of which nothing more
    /// is awaited. An event for a chunk that was played or skipped is counted and dropped.
    private mutating func withChunk(
        _ index: Int, _ event: WireEvent, isGuess: Bool, _ effects: inout [Effect],
        _ change: (inout PlaybackEngine, inout Chunk, inout [Effect]) -> Void
    ) {
        if index < 0 || message.played.contains(index) || index < message.nextExpected,
            message.active?.chunk.index != index
        {
            return passed(index, event, isGuess: isGuess, &effects)
        }
        open()
        if message.active?.chunk.index == index {
            return changeActive { engine, playing in
                let wasEmpty = playing.chunk.frames.isEmpty
                engine.applyChange(to: &playing.chunk, isGuess: isGuess, &effects, change)
                playing.clip = playing.clip ?? playing.chunk.firstClip
                if wasEmpty, playing.start != nil { playing.isDrawn = playing.chunk.frames.isEmpty }
                engine.completeIfDue(&playing.chunk, isNext: true, &effects)
            }
        }
        guard let place = placeInQueue(index, isGuess: isGuess, &effects) else { return }
        changeChunk(at: place) { engine, chunk in
            engine.applyChange(to: &chunk, isGuess: isGuess, &effects, change)
            engine.completeIfDue(&chunk, isNext: place == 0, &effects)
        }
        startBufferWait()
    }

    private mutating func applyChange(
        to chunk: inout Chunk, isGuess: Bool, _ effects: inout [Effect],
        _ change: (inout PlaybackEngine, inout Chunk, inout [Effect]) -> Void
    ) {
        chunk.lastEventAt = clock
        if !isGuess { chunk.becomeOwn() }
        change(&self, &chunk, &effects)
        chunk.settle(at: clock)
    }

    private mutating func completeIfDue(_ chunk: inout Chunk, isNext: Bool, _ effects: inout [Effect]) {
        if chunk.isCompletable(at: clock, isNext: isNext, settings: settings) { complete(&chunk, &effects) }
    }

    /// Changes a chunk of the queue. The chunk is taken out meanwhile, so that its frames have one owner and are not
    /// copied.
    mutating func changeChunk(at place: Int, _ change: (inout PlaybackEngine, inout Chunk) -> Void) {
        var chunk = message.queue[place]
        message.queue[place] = Chunk(index: chunk.index, at: clock)
        change(&self, &chunk)
        message.queue[place] = chunk
    }

    /// Changes the playing chunk, if there is one, in the same way.
    mutating func changeActive(_ change: (inout PlaybackEngine, inout ActiveChunk) -> Void) {
        guard var active = message.active else { return }
        message.active = nil
        change(&self, &active)
        message.active = active
    }

    /// Opens the message on the first chunk event, and again when another chunk arrives after the message's end or
    /// return to idling.
    private mutating func open() {
        if message.phase == .none || message.phase == .ended { message.hasEndSignal = false }
        message.phase = .open
        (message.linkEnd, message.wasLinkLost) = (nil, false)
    }

    /// Handles an event for a chunk that was played: parts that had never arrived are late, everything else is a
    /// repeat. Parts that may belong to another message are not counted as missing ones.
    private mutating func passed(_ index: Int, _ event: WireEvent, isGuess: Bool, _ effects: inout [Effect]) {
        guard message.played.contains(index) else {
            counters.late += 1
            return noteLate("chunk \(index) arrived after its slot; dropped", index, &effects)
        }
        let arrival = isGuess ? MissedParts.Arrival(isRepeat: true) : message.missed.take(event)
        counters.late += arrival.frames
        if arrival.frames > 0 {
            noteLate("pictures of chunk \(index) arrived after the chunk had ended; dropped", index, &effects)
        }
        if arrival.isSound { noteLateSound(of: index, &effects) }
        if arrival.isRepeat { noteRepeat(of: index, &effects) }
    }

    /// Notes this once per chunk.
    private mutating func noteLate(_ text: String, _ index: Int, _ effects: inout [Effect]) {
        guard message.lateNoted.count < Limits.waitingChunks, message.lateNoted.insert(index).inserted else { return }
        note(.chunkLate, chunk: index, text, &effects)
    }

    /// Reports that the sound of a chunk arrived after the chunk was over.
    mutating func noteLateSound(of index: Int, _ effects: inout [Effect]) {
        if message.lateNoted.count < Limits.waitingChunks { message.lateNoted.insert(index) }
        counters.lateSounds += 1
        note(.audioLate, chunk: index, "sound of chunk \(index) arrived after the chunk had ended; dropped", &effects)
    }

    /// Counts an event that brings nothing new of a played chunk. The note is written once per chunk.
    private mutating func noteRepeat(of index: Int, _ effects: inout [Effect]) {
        counters.duplicates += 1
        guard message.repeatsNoted.count < Limits.waitingChunks, message.repeatsNoted.insert(index).inserted else {
            return
        }
        note(.duplicate, chunk: index, "chunk \(index) received again after its slot; dropped", &effects)
    }

    /// Index of the chunk in the queue, creating the chunk if needed; `nil` if there are too many.
    private mutating func placeInQueue(_ index: Int, isGuess: Bool, _ effects: inout [Effect]) -> Int? {
        bringGuessesBack()
        if let place = message.queue.firstIndex(where: { $0.index == index }) { return place }
        guard message.queue.count < Limits.waitingChunks else {
            note(
                .limit, chunk: index,
                "more than \(Limits.waitingChunks) chunks waiting; dropped chunk \(index)", &effects)
            return nil
        }
        var chunk = Chunk(index: index, at: clock)
        chunk.isGuess = isGuess
        let place = message.insert(chunk)
        // An end signal may come before the last of its chunk (N43), not before all of one: it came too early. Unless none is left
        // that could come after it.
        if !isGuess, message.heardEnds.count < EndSignal.allCases.count { message.hasEndSignal = false }
        if place + 1 < message.queue.count { message.queue[place + 1].nextSince = nil }
        return place
    }

    /// Stops waiting for more of this chunk. Missing parts may still arrive in time, so they count as lost only when
    /// the chunk ends.
    mutating func complete(_ chunk: inout Chunk, _ effects: inout [Effect]) {
        for frame in chunk.complete(room: Limits.waitingFrames - frameTotal) { letGo(frame.key, &effects) }
    }
}
