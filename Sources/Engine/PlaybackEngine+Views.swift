import Events

/// Views of the state, for drawing and for the status line.
extension PlaybackEngine {
    package var framePlan: FramePlan { FramePlan(composite: composite, record: record) }
    package var modeName: ModeName { mode.name }

    /// Whether the avatar is speaking or about to speak (K37: until the last frame has been played).
    package var isAnimating: Bool { message.phase == .open || mode != .idle || releaseDue != nil }

    /// Whether something of the message is still to be seen: a frame whose mouth is not at rest, including the
    /// current one, or frames that may still arrive. Frames at rest and the return to idling do not count. For the
    /// sound see `isStillHeard`.
    package var isSpeaking: Bool {
        if releaseDue != nil { return true }
        guard message.phase == .open else { return false }
        guard message.hasEndSignal else { return true }
        let isSilent = message.active.map { $0.chunk.isSilent(from: $0.cursor) } ?? true
        return !isSilent || !message.queue.allSatisfy { $0.isSilent(from: 0) }
    }

    /// Whether all known parts of the message have been shown and played. The message may continue (specification
    /// 3.10).
    package var isMessageOver: Bool { message.phase.isOver }

    /// Whether something of this chunk was filed for the current message.
    package func hasFiled(_ chunk: Int) -> Bool {
        isUnderWay(chunk) || message.played.contains(chunk) || isTooLate(chunk)
    }

    /// Whether a chunk arrived after its turn.
    package func isTooLate(_ chunk: Int) -> Bool { message.lateNoted.contains(chunk) }

    /// Text group, words and sound of the chunk that is audible, and for how long.
    package var soundingSpeech: (group: Int?, words: [SpokenWord], sound: Payload?, length: TimeSpan?)? {
        message.active.map { ($0.chunk.group, $0.chunk.words, $0.chunk.sound, $0.chunk.soundDuration) }
    }

    /// Whether a waiting or playing chunk has this sound.
    package func isUnderWay(_ chunk: Int, with sound: Payload) -> Bool { chunkUnderWay(chunk)?.sound == sound }

    /// Whether the message's end signal has been received, and nothing since then that continues it.
    package var hasEndSignal: Bool { message.hasEndSignal }
    /// Whether the only end signal was the return clip, which may be sent before the client has finished
    /// (specification 1.6.5).
    package var endsWithClipAlone: Bool { message.hasEndSignal && message.heardEnds == [.baseAnimation] }

    /// Whether a message was sent and nothing that may be its answer has arrived.
    package var isAwaitingAnswer: Bool { message.phase == .awaiting }

    /// Whether the avatar is idling again without an end of the message: further data continues it.
    package var isResting: Bool { message.phase == .resting }

    /// Clips that can be reported to the backend as ready (K48).
    package var readyClips: [ClipName] { requests.order(clips.loaded) }

    /// Names of all known clips.
    package var clipNames: [ClipName] { clips.clips.keys.sorted() }

    /// The clip used for idling, as far as known.
    package var idleClip: ClipName { requests.idle }

    /// Loaded and announced frames of a clip; `nil` for an unknown clip.
    package func clipProgress(_ name: ClipName) -> (loaded: Int, announced: Int)? {
        clips[name].map { ($0.loadedCount, $0.length) }
    }
    /// Complete clips, known clips, and loaded and announced frames of all known clips.
    package var clipsProgress: (loaded: Int, known: Int, frames: Int, announced: Int) {
        let all = clips.clips.values
        return (
            clips.loadedCount, clips.count, all.reduce(0) { $0 + min($1.loadedCount, $1.length) },
            all.reduce(0) { $0 + $1.length }
        )
    }
    /// Whether the manifest was requested and has not arrived: more clips may exist than are known.
    package var isAwaitingManifest: Bool { requests.manifestDeadline != nil }
    package var currentClip: ClipName { clip }
    package var queuedChunks: Int { message.queue.count }

    /// The chunk with which the message continues, and how much of it has arrived.
    package struct AwaitedChunk: Hashable, Sendable {
        package var index: Int
        /// Number of announced frames; `nil` if none were announced.
        package var expected: Int?
        /// Frames received at least in part; 0 for an unknown chunk.
        package var received = 0
        /// Whether an event has named the chunk. If none has, the message may be over.
        package var isNamed = false
        /// Whether the chunk is known to have no pictures, and waits for its sound.
        package var isSoundAlone = false
    }

    /// `nil` while a chunk plays or waits for one of its own pictures, and if no message is open.
    package var awaitedChunk: AwaitedChunk? {
        switch mode {
        case .overlay(.holding), .overlay(.gap): break
        default: return nil
        }
        guard let next = message.queue.first, next.index <= message.nextExpected else {
            return AwaitedChunk(index: message.nextExpected)
        }
        return AwaitedChunk(next)
    }

    /// Number of the playing chunk, if it has sound and no frames.
    package var chunkOfSoundAlone: Int? { message.active.flatMap { $0.isSoundAlone ? $0.chunk.index : nil } }

    /// The first incomplete chunk of the message, including the playing one; `nil` if everything received is
    /// complete.
    package var unfinishedChunk: AwaitedChunk? {
        if let playing = message.active?.chunk, !playing.isComplete { return AwaitedChunk(playing) }
        return message.queue.first { !$0.isComplete }.map { AwaitedChunk($0) }
    }
    /// Number of messages whose rest did not arrive, if nothing more will arrive now. The current message counts as
    /// one of them.
    package var answersCutOff: Int { counters.messagesCutOff + (message.phase == .open ? 1 : 0) }
    package var decodedBytes: Int { ledger.decodedBytes }

    /// Ready pictures ahead of the playhead, up to the first missing one, and the number of known frames there.
    /// Frames without a picture are neither awaited nor counted.
    package var buffer: (ready: Int, known: Int) {
        guard let active = message.active else {
            return message.queue.first.map { (pictureCount($0.frames[...], in: $0), $0.frameCount) } ?? (0, 0)
        }
        let rest = active.chunk.frames[min(active.cursor, active.chunk.frames.count)...]
        let isWholeReady = rest.allSatisfy { isReady($0, in: active.chunk) }
        let next = isWholeReady ? message.queue.first.map { pictureCount($0.frames[...], in: $0) } ?? 0 : 0
        return (
            pictureCount(rest, in: active.chunk) + next,
            active.chunk.frameCount - active.cursor + message.queue.reduce(0) { $0 + $1.frameCount }
        )
    }

    private func pictureCount(_ frames: ArraySlice<ChunkFrame>, in chunk: Chunk) -> Int {
        frames.prefix { isReady($0, in: chunk) }.count { frame in
            if case .named(let key) = frame.picture, case .decoded? = ledger.state(of: key) { true } else { false }
        }
    }

    /// Text group of the playing chunk (`master_chunk_index`), which a text segment may share.
    package var group: Int? { message.active?.chunk.group }

    /// Encoded base frames that will be drawn next if nothing else happens, soonest first; at most `count`.
    package func upcomingBases(_ count: Int) -> [Payload] {
        guard let active = message.active, case .overlay = mode else { return upcomingOfClip(count) }
        var clip = clip
        return active.chunk.frames.dropFirst(active.cursor + 1).prefix(count).compactMap { frame in
            clip = frame.frame.clip ?? clip
            return clips[clip]?.nearest(to: max(0, frame.frame.baseIndex))?.picture
        }
    }

    private func upcomingOfClip(_ count: Int) -> [Payload] {
        (baseIndex + 1..<baseIndex + 1 + count).compactMap { clips[clip]?.frame(at: $0) }
    }

    /// Whether anything is on screen.
    package var hasPicture: Bool { composite != nil }

    /// The encoded base frame of a clip; `nil` if it is missing.
    package func base(_ clip: ClipName, _ index: Int) -> Payload? { clips[clip]?.frame(at: index) }
}

extension PlaybackEngine.AwaitedChunk {
    fileprivate init(_ chunk: Chunk) {
        self.init(
            index: chunk.index, expected: chunk.expected, received: chunk.received, isNamed: true,
            isSoundAlone: chunk.isSoundAlone || chunk.expected == 0)
    }
}

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
