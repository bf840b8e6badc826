import Events

/// Plays segment after segment (reader 2.4 to 2.6).
extension BookReader {
    // MARK: Beginning somewhere

    /// Shows a chunk and begins at the target; the previous sound ends. If the chunk's text is missing, it is
    /// awaited.
    mutating func prepare(_ place: Int, _ target: Target) {
        (selected, pointer, current, pending) = (place, nil, nil, nil)
        (settledAt, anchor, previousRow) = (nil, nil, nil)
        forgetSelection()
        (isSameSentence, finished, isOver, isStopped, isSequence) = (false, [], false, false, false)
        generation = generation.next
        guard let chunk else {
            (pending, phase, selectedRow) = (target, .preparing, 0)
            forgetOldFailure(at: place)
            if case .failed(let reason, _)? = chunks[place] { note(.failed, reason) }
            return
        }
        let row = chunk.row(of: target)
        selectedRow = row
        beginSound(at: row, target)
        // Where there is nothing to be heard the word is only pointed at.
        if case .word(let place) = target, shownRow == row {
            if current != nil { seek(to: place.lane, place.word) } else { cursor = WordCursor(place.lane, place.word) }
        }
    }

    private mutating func beginSound(at row: Int, _ target: Target) {
        guard let chunk else { return }
        let mode = switches.clamped(to: chunk.playable).mode
        isSequence = mode == .sequence && chunk.hasSequence
        if isSequence, let segment = visibleSegment(from: row) {
            pointer = segment
            phase = .preparing
            listen(to: chunk.plan.segments[segment])
            return
        }
        isSequence = false
        phase = .idle
        guard case .alone(let sound, let track)? = SoundChoice(chunk.chunk.sounds, mode, hasSegments: false) else {
            // Text is never passed over without a word.
            if wantsToPlay { note(.failed, "no sound \(words(of: chunk))") }
            wantsToPlay = false
            return
        }
        if mode == .sequence, let other = chunk.chunk.sound(of: track == .original ? .translation : .original) {
            note(.mode, "sentence times unknown: playing only the \(track.rawValue), without \(other.path)")
        }
        let windows = chunk.windows(on: track)
        let audibleRow = windows.heardRow(for: row)
        let begin = target == .first ? TimeSpan.zero : windows.windows[audibleRow].start
        (current, selectedRow) = (SoundState(selected, sound, track, start: begin, stop: nil), audibleRow)
        if target != .first { anchor = Anchor(row: audibleRow, since: now) }
    }

    private func words(of chunk: LoadedChunk) -> String {
        "of sentences \(chunk.sentences.first?.number ?? 0) to \(chunk.sentences.last?.number ?? 0)"
    }

    /// The first playable segment of this sentence, or else of the next sentence that has one.
    private func visibleSegment(from row: Int) -> Int? {
        guard let segments = chunk?.plan.segments else { return nil }
        let visible = segments.indices.filter { !isHidden(segments[$0].track) }
        let own = visible.filter { segments[$0].row == row }
        return own.first { segments[$0].track == .original } ?? own.first
            ?? visible.first { segments[$0].row > row } ?? visible.last
    }

    /// Whether a track is not played in a sequence, because its text is not shown.
    package func isHidden(_ track: BookTrack) -> Bool {
        switch track {
        case .original: hiddenLanes.contains(.original)
        case .translation, .mix: hiddenLanes.isSuperset(of: [.translation, .transliteration])
        }
    }

    private mutating func listen(to segment: Segment, from start: TimeSpan? = nil) {
        let kind: BookSound.Kind = segment.track == .original ? .original : .translation
        guard let sound = chunk?.chunk.sound(of: kind) else { return }
        let stop = stop(of: segment)
        // A word behind the place at which the sound stops is not heard, but its end is.
        let begin = max(segment.start, min(start ?? segment.start, stop - ReaderRules.leastPlayed))
        current = SoundState(selected, sound, segment.track, start: begin, stop: stop)
    }

    private func stop(of segment: Segment) -> TimeSpan {
        max(segment.start + ReaderRules.leastPlayed, segment.end - settings.headroom)
    }

    // MARK: From one to the next

    /// - Parameters:
    ///   - start: position in the segment; by default its start.
    ///   - previous: the row that stays shown until the requested sound plays.
    mutating func move(to place: Int, from start: TimeSpan? = nil, previous: Int?) {
        guard let chunk, chunk.plan.segments.indices.contains(place) else { return }
        let (before, next) = (segment, chunk.plan.segments[place])
        isSameSentence = before.map { $0.row == next.row && $0.track != next.track } ?? false
        if before?.row != next.row { finished = [] }
        if isSameSentence, let before { finished.insert(before.track) }
        finished.remove(next.track)
        (pointer, selectedRow, seeks, pending) = (place, next.row, 0, nil)
        (isOver, isStopped) = (false, false)
        forgetSelection()
        (settledAt, previousRow) = (nil, isSameSentence ? nil : previous)
        generation = generation.next
        phase = .transitioning(notBefore: nil)
        listen(to: next, from: start)
        let words = isSameSentence ? "the \(next.track.rawValue) of the same sentence" : words(of: next)
        note(before?.track == next.track ? .segment : .track, "to \(words) at \((start ?? next.start).inSeconds) s")
    }

    private func words(of segment: Segment) -> String {
        "the \(segment.track.rawValue) of sentence \(chunk?.sentences[segment.row].number ?? 0)"
    }

    /// Continues after the dwell.
    mutating func advance() {
        guard let pointer, let chunk else {
            phase = .playing
            return
        }
        if let next = chunk.plan.next(after: pointer, isHidden: isHidden) {
            move(to: next, previous: segment?.row)
        } else {
            endChunk()
        }
    }

    /// Continues with the next chunk, if there is one.
    mutating func endChunk() {
        guard let book else { return }
        guard selected + 1 < book.chunks.count else {
            (phase, wantsToPlay, isOver, pointer) = (.idle, false, true, nil)
            if let chunk { selectedRow = heardRow(for: max(0, chunk.sentences.count - 1), of: chunk) }
            if !isSequence, let current {
                finished = current.track == .mix ? [.original, .translation] : [current.track]
            }
            return note(.ended, book.isComplete ? "end of the book" : "the rest of the book has not arrived yet")
        }
        note(.segment, "the next chunk")
        prepare(selected + 1, .first)
    }

    mutating func endSegment() {
        guard let segment else { return }
        finished.insert(segment.track)
        (phase, settledAt) = (.dwelling(until: now + ReaderRules.dwell), nil)
        note(.dwell, "\(words(of: segment)) ended at \((current?.position ?? segment.end).inSeconds) s")
    }

    // MARK: The sound

    mutating func hear(_ event: ReaderSoundEvent, of generation: SoundGeneration) {
        // Whatever comes of an earlier wish is late.
        guard generation == self.generation, current != nil else { return }
        switch event {
        case .ready(let duration):
            if let duration { learn(duration) }
            current?.isReady = true
            endTransition()
        case .moved(let time): hear(time)
        case .reached: stop(at: current?.stop)
        case .ended: stop(at: current.flatMap { chunk?.duration(of: $0.sound.kind) })
        case .failed(let reason):
            // The sentence stays, also one that only the time has led to.
            selectedRow = shownRow
            (current, wantsToPlay, anchor) = (nil, false, nil)
            if segment != nil { phase = .playing }
            note(.failed, reason)
        }
    }

    private mutating func learn(_ duration: TimeSpan) {
        guard let current, case .loaded(var chunk)? = chunks[selected], current.chunk == selected else { return }
        let before = segment
        chunk.learn(duration, of: current.sound.kind)
        chunks[selected] = .loaded(chunk)
        // The plan may be another one.
        if let before {
            pointer = chunk.plan.segments.firstIndex { $0.row == before.row && $0.track == before.track } ?? pointer
            if let segment, segment.end != before.end {
                let stop = stop(of: segment)
                self.current?.stop = stop
            }
        }
    }

    mutating func endTransition() {
        guard let current, current.isReady else { return }
        switch phase {
        case .preparing:
            phase = settings.isExact || current.start <= ReaderRules.nearZero ? .playing : validation(current.start)
            note(.playing, "from \(current.start.inSeconds) s")
        case .transitioning(let notBefore):
            if let notBefore, notBefore > now { return }
            if settings.isExact {
                (phase, previousRow) = (.playing, nil)
                note(.settled, "at \(current.start.inSeconds) s")
            } else {
                phase = validation(current.start)
                note(.settled, "expected at \(current.start.inSeconds) s")
            }
        default: break
        }
    }

    private func validation(_ expected: TimeSpan) -> ReaderPhase {
        guard let segment, segment.end > segment.start else { return .playing }
        return .validating(
            Validation(expected: expected, in: segment.start..<segment.end, isFirst: pointer == 0, at: now))
    }

    private mutating func hear(_ time: TimeSpan) {
        switch phase {
        case .idle, .playing: current?.position = time
        case .validating(var validation):
            current?.position = time
            let outcome = validation.receive(time, at: now)
            phase = .validating(validation)
            follow(outcome, time, validation)
        // The playhead stands at the border, or nowhere yet.
        case .dwelling, .transitioning, .preparing: return
        }
        if phase == .playing, let segment, time >= segment.end { return stop(at: nil) }
        releaseAnchor(at: time)
    }

    private mutating func follow(_ outcome: Validation.Outcome, _ time: TimeSpan, _ validation: Validation) {
        let reported = "at \(time.inSeconds) s, expected \(validation.expected.inSeconds) s"
        switch outcome {
        case .open: if validation.isStale(time), !validation.isSettling { note(.stale, reported) }
        case .good: settle("seek reached: \(time.inSeconds) s")
        case .givenUp: settle("no closer position: \(reported)")
        case .settling: note(.stale, "waiting for the start: \(reported)")
        case .seekAgain: seekAgain(reported)
        }
    }

    private mutating func settle(_ text: String) {
        (phase, settledAt, previousRow) = (.playing, now, nil)
        note(.settled, text)
    }

    private mutating func seekAgain(_ reported: String) {
        guard seeks < ReaderRules.seekLimit, let segment else {
            return settle("giving up after \(seeks) tries: \(reported)")
        }
        seeks += 1
        generation = generation.next
        listen(to: segment)
        phase = .transitioning(notBefore: now + ReaderRules.seekWait)
        note(.seek, "seek retry \(seeks) of \(ReaderRules.seekLimit): \(reported)")
    }

    /// Handles a sound that has stopped, at its border or at the end of its file.
    private mutating func stop(at border: TimeSpan?) {
        if let border { current?.position = border }
        current?.hasStopped = true
        guard wantsToPlay else { return }
        guard isSequence else {
            if phase == .idle { endChunk() }
            return
        }
        switch phase {
        case .playing, .validating: endSegment()
        case .idle, .preparing, .dwelling, .transitioning: break
        }
    }

    private mutating func releaseAnchor(at time: TimeSpan) {
        guard let anchor, let current, let windows = chunk?.windows(on: current.track).windows,
            windows.indices.contains(anchor.row)
        else { return }
        let start = windows[anchor.row].start
        let behind = anchor.row + 1 < windows.count ? windows[anchor.row + 1].start : nil
        // Where the next one begins before it, its own end counts.
        let next = behind.map { ($0 > start ? $0 : windows[anchor.row].end) + ReaderRules.reached }
        let isReached =
            time >= start - ReaderRules.reached
            && (next.map { time < $0 } ?? (time <= start + ReaderRules.reachedLast))
        if isReached || now - anchor.since > ReaderRules.anchorLock { self.anchor = nil }
    }
}
