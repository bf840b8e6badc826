import Events

/// The user's commands (reader 2.7 to 2.15).
extension BookReader {
    mutating func obey(_ command: ReaderCommand) {
        switch command {
        case .resume: resume()
        case .pause:
            guard wantsToPlay else { return }
            pause()
            note(.paused, "paused")
        case .stop:
            selectedRow = shownRow
            (wantsToPlay, phase, current, pointer, isStopped) = (false, .idle, nil, nil, true)
            (anchor, previousRow) = (nil, nil)
            forgetSelection()
            generation = generation.next
            note(.ended, "stopped")
        case .toggle(let track): toggle(track)
        case .next: step(by: 1)
        case .previous: step(by: -1)
        case .jump(let number): jump(to: number)
        case .chapter(let number): go(toChapter: number)
        case .nextWord: stepWord(by: 1)
        case .previousWord: stepWord(by: -1)
        case .nextChunk: stepChunk(by: 1)
        case .previousChunk: goToChunkBefore()
        case .word(let lane, let index): seek(to: lane, index)
        case .place(let place): jump(to: .word(place), of: place.sentence)
        case .nextLane: stepLane(by: 1)
        case .previousLane: stepLane(by: -1)
        case .extendSelection: extendSelection()
        case .speed(let percent):
            self.percent = ReaderSettings.step(percent)
            note(.speed, "speed \(self.percent) %")
        case .text(let lane): toggleText(lane)
        case .sleep(let minutes): sleepAt = minutes.map { now + .seconds(60) * Int64(min(max($0, 0), 1_440)) }
        case .retry: retry()
        }
    }

    // MARK: Playing

    private mutating func resume() {
        guard !wantsToPlay, let book else { return }
        wantsToPlay = true
        forgetSelection()
        note(.playing, "resumed")
        if isStopped { return prepare(selected, pending ?? .row(selectedRow)) }
        if isOver { return prepare(book.chunks.indices.contains(selected + 1) ? selected + 1 : 0, .first) }
        // It has not been heard until now.
        if case .validating(let validation) = phase { phase = .validating(validation.begun(at: now)) }
        if current == nil, chunk != nil { return prepare(selected, .row(selectedRow)) }
        guard current?.hasStopped == true else { return }
        if isSequence, phase == .playing { endSegment() } else if !isSequence, phase == .idle { endChunk() }
    }

    /// Pauses; nothing continues by itself.
    mutating func pause() {
        wantsToPlay = false
        switch phase {
        case .dwelling, .transitioning, .validating: (phase, previousRow) = (.playing, nil)
        case .idle, .preparing, .playing: break
        }
    }

    private mutating func retry() {
        guard canRetry else { return }
        let row = chunk == nil ? nil : shownRow
        chunks[selected] = nil
        // Its text may have been made since then.
        if let row { prepare(selected, .row(row)) }
    }

    // MARK: Modes

    /// Switches a track on or off. The sentence stays (reader 2.8), so it is determined before anything changes.
    private mutating func toggle(_ track: BookTrack) {
        let row = shownRow
        guard let chunk else {
            if switches.toggle(track, playable: [.original, .translation]) { show(track) }
            return note(.mode, switches.mode.words)
        }
        guard chunk.playable.contains(track) else {
            return note(.mode, "no separate sound for the \(track.rawValue)")
        }
        guard switches.toggle(track, playable: chunk.playable) else {
            return note(.mode, "only the \(track.rawValue) has sound")
        }
        show(track)
        renewMode(at: row)
    }

    /// Shows a track that is played again.
    private mutating func show(_ track: BookTrack) {
        let lane: Lane = track == .original ? .original : .translation
        guard switches[track], hiddenLanes.remove(lane) != nil else { return }
        note(.text, "the \(lane.rawValue) is shown")
    }

    private mutating func renewMode(at row: Int) {
        note(.mode, switches.mode.words)
        guard chunk != nil else { return }
        prepare(selected, .row(row))
    }

    /// Shows or hides a line of text. Hidden text is not played, but text may be shown without being played.
    private mutating func toggleText(_ lane: Lane) {
        let row = shownRow
        if hiddenLanes.remove(lane) != nil { return note(.text, "the \(lane.rawValue) is shown") }
        let others = Lane.allCases.filter { $0 != lane && !hiddenLanes.contains($0) }
        // A line that no sentence here has is none.
        let isShown = chunk.map { chunk in
            others.contains { other in chunk.sentences.contains { $0.lanes[other] != nil } }
        }
        guard isShown ?? !others.isEmpty else {
            return note(.text, "only the \(lane.rawValue) is shown")
        }
        hiddenLanes.insert(lane)
        if cursor?.lane == lane { forgetSelection() }
        note(.text, "the \(lane.rawValue) is hidden")
        guard lane != .transliteration else { return }
        let audible: BookTrack = lane == .original ? .translation : .original
        guard switches[audible.other], chunk.map({ $0.playable.contains(audible) }) ?? true else { return }
        let before = switches.mode
        switches.choose(.single(audible))
        if switches.mode != before { renewMode(at: row) }
    }
}

extension AudioMode {
    package var words: String {
        switch self {
        case .sequence: "original and translation"
        case .single(let track): "the \(track.rawValue) alone"
        }
    }
}
