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
            if isSameSentence { return shown(chunk, segment, .live(validation.expected), .settling) }
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
    package var nextChange: Span? {
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
    /// sentences (2.12) one chunk would leave most rows empty.
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
