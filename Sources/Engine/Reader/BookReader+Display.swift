import Events

/// What is shown in a state (reader 3.2).
extension BookReader {
    /// The display rule that applies first.
    var transcript: TranscriptRecord? {
        guard let chunk else { return nil }
        if let segment { return sequence(chunk, segment) ?? initial(chunk, segment.row, segment.track, .fallback) }
        if let anchor, let current { return initial(chunk, anchor.row, current.track, .anchor) }
        if isOver {
            let side = { (track: BookTrack) -> TranscriptRecord.Side in finished.contains(track) ? .full : .none }
            return sides(chunk, selectedRow, side(.original), side(.translation), .still)
        }
        if let current, current.chunk == selected { return live(chunk, current) }
        return initial(chunk, selectedRow, .original, .initial)
    }

    private func sequence(_ chunk: LoadedChunk, _ segment: Segment) -> TranscriptRecord? {
        let position = current?.position ?? segment.start
        switch phase {
        case .transitioning:
            if isSameSentence { return shown(chunk, segment, .none, .trackSwitch) }
            return previous(chunk, .previous) ?? initial(chunk, segment.row, segment.track, .previous)
        case .validating(let validation):
            // What sounds is lit while it is made sure of; a position that cannot be the requested one changes nothing.
            let isHeard = !validation.isStale(position)
            if isSameSentence {
                return shown(chunk, segment, .live(isHeard ? position : validation.expected), .settling)
            }
            if isHeard { return shown(chunk, segment, .live(position), .live) }
            return previous(chunk, .previousWhileSettling)
                ?? initial(chunk, segment.row, segment.track, .previousWhileSettling)
        case .dwelling: return shown(chunk, segment, .full, .dwell)
        case .preparing: return initial(chunk, segment.row, segment.track, .jump)
        case .playing, .idle:
            let isSettling = settledAt.map { now - $0 < ReaderRules.settledGuard } == true
            return shown(chunk, segment, .live(position), isSettling ? .settled : .live)
        }
    }

    /// Shows the sounding track as it is, and the other one completely if it has been played.
    private func shown(
        _ chunk: LoadedChunk, _ segment: Segment, _ side: TranscriptRecord.Side, _ rule: DisplayRule
    ) -> TranscriptRecord? {
        let other: TranscriptRecord.Side = finished.contains(segment.track.other) ? .full : .none
        let isOriginal = segment.track == .original
        return sides(
            chunk, segment.row, isOriginal ? side : other, isOriginal ? other : side, on: segment.track, rule)
    }

    private func previous(_ chunk: LoadedChunk, _ rule: DisplayRule) -> TranscriptRecord? {
        previousRow.flatMap { sides(chunk, $0, .full, .full, rule) }
    }

    private func initial(
        _ chunk: LoadedChunk, _ row: Int, _ track: BookTrack, _ rule: DisplayRule
    ) -> TranscriptRecord? {
        let isOriginal = track == .original
        return sides(
            chunk, row, isOriginal ? .first : .none, isOriginal ? .none : .first, on: track, rule)
    }

    private func live(_ chunk: LoadedChunk, _ current: SoundState) -> TranscriptRecord? {
        let windows = chunk.windows(on: current.track)
        guard let row = windows.activeRow(at: windows.effective(current.position)) else { return nil }
        let side = TranscriptRecord.Side.live(current.position)
        switch current.track {
        case .original: return sides(chunk, row, side, .none, on: .original, .live)
        case .translation: return sides(chunk, row, .none, side, on: .translation, .live)
        case .mix: return sides(chunk, row, side, side, on: .mix, .live)
        }
    }

    private func sides(
        _ chunk: LoadedChunk, _ row: Int, _ original: TranscriptRecord.Side, _ translation: TranscriptRecord.Side,
        on track: BookTrack = .original, _ rule: DisplayRule
    ) -> TranscriptRecord? {
        TranscriptRecord(
            chunk, at: selected, row, original: original, translation: translation, live: track, rule)
    }

    /// The sentence that counts when something is to change (reader 2.8).
    var shownRow: Int {
        if let segment { return segment.row }
        if let anchor { return anchor.row }
        if let current, let chunk, !isOver {
            let windows = chunk.windows(on: current.track)
            return windows.activeRow(at: windows.effective(current.position)) ?? selectedRow
        }
        return selectedRow
    }

    /// Index of the shown chapter in the book.
    package var chapterPlace: Int? { record.transcript.flatMap { book?.chapter(of: $0.number) } }
    package var chapter: BookChapter? { chapterPlace.flatMap { book?.chapters[$0] } }

    // MARK: What is wanted

    package var sound: ReaderSound? {
        guard let current else { return nil }
        return ReaderSound(
            chunk: current.chunk, sound: current.sound, generation: generation, start: current.start,
            stop: current.stop, isRunning: isRunning, percent: percent)
    }

    /// The position in the sounding file at which the shown text changes next, so that the player can report it then;
    /// `nil` if nothing changes before its end.
    package var nextChange: TimeSpan? {
        guard isRunning, let current, let chunk, let transcript = record.transcript else { return nil }
        let windows = chunk.windows(on: current.track)
        guard windows.windows.indices.contains(transcript.row) else { return nil }
        let window = windows.windows[transcript.row]
        // Behind the border, which is the earlier sentence's.
        var times = [window.end + ReaderRules.windowMargin * 2, window.end - LaneRecord.tail(of: window)]
        for lane in Lane.allCases where !hiddenLanes.contains(lane) {
            times += chunk.reveal(transcript.row, lane, on: current.track)?.times ?? []
        }
        let now = windows.effective(current.position)
        return times.filter { $0 > now }.min()
    }

    private var isRunning: Bool {
        guard wantsToPlay, current?.isReady == true else { return false }
        switch phase {
        case .playing, .validating: return true
        case .idle: return !isSequence
        case .preparing, .dwelling, .transitioning: return false
        }
    }

    /// Chunks whose text is missing and should be loaded, the most urgent first (reader 2.12).
    package var wantedChunks: [Int] {
        guard let book else { return [] }
        let ahead = wantsToPlay ? Self.chunksAhead : 1
        let wanted = [selected] + (1...ahead).map { selected + $0 } + (1...Self.chunksBehind).map { selected - $0 }
        return wanted.filter { book.chunks.indices.contains($0) && chunks[$0] == nil }
    }

    private static let chunksAhead = 3
    /// Number of chunks before the current one to load. Readers look back now and then, and with chunks of single
    /// sentences (reader 2.12) one chunk would leave most rows empty.
    private static let chunksBehind = 3

    /// Whether more of the book is still to come.
    package var hasMoreToCome: Bool { book?.isComplete == false }

    /// Loading state of the current text (reader 3.7).
    package var loading: LoadingState {
        switch chunks[selected] {
        case .loaded(let chunk) where !chunk.hasText: .loading
        case .loaded: .shown
        case .failed(let reason, _): .failed(reason)
        case nil: book?.chunks.isEmpty == false ? .loading : .waiting
        }
    }
}

/// Whether there is text to show.
package enum LoadingState: Hashable, Sendable {
    case waiting
    case loading
    case failed(String)
    case shown
}

extension BookReader {
    /// The remaining time to the end of the book at the current speed; an estimate unless all of its text is loaded.
    /// `nil` if nothing is known of the book.
    package var timeLeft: (span: TimeSpan, isKnown: Bool)? {
        guard let book, let chunk else { return nil }
        var span = isOver ? .zero : left(in: chunk)
        var (known, sentences) = (TimeSpan.zero, 0)
        for case .loaded(let loaded) in chunks.values {
            known += length(of: loaded)
            sentences += loaded.sentences.count
        }
        var missing = 0
        for place in book.chunks.indices.dropFirst(selected + 1) {
            if let loaded = self[place] {
                span += length(of: loaded)
            } else {
                missing += book.chunks[place].count
            }
        }
        guard sentences > 0 else { return nil }
        span += known.part(missing, of: sentences)
        return (span.part(100, of: max(1, percent)), missing == 0 && book.isComplete)
    }

    private func length(of chunk: LoadedChunk) -> TimeSpan {
        let mode = switches.clamped(to: chunk.playable).mode
        if mode == .sequence, chunk.hasSequence {
            return chunk.plan.segments.filter { !isHidden($0.track) }.reduce(.zero) {
                $0 + $1.length + ReaderRules.dwell
            }
        }
        guard case .alone(let sound, let track)? = SoundChoice(chunk.chunk.sounds, mode, hasSegments: false) else {
            return .zero
        }
        return chunk.duration(of: sound.kind) ?? chunk.windows(on: track).windows.last?.end ?? .zero
    }

    private func left(in chunk: LoadedChunk) -> TimeSpan {
        let position = current?.position ?? .zero
        guard isSequence, let pointer else { return max(.zero, length(of: chunk) - position) }
        let segments = chunk.plan.segments
        let own = segments.indices.contains(pointer) ? max(.zero, segments[pointer].end - position) : .zero
        return segments.dropFirst(pointer + 1).filter { !isHidden($0.track) }
            .reduce(own) { $0 + $1.length + ReaderRules.dwell }
    }
}

extension Segment {
    fileprivate var length: TimeSpan { end - start }
}

extension ChunkEntry {
    /// Number of the entry's sentences, as far as known.
    fileprivate var count: Int { sentenceCount ?? start.flatMap { start in end.map { max(1, $0 - start + 1) } } ?? 1 }
}

/// Explains why something is not as the user wants it, and whether anything can be done (reader 2.8, 2.9).
extension BookReader {
    // MARK: Languages

    /// Why a language cannot be played by itself at the current place; `nil` if it can, or nothing is known yet.
    package func refusal(of track: BookTrack) -> String? {
        guard let chunk, !chunk.playable.contains(track) else { return nil }
        return chunk.hasWords(of: track)
            ? "no separate sound for the \(track.rawValue) here" : "no \(track.rawValue) here"
    }

    /// Why another language is read than the only requested one; `nil` if that is not so (RA9b).
    package var modeHint: String? {
        guard case .single(let wanted) = switches.mode, let audible = current?.track, let refusal = refusal(of: wanted)
        else { return nil }
        let outcome = audible == .mix ? "both languages are read" : "the \(audible.rawValue) is read"
        // Of one part of several nobody knows whether the others have none either.
        guard let chunk, !chunk.hasWords(of: wanted), let book, book.chunks.count > 1 else {
            return refusal + ": " + outcome
        }
        return "without a \(wanted.rawValue), \(outcome)"
    }

    // MARK: Places

    /// Whether the book has a part this far from the current one; also true while that is unknown.
    package func hasChunk(by delta: Int) -> Bool {
        guard let book, !book.chunks.isEmpty else { return true }
        return book.chunks.indices.contains(selected + delta)
    }

    /// Whether there is a sentence after (1) or before (-1) the shown one; also true while that is unknown.
    package func hasSentence(by delta: Int) -> Bool {
        guard !hasChunk(by: delta), let chunk, let transcript = record.transcript else { return true }
        guard isSequence else { return row(by: delta, from: transcript.row, of: chunk) != nil }
        return transcript.number != (delta > 0 ? chunk.sentences.last : chunk.sentences.first)?.number
    }

    /// Whether the current text failed to load, or arrived empty.
    package var canRetry: Bool {
        switch chunks[selected] {
        case .failed?: true
        case .loaded(let chunk)?: !chunk.hasText
        case nil: false
        }
    }
}

extension LoadedChunk {
    /// Whether any sentence has text in this language.
    fileprivate func hasWords(of track: BookTrack) -> Bool {
        let lane: Lane = track == .original ? .original : .translation
        return sentences.contains { $0.lanes[lane] != nil }
    }
}
