import Events

/// Views of the state, for drawing, for the status line and for those who must decide when to tick next.
extension PlaybackEngine {
    package var framePlan: FramePlan { FramePlan(composite: composite, record: record) }
    package var modeName: ModeName { mode.name }

    /// Whether the avatar is saying, or about to say, something (K37: until the last frame has been played).
    package var isAnimating: Bool { message.phase == .open || mode != .idle || releaseDue != nil }

    /// Whether something of the message is still to be seen: a frame whose mouth does not rest, that of now included,
    /// or what may come. Behind it are a mouth at rest and the way home; what is heard is `isStillHeard`.
    package var isSpeaking: Bool {
        if releaseDue != nil { return true }
        guard message.phase == .open else { return false }
        guard message.hasEndSignal else { return true }
        let isSilent = message.active.map { $0.chunk.isSilent(from: $0.cursor) } ?? true
        return !isSilent || !message.queue.allSatisfy { $0.isSilent(from: 0) }
    }

    /// Playback time at which something that is held aside becomes part of a message, or of none.
    var releaseDue: Instant? {
        message.heldAside.isEmpty
            ? nil : Self.earlier(Self.earlier(repeatsDue, unsolicitedDue), contradictionDue)
    }

    /// All of the message has been shown and sounded, as far as it is known; it may go on (specification 3.10).
    package var isMessageOver: Bool { message.phase.isOver }

    /// Whether what came of a chunk was taken for the current message's.
    package func hasFiled(_ chunk: Int) -> Bool {
        isUnderWay(chunk) || message.played.contains(chunk) || isTooLate(chunk)
    }

    /// Whether a chunk came when its place had passed.
    package func isTooLate(_ chunk: Int) -> Bool { message.lateNoted.contains(chunk) }

    /// What is said by the chunk that sounds, and for how long.
    package var soundingSpeech: (group: Int?, words: [SpokenWord], sound: Payload?, length: Span?)? {
        message.active.map { ($0.chunk.group, $0.chunk.words, $0.chunk.sound, $0.chunk.soundDuration) }
    }

    /// Whether a chunk that waits or is played has this sound.
    package func isUnderWay(_ chunk: Int, with sound: Payload) -> Bool { chunkUnderWay(chunk)?.sound == sound }

    /// The end of the message has been heard, and nothing since then that goes on with it.
    package var hasEndSignal: Bool { message.hasEndSignal }
    /// The only one was the clip to go home by, which may be sent before the client has finished (specification 1.6.5).
    package var endsWithClipAlone: Bool { message.hasEndSignal && message.heardEnds == [.baseAnimation] }

    /// A message has been sent, and nothing that may be its answer has come.
    package var isAwaitingAnswer: Bool { message.phase == .awaiting }

    /// Home again without an end of the message: what comes goes on with it.
    package var isResting: Bool { message.phase == .resting }

    /// Clips that may be promised to the backend (K48).
    package var readyClips: [ClipName] { requests.order(clips.loaded) }

    /// Of all that are known to exist.
    package var clipNames: [ClipName] { clips.clips.keys.sorted() }

    /// What the avatar idles with, as far as known by now.
    package var idleClip: ClipName { requests.idle }

    /// Loaded and announced frames of a clip; `nil` for one that nothing is known of.
    package func clipProgress(_ name: ClipName) -> (loaded: Int, announced: Int)? {
        clips[name].map { ($0.loadedCount, $0.length) }
    }
    /// Of all clips that are known to exist: how many are there as a whole, how many there are, and their frames.
    package var clipsProgress: (loaded: Int, known: Int, frames: Int, announced: Int) {
        let all = clips.clips.values
        return (
            clips.loadedCount, clips.count, all.reduce(0) { $0 + min($1.loadedCount, $1.length) },
            all.reduce(0) { $0 + $1.length }
        )
    }
    /// Which clips there are is asked for and not answered yet: others than those that are known may exist.
    package var isAwaitingManifest: Bool { requests.manifestDeadline != nil }
    package var currentClip: ClipName { clip }
    package var queuedChunks: Int { message.queue.count }

    /// The chunk with which the message goes on, and how much of it is there.
    package struct AwaitedChunk: Hashable, Sendable {
        package var index: Int
        /// Frames that were announced; `nil` where nobody has.
        package var expected: Int?
        /// Of which something has come; 0 where nothing is known of the chunk.
        package var received = 0
        /// Something has named it; where nothing has, the message may be over.
        package var isNamed = false
        /// It is known to have no pictures, and waits for its sound.
        package var isSoundAlone = false
    }

    /// `nil` while a chunk plays, or waits for a picture of its own, and where no message does.
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

    /// Number of the chunk that plays, where it has sound and no frames.
    package var chunkOfSoundAlone: Int? { message.active.flatMap { $0.isSoundAlone ? $0.chunk.index : nil } }

    /// The first chunk of the message of which more is to come, that which plays included; `nil` where all that has
    /// come is whole.
    package var unfinishedChunk: AwaitedChunk? {
        if let playing = message.active?.chunk, !playing.isComplete { return AwaitedChunk(playing) }
        return message.queue.first { !$0.isComplete }.map { AwaitedChunk($0) }
    }
    /// Messages of which the rest did not come, where nothing more is to come now: that which is under way is one of them.
    package var answersCutOff: Int { counters.messagesCutOff + (message.phase == .open ? 1 : 0) }
    package var decodedBytes: Int { ledger.decodedBytes }

    /// Pictures ready in front of the playhead, up to the first that is waited for, and how many frames are known there. Frames without
    /// a picture are waited for by nobody, and have none.
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

    /// Group of the chunk that is playing (`master_chunk_index`), which a text segment may share.
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

    /// The encoded base frame of a clip; `nil` when it is not there.
    package func base(_ clip: ClipName, _ index: Int) -> Payload? { clips[clip]?.frame(at: index) }

    /// Session time at which the next tick is worth while; `nil` while nothing but an event can change anything.
    package var nextDeadline: Instant? {
        if isPaused || settings.clock == .manual { return nil }
        guard let clockedAt else { return now }
        let requestDeadline = requests.deadline(limit: settings.clipRequestLimit)
        // Without a list of them: this is asked after each event.
        let ofPlaying = Self.earlier(modeDeadline, queueDeadline)
        let ofRequests = Self.earlier(requests.manifestDeadline, requestDeadline)
        guard let soonest = Self.earlier(Self.earlier(ofPlaying, ofRequests), releaseDue) else { return nil }
        return max(clockedAt, clockedAt + (soonest - clock))
    }

    /// Playback time of the next change in the current mode.
    private var modeDeadline: Instant? {
        switch mode {
        case .idle:
            clips[clip].map { $0.isEmpty } ?? true ? nil : owesDraw ? clock : clock + (idlePeriod - accumulator)
        case .transition, .finishingBase, .returnTransition:
            owesDraw ? clock : clock + (period - accumulator)
        case .overlay(.playing):
            if message.active?.isDrawn == false {
                clock
            } else {
                // Counted from the last tick: other events, however dense, do not put it off.
                max(clock + (isPacedBySound ? waitForSound() : period - accumulator), actedAt + shortestShowing)
            }
        case .overlay(.waiting(let since)):
            if isCurrentReady || isSoundOver || isAfterLastFrame {
                clock
            } else if isOfUnknownLength {
                nil  // no limit applies while nobody knows whether there is a frame to wait for
            } else if message.active?.isPastWaitLimit == true {
                clock + max(period - accumulator, .zero)
            } else {
                since + settings.decodeLimit
            }
        case .overlay(.holding(let since)): since + settings.holdLimit
        case .overlay(.gap(let since)): isFinished ? clock : since + settings.gapLimit
        }
    }

    /// Playback time at which a waiting chunk may become complete or startable.
    private var queueDeadline: Instant? {
        var soonest = message.active?.chunk.completionDeadline(isNext: true, settings: settings)
        for place in message.queue.indices {
            soonest = Self.earlier(
                soonest, message.queue[place].completionDeadline(isNext: place == 0, settings: settings))
        }
        if mayStart, let next = message.queue.first {
            if canStartNow(next) || (message.gateSince == nil && isGateDue(next)) { return clock }
            if let limit = bufferDeadline(next, isFirstReady: readyCount(of: next, most: 1) > 0), clock < limit {
                soonest = Self.earlier(soonest, limit)
            }
        }
        // A gate that opened for a later chunk than the one that is first by now is acted on by no tick.
        if let gateSince = message.gateSince, let next = message.queue.first, isGateDue(next) {
            soonest = Self.earlier(soonest, gateSince + settings.chunkGapLimit)
        }
        return soonest
    }

    private static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Whether the next tick would start this chunk, in a mode in which one may start.
    private func canStartNow(_ chunk: Chunk) -> Bool { chunk.index <= message.nextExpected && isBuffered(chunk) }
}

extension PlaybackEngine.AwaitedChunk {
    fileprivate init(_ chunk: Chunk) {
        self.init(
            index: chunk.index, expected: chunk.expected, received: chunk.received, isNamed: true,
            isSoundAlone: chunk.isSoundAlone || chunk.expected == 0)
    }
}

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
