import Events

/// Draws what the current state puts on screen, and writes its line of the frame log (specification 3.3, 3.4, 6.4).
extension PlaybackEngine {
    mutating func draw(_ effects: inout [Effect]) {
        switch mode {
        case .idle, .transition, .finishingBase, .returnTransition: drawClip(&effects)
        case .overlay(.playing): drawFrame(&effects)
        case .overlay(.waiting): break
        case .overlay(.holding), .overlay(.gap): showHeld(frame: nil, place: message.active?.cursor, due: now, &effects)
        }
    }

    // MARK: Clips without overlay

    /// Draws the mode's own clip. If that clip is missing, the previous picture stays on screen.
    private mutating func drawClip(_ effects: inout [Effect]) {
        guard let frames = clips[clip], let found = frames.nearest(to: baseIndex) else { return }
        // What is there of a clip that is still coming is played in its order.
        if mode == .idle, frames.isComing { baseIndex = found.index }
        let shown = Composite(clip: clip, baseIndex: found.index, base: found.picture, overlay: nil)
        if composite == shown, isIndexRecorded { return }
        composite = shown
        show(
            FrameRecord(
                ordinal: 0, mode: mode.name, generation: generation, clip: clip, baseIndex: found.index,
                demandedClip: clip, demandedIndex: baseIndex,
                status: found.index == baseIndex ? .sync : .desyncBaseMissing,
                due: now - accumulator, shown: now), &effects)
    }

    /// Whether the current clip can be drawn at the current index and has not been. The clip never advances before it
    /// is drawn (3.4).
    var owesDraw: Bool { !isIndexRecorded && !(clips[clip]?.isEmpty ?? true) }

    private var isIndexRecorded: Bool {
        guard let record else { return false }
        return record.mode == mode.name && record.generation == generation && record.demandedIndex == baseIndex
            && record.demandedClip == clip
    }

    // MARK: Frames of a chunk

    private mutating func drawFrame(_ effects: inout [Effect]) {
        guard var playing = message.active, !playing.isDrawn else { return }
        guard let frame = playing.frame else { return drawNothing(&effects) }
        guard isReady(frame, in: playing.chunk) else {
            mode = .overlay(.waiting(since: clock))
            return showHeld(frame: frame, place: playing.cursor, due: playing.due, &effects)
        }
        message.active = nil
        let isFirst = playing.start == nil
        let isGuess = frame.standing == .guess || playing.chunk.isGuess || playing.chunk.isSoundGuessed
        if !isGuess { message.hasBegunShowing = true }
        var line = frame.isUnknown ? holdHole(frame) : place(frame, &playing, &effects)
        line.position = position(of: frame, at: playing.cursor, in: playing.chunk)
        line.due = playing.due
        playing.isDrawn = true
        playing.drawnAt = clock
        playing.chunk.passedCount = playing.cursor + 1
        playing.isPastWaitLimit = false
        if line.status == .held { playing.held += 1 } else { playing.shown += 1 }
        if line.status == .noOverlay { playing.noOverlay += 1 }
        if isGuess { playing.guessed += 1 }
        line.isGuess = isGuess
        if isGuess, line.status == .sync { line.status = .guess }
        if isFirst { startSound(&playing) }
        line.soundPosition = soundPosition(of: playing)
        message.active = playing
        show(line, &effects)
    }

    /// Handles a chunk without frames, and one that has run out of frames before it is complete and waits for more.
    private mutating func drawNothing(_ effects: inout [Effect]) {
        guard var playing = message.active else { return }
        guard playing.isSoundAlone else {
            mode = .overlay(.waiting(since: clock))
            return showHeld(frame: nil, place: playing.cursor, due: playing.due, &effects)
        }
        message.active = nil
        if !playing.chunk.isGuess { message.hasBegunShowing = true }
        if playing.start == nil { startSound(&playing) }
        playing.isDrawn = true
        message.active = playing
        showHeld(frame: nil, place: nil, due: playing.due, &effects)
    }

    /// The log line of a frame of which nothing was received: the composite stays for its period (2.2).
    private func holdHole(_ frame: ChunkFrame) -> FrameRecord {
        var line = line(for: frame)
        line.status = .noOverlay
        line.note = "lost"
        return line
    }

    /// Draws base and overlay as the frame demands them, or the nearest possible, and sets the status (3.3).
    private mutating func place(
        _ frame: ChunkFrame, _ playing: inout ActiveChunk, _ effects: inout [Effect]
    ) -> FrameRecord {
        let demanded = frame.frame.clip ?? playing.clip ?? clip
        clip = demanded
        // Bounded, since it is a stranger's number and later counted up; no clip reaches the bound.
        baseIndex = min(max(0, index(frame.frame.baseIndex, in: demanded)), Limits.clipFrames)
        guard let found = clips[demanded]?.nearest(to: baseIndex) else {
            return missingClip(demanded, frame, &playing, &effects)
        }
        let overlay = overlay(of: frame, &playing, &effects)
        composite = Composite(clip: demanded, baseIndex: found.index, base: found.picture, overlay: overlay)
        baseIndex = min(baseIndex, max(0, (clips[demanded]?.length ?? 1) - 1))
        var line = line(for: frame)
        line.status = status(demanded: index(frame.frame.baseIndex, in: demanded), drawn: found.index, overlay: overlay)
        return line
    }

    /// The demanded index, wrapped by the announced count in compatibility mode.
    private func index(_ demanded: Int, in clip: ClipName) -> Int {
        guard settings.wrapsBaseIndex, let length = clips[clip]?.length, length > 0 else { return demanded }
        return ((demanded % length) + length) % length
    }

    private func status(demanded: Int, drawn: Int, overlay: PlacedOverlay?) -> FrameStatus {
        if demanded < 0 { return .desyncIndex }
        if demanded != drawn { return .desyncBaseMissing }
        guard let overlay else { return .noOverlay }
        return overlay.placement == .unplaced ? .unplaced : .sync
    }

    private mutating func missingClip(
        _ name: ClipName, _ frame: ChunkFrame, _ playing: inout ActiveChunk, _ effects: inout [Effect]
    ) -> FrameRecord {
        if playing.notedMissingClips.insert(name).inserted {
            note(
                .missingBaseClip, chunk: playing.chunk.index,
                "chunk \(playing.chunk.index) needs \(name.rawValue), but no frame of it is loaded",
                &effects)
            requestMissing(name, &effects)
        }
        var line = line(for: frame)
        line.status = .held
        line.note = Note.Code.missingBaseClip.rawValue
        return line
    }

    private func overlay(
        of frame: ChunkFrame, _ playing: inout ActiveChunk, _ effects: inout [Effect]
    ) -> PlacedOverlay? {
        guard case .named(let key) = frame.picture, case .decoded = ledger.state(of: key),
            let picture = ledger.entries[key]?.picture
        else { return nil }
        let placement = OverlayPlacement(of: frame.frame, in: playing.chunk)
        if placement == .unplaced, !playing.isUnplacedNoted {
            playing.isUnplacedNoted = true
            note(
                .unplaced, chunk: playing.chunk.index,
                "no position received for the overlays of chunk \(playing.chunk.index); drawn at 0,0", &effects)
        }
        let isGuess = frame.standing == .guess || playing.chunk.isGuess
        return PlacedOverlay(key: key, picture: picture, placement: placement, isGuess: isGuess)
    }

    // MARK: Lines of the log

    /// A log line for what the frame demands and what is on screen, still without status and position.
    private func line(for frame: ChunkFrame) -> FrameRecord {
        FrameRecord(
            ordinal: 0, mode: mode.name, generation: generation, clip: composite?.clip,
            baseIndex: composite?.baseIndex ?? 0,
            demandedClip: frame.isUnknown ? nil : frame.frame.clip ?? message.active?.clip ?? clip,
            demandedIndex: frame.frame.baseIndex,
            overlayKey: frame.key, status: .sync, due: now, shown: now, arrived: frame.arrived,
            decoded: decodedTime(of: frame), character: frame.frame.character ?? frame.frame.viseme)
    }

    private func decodedTime(of frame: ChunkFrame) -> Instant? {
        guard let key = frame.key, case .decoded(_, let time) = ledger.state(of: key) else { return nil }
        return time
    }

    private func position(of frame: ChunkFrame, at place: Int, in chunk: Chunk) -> FramePosition {
        FramePosition(
            chunk: chunk.index, section: frame.frame.section, sequence: frame.frame.sequence, frame: place,
            frameCount: chunk.frameCount)
    }

    /// Logs that the composite stays although something else is due: one line for the whole time.
    mutating func showHeld(frame: ChunkFrame?, place: Int?, due: Instant, _ effects: inout [Effect]) {
        var line = frame.map(line) ?? heldLine()
        line.status = .held
        line.isGuess = composite?.overlay?.isGuess ?? false
        line.due = due
        if let active = message.active, let place, let there = frame ?? active.chunk.frame(at: place) {
            line.position = position(of: there, at: place, in: active.chunk)
        } else if case .overlay(.gap) = mode, let record, record.generation == generation {
            // As while a chunk holds: the picture of the frame before stays, and with it that one's place.
            line.position = record.position
        }
        if let record, record.status == .held, record.generation == generation, record.mode == line.mode,
            record.position == line.position || line.position == nil
        {
            return
        }
        show(line, &effects)
    }

    private func heldLine() -> FrameRecord {
        FrameRecord(
            ordinal: 0, mode: mode.name, generation: generation, clip: composite?.clip,
            baseIndex: composite?.baseIndex ?? 0, demandedClip: composite?.clip,
            demandedIndex: composite?.baseIndex ?? 0, overlayKey: composite?.overlay?.key, status: .held, due: now,
            shown: now)
    }

    mutating func recordSkipped(_ frame: ChunkFrame, at place: Int, in active: ActiveChunk, _ effects: inout [Effect]) {
        var line = line(for: frame)
        line.status = .skipped
        line.isGuess = frame.standing == .guess
        line.position = position(of: frame, at: place, in: active.chunk)
        line.soundPosition = soundPosition(of: active)
        let onScreen = record
        show(line, &effects)
        record = onScreen
    }

    private mutating func show(_ line: FrameRecord, _ effects: inout [Effect]) {
        var line = line
        line.ordinal = recordCount
        line.period = period
        recordCount += 1
        record = line
        switch line.status {
        case .sync, .seam, .unplaced, .outside: break
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay: counters.desync += 1
        case .noOverlay: counters.noOverlay += 1
        case .guess: break
        case .held: counters.held += 1
        case .skipped: counters.skipped += 1
        }
        if line.status != .skipped {
            counters.shown += 1
            if line.isGuess, line.status != .held { counters.guesses += 1 }
        }
        effects.append(.show(line))
    }
}
