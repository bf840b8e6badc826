import Events

/// Hearing the backend: one method an event, filed under the message that it belongs to (specification 2.2, 3.10).
extension PlaybackEngine {
    mutating func hear(_ event: WireEvent, _ effects: inout [Effect]) {
        switch event {
        case .audioArrived(let audio): audioArrived(audio, &effects)
        case .overlaysArrived(let batch): fileOrHold(event, chunk: batch.chunk, &effects)
        case .chunkDescribed(let description): fileOrHold(event, chunk: description.chunk, &effects)
        case .chunkSent(let chunk, _): fileOrHold(event, chunk: chunk, &effects)
        case .audioEnded: audioEnded(&effects)
        case .baseAnimationRequested(let clip): baseAnimationRequested(clip, &effects)
        case .manifestArrived(let manifest): manifestArrived(manifest, &effects)
        case .clipAnnounced(let clip, let total): clipAnnounced(clip, total: total, &effects)
        case .baseFrameArrived(let clip, let index, let picture):
            baseFrameArrived(clip, index: index, picture: picture, &effects)
        case .clipCompleted(let clip, let total): clipCompleted(clip, total: total, &effects)
        case .textArrived, .imageArrived, .ignored: break
        }
    }

    // MARK: Which message an event belongs to

    private mutating func audioArrived(_ audio: AudioChunk, _ effects: inout [Effect]) {
        if audio.chunk == 0, opensNewMessage(audio) {
            if phase == .awaitingFirstAudio { phase = .none } else { beginUnsolicited(&effects) }
        } else if phase == .awaitingFirstAudio {
            stale(1, &effects)
            return
        }
        fileAudio(audio, &effects)
        if audio.chunk == 0 { adoptHeld(&effects) }
    }

    /// Chunk 0 heard again means that somebody else triggered a message, unless it is the same sound once more while its
    /// message is still open: then the backend repeated itself (N13, N41).
    private func opensNewMessage(_ audio: AudioChunk) -> Bool {
        switch phase {
        case .none: return false
        case .awaitingFirstAudio, .ended: return true
        case .open:
            guard let known = chunkZero else { return played.contains(0) && audio.sound != firstSound }
            return known.hasAudioEvent && known.sound != audio.sound
        }
    }

    private var chunkZero: Chunk? {
        if let active, active.chunk.index == 0 { return active.chunk }
        return queue.first.flatMap { $0.index == 0 ? $0 : nil }
    }

    private mutating func beginUnsolicited(_ effects: inout [Effect]) {
        let held = heldAside
        clearMessage(&effects)
        heldAside = held
        phase = .none
        note(.newMessage, "chunk 0 was heard again: message \(generation) was triggered from elsewhere", &effects)
    }

    /// Files an event that names a chunk, or holds it aside while it may belong to an older message.
    private mutating func fileOrHold(_ event: WireEvent, chunk: Int, _ effects: inout [Effect]) {
        let mayBeOld = phase == .awaitingFirstAudio || (phase == .ended && chunk == 0)
        guard mayBeOld else { return file(event, at: now, &effects) }
        dropTooOld(&effects)
        let held = HeldEvent(event: event, chunk: chunk, arrived: now)
        guard heldAside.count < Limits.waitingChunks,
            heldAside.reduce(held.frameCount, { $0 + $1.frameCount }) <= Limits.waitingFrames
        else { return stale(1, &effects) }
        heldAside.append(held)
    }

    /// What is too old to be adopted only takes the room of what is not.
    private mutating func dropTooOld(_ effects: inout [Effect]) {
        let count = heldAside.prefix { now - $0.arrived > settings.adoptionLimit }.count
        guard count > 0 else { return }
        heldAside.removeFirst(count)
        stale(count, &effects)
    }

    /// Chunk 0 of the new message takes what came for it shortly before; the rest belonged to the old one.
    private mutating func adoptHeld(_ effects: inout [Effect]) {
        let held = heldAside
        heldAside = []
        let adopted = held.filter { $0.chunk == 0 && now - $0.arrived <= settings.adoptionLimit }
        for event in adopted { file(event.event, at: event.arrived, &effects) }
        if held.count > adopted.count { stale(held.count - adopted.count, &effects) }
    }

    private mutating func stale(_ count: Int, _ effects: inout [Effect]) {
        counters.stale += count
        note(.stale, "\(count) event(s) of an older message dropped", &effects)
    }

    // MARK: Filing

    private mutating func file(_ event: WireEvent, at arrived: Instant, _ effects: inout [Effect]) {
        switch event {
        case .overlaysArrived(let batch): fileBatch(batch, at: arrived, &effects)
        case .chunkDescribed(let description): fileDescription(description, &effects)
        case .chunkSent(let chunk, let total): fileSent(chunk, total: total, &effects)
        default: break
        }
    }

    private mutating func fileAudio(_ audio: AudioChunk, _ effects: inout [Effect]) {
        var isRepeated = false
        let isPlaying = active?.chunk.index == audio.chunk
        var sound: Payload?
        withChunk(audio.chunk, &effects) { engine, chunk, effects in
            if chunk.hasAudioEvent {
                chunk.duplicates += 1
                isRepeated = true
            } else {
                chunk.hasAudioEvent = true
                chunk.sound = audio.sound
                chunk.words = audio.words
                sound = audio.sound
            }
            if chunk.group == nil { chunk.group = audio.group }
            if chunk.zone == nil { chunk.zone = audio.zone }
            chunk.announce(audio.totalFrames)
            if !audio.frames.isEmpty { chunk.announce(audio.frames.count) }
            for frame in Chunk.inOrder(audio.frames) { engine.describe(frame, in: &chunk, &effects) }
            let guess = OverlayFrame(
                sequence: 0, clip: audio.firstClip, baseIndex: audio.firstBaseIndex, sheet: audio.firstSheet)
            engine.fileFirstPicture(audio.firstPicture, guess: guess, in: &chunk, &effects)
        }
        if isRepeated {
            counters.duplicates += 1
            note(.duplicate, "audio of chunk \(audio.chunk) came twice", &effects)
        }
        if audio.chunk == 0, !isRepeated { firstSound = audio.sound }
        guard let sound else { return }
        effects.append(.decodeSound(chunk: audio.chunk, generation, sound))
        if isPlaying { startLateSound(&effects) }
    }

    /// Metadata of a frame whose picture has not come; a frame that is there already stays.
    private mutating func describe(_ frame: OverlayFrame, in chunk: inout Chunk, _ effects: inout [Effect]) {
        if chunk.isGuess(at: frame) { return fileFrame(frame, in: &chunk, at: now, &effects) }
        _ = chunk.file(frame, picture: .expected, at: nil)
    }

    /// The picture of frame 0 ahead of its batch, with what the message says of that frame; the frame itself replaces it.
    private mutating func fileFirstPicture(
        _ picture: Payload?, guess: OverlayFrame?, in chunk: inout Chunk, _ effects: inout [Effect]
    ) {
        let known = chunk.frame(at: 0)
        guard let picture, known?.picture ?? .expected == .expected else { return }
        let described = known.flatMap { $0.isUnknown ? nil : $0.frame }
        guard var frame = described ?? guess else { return }
        if let guess { frame = frame.completed(by: guess) }
        frame.picture = picture
        fileFrame(frame, in: &chunk, at: now, isGuessed: described == nil, &effects)
    }

    private mutating func fileBatch(_ batch: OverlayBatch, at arrived: Instant, _ effects: inout [Effect]) {
        withChunk(batch.chunk, &effects) { engine, chunk, effects in
            if let total = batch.totalBatches { chunk.totalBatches = total }
            if let number = batch.batch, (0..<Limits.chunkFrames).contains(number) { chunk.batches.insert(number) }
            for frame in Chunk.inOrder(batch.frames) { engine.fileFrame(frame, in: &chunk, at: arrived, &effects) }
        }
    }

    private mutating func fileDescription(_ description: ChunkDescription, _ effects: inout [Effect]) {
        withChunk(description.chunk, &effects) { engine, chunk, effects in
            chunk.announce(description.totalFrames)
            for frame in Chunk.inOrder(description.frames) {
                if frame.picture == nil {
                    engine.describe(frame, in: &chunk, &effects)
                } else {
                    engine.fileFrame(frame, in: &chunk, at: engine.now, &effects)
                }
            }
            engine.fileFirstPicture(description.firstPicture, guess: nil, in: &chunk, &effects)
        }
    }

    private mutating func fileSent(_ index: Int, total: Int?, _ effects: inout [Effect]) {
        withChunk(index, &effects) { engine, chunk, _ in
            if chunk.sentAt == nil { chunk.sentAt = engine.clock }
            chunk.sentTotal = total.map { max(0, min($0, Limits.chunkFrames)) } ?? chunk.sentTotal
        }
    }

    private mutating func fileFrame(
        _ frame: OverlayFrame, in chunk: inout Chunk, at arrived: Instant, isGuessed: Bool = false,
        _ effects: inout [Effect]
    ) {
        guard frameTotal < Limits.waitingFrames else {
            note(
                .limit, "more than \(Limits.waitingFrames) frames are waiting; one of chunk \(chunk.index) dropped",
                &effects)
            return
        }
        let frame = chunk.completed(frame)
        let key = PictureKey(of: frame, chunk: chunk.index, generation: generation)
        let knowledge: ChunkFrame.PictureKnowledge = frame.picture == nil ? .absent : .named(key)
        switch chunk.file(frame, picture: knowledge, at: arrived, isGuessed: isGuessed) {
        case .filed: retain(key, frame.picture, &effects)
        case .replaced(let guessed):
            retain(key, frame.picture, &effects)
            if ledger.release(guessed) { effects.append(.discard([guessed])) }
        case .duplicate:
            chunk.duplicates += 1
            counters.duplicates += 1
        case .late:
            chunk.late += 1
            counters.late += 1
        case .refused:
            note(.limit, "frame \(frame.sequence) of chunk \(chunk.index) has no place there", &effects)
        }
    }

    private mutating func retain(_ key: PictureKey, _ picture: Payload?, _ effects: inout [Effect]) {
        guard let picture else { return }
        needsDecoding = true
        if !ledger.retain(key, picture) {
            note(.keyConflict, "two pictures are named \(key.rawValue); the first one stays", &effects)
        }
    }

    /// Frames that are waiting or playing.
    private var frameTotal: Int { queue.reduce(active?.chunk.frames.count ?? 0) { $0 + $1.frames.count } }

    // MARK: Finding the chunk

    /// Changes the chunk with this index wherever it is, making it when it is new, and completes it when nothing more
    /// is to come. An event for a chunk that has been played or passed is counted and dropped.
    private mutating func withChunk(
        _ index: Int, _ effects: inout [Effect],
        _ change: (inout PlaybackEngine, inout Chunk, inout [Effect]) -> Void
    ) {
        if index < 0 || played.contains(index) || index < nextExpected, active?.chunk.index != index {
            return passed(index, &effects)
        }
        open()
        if var playing = active, playing.chunk.index == index {
            active = nil  // the only holder, so that filing does not copy the frames
            playing.chunk.lastEventAt = clock
            change(&self, &playing.chunk, &effects)
            playing.chunk.settle()
            if playing.chunk.isCompletable(at: clock, isNext: true, settings: settings) {
                complete(&playing.chunk, &effects)
            }
            active = playing
            return
        }
        guard let place = placeInQueue(index, &effects) else { return }
        var chunk = queue[place]
        queue[place] = Chunk(index: index, at: clock)
        chunk.lastEventAt = clock
        change(&self, &chunk, &effects)
        chunk.settle()
        if chunk.isCompletable(at: clock, isNext: place == 0, settings: settings) { complete(&chunk, &effects) }
        queue[place] = chunk
        startBufferWait()
    }

    /// Opens the message on the first chunk event, and again when a further chunk comes after its end.
    private mutating func open() {
        if phase == .none || phase == .ended { hasEndSignal = false }
        phase = .open
    }

    private mutating func passed(_ index: Int, _ effects: inout [Effect]) {
        if played.contains(index) { counters.duplicates += 1 } else { counters.late += 1 }
        guard !lateNoted.contains(index), lateNoted.count < Limits.waitingChunks else { return }
        lateNoted.insert(index)
        let code: Note.Code = played.contains(index) ? .duplicate : .chunkLate
        note(code, "chunk \(index) came after its place had passed; dropped", &effects)
    }

    /// Place of the chunk in the queue, where a new one is made room for; `nil` when there are too many.
    private mutating func placeInQueue(_ index: Int, _ effects: inout [Effect]) -> Int? {
        let place = queue.firstIndex { $0.index >= index } ?? queue.count
        if place < queue.count, queue[place].index == index { return place }
        guard queue.count < Limits.waitingChunks else {
            note(.limit, "more than \(Limits.waitingChunks) chunks are waiting; chunk \(index) dropped", &effects)
            return nil
        }
        queue.insert(Chunk(index: index, at: clock), at: place)
        return place
    }

    /// Nothing more is to come for this chunk: what is missing is lost, and said so with its places.
    mutating func complete(_ chunk: inout Chunk, _ effects: inout [Effect]) {
        let lost = chunk.complete(room: Limits.waitingFrames - frameTotal)
        guard !lost.isEmpty else { return }
        counters.lost += lost.count
        let places = lost.prefix(20).map(String.init).joined(separator: " ") + (lost.count > 20 ? " ..." : "")
        let sent = chunk.sentTotal ?? chunk.announced ?? chunk.frames.count
        note(
            .frameLoss, "chunk \(chunk.index): sent \(sent), received \(chunk.received), lost \(lost.count): \(places)",
            &effects)
    }

    // MARK: End signals

    private mutating func audioEnded(_ effects: inout [Effect]) {
        guard phase == .open else {
            if phase == .awaitingFirstAudio { stale(1, &effects) }
            return
        }
        hasEndSignal = true
    }

    /// While a message is open: its end signal, and the name of the clip to return by. Without one: play it once now.
    private mutating func baseAnimationRequested(_ name: ClipName, _ effects: inout [Effect]) {
        switch phase {
        case .awaitingFirstAudio:
            pendingBaseAtEnd = name
        case .open:
            hasEndSignal = true
            if mode.name != .returnTransition { pendingBaseAtEnd = name }
        case .none, .ended:
            guard case .idle = mode else {
                if mode.name != .returnTransition { pendingBaseAtEnd = name }
                return
            }
            guard clips.isLoaded(name) else {
                note(.odd, "asked to play \(name.rawValue), which is not loaded; ignored", &effects)
                return
            }
            enterReturn(name)
        }
    }

    // MARK: Link

    /// What is complete plays out; what is half there will never be whole (N45).
    mutating func linkLost(_ reason: String, _ effects: inout [Effect]) {
        note(.link, "link lost: \(reason)", &effects)
        dropHalfAssembled(&effects)
        if var playing = active, !playing.chunk.isComplete {
            active = nil
            complete(&playing.chunk, &effects)
            active = playing
        }
        switch mode {
        case .overlay(.holding), .overlay(.gap): break  // their limits apply
        default: if phase == .open { hasEndSignal = true }
        }
        closeIfIdle(&effects)
        requests.reset()
    }

    /// Of a message whose last chunks were dropped while nothing is being played there is nothing more to come.
    private mutating func closeIfIdle(_ effects: inout [Effect]) {
        if mode == .idle, queue.isEmpty { closeMessage(&effects) }
    }

    private mutating func dropHalfAssembled(_ effects: inout [Effect]) {
        for chunk in queue where !chunk.isComplete { forget(chunk, &effects) }
        queue.removeAll { !$0.isComplete }
        if !heldAside.isEmpty { stale(heldAside.count, &effects) }
        heldAside = []
    }

    mutating func linkRestored(_ effects: inout [Effect]) {
        note(.link, "link is up", &effects)
        dropHalfAssembled(&effects)
        closeIfIdle(&effects)
        requests.reset()
        requests.manifestDeadline = clock + settings.manifestLimit
        effects.append(.requestManifest)
    }
}
