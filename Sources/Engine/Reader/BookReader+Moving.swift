import Events

/// Moves to other places (reader 2.9 to 2.12).
extension BookReader {
    // MARK: Sentences

    mutating func step(by delta: Int) {
        guard let chunk else { return stepAhead(by: delta) }
        guard !isOver || delta < 0 else { return stepChunk(by: delta) }
        let row = shownRow
        if isSequence {
            let segments = chunk.plan.segments
            let rows = segments.filter { !isHidden($0.track) }.map(\.row)
            guard let next = delta > 0 ? rows.first(where: { $0 > row }) : rows.last(where: { $0 < row }) else {
                return stepChunk(by: delta)
            }
            go(to: next, previous: row)
        } else {
            guard let next = self.row(by: delta, from: row, of: chunk) else { return stepChunk(by: delta) }
            go(to: next, previous: nil)
        }
    }

    /// On a single track: the next or previous sentence among those that it speaks; among all sentences if there is
    /// no sound.
    func row(by delta: Int, from row: Int, of chunk: LoadedChunk) -> Int? {
        guard let track = current?.track else {
            return chunk.sentences.indices.contains(row + delta) ? row + delta : nil
        }
        let windows = chunk.windows(on: track)
        return delta > 0 ? windows.row(after: row) : windows.row(before: row)
    }

    /// On a single track: the row that is played for a requested sentence.
    func heardRow(for row: Int, of chunk: LoadedChunk) -> Int {
        guard !isSequence, let track = current?.track else { return row }
        return chunk.windows(on: track).heardRow(for: row)
    }

    /// Steps by a sentence while text is being loaded. The requested sentence counts as the current one, if the
    /// book's numbers tell which it is: so a key that is held down moves sentence by sentence (RK2).
    private mutating func stepAhead(by delta: Int) {
        guard let entry = book?.chunks[selected], let number = pendingNumber(entry) else { return stepChunk(by: delta) }
        let isBehind = delta > 0 && entry.end.map { number >= $0 } == true
        let isBefore = delta < 0 && entry.start.map { number <= $0 } == true
        if isBehind || isBefore { stepChunk(by: delta) } else { jump(to: number + delta) }
    }

    private func pendingNumber(_ entry: ChunkEntry) -> Int? {
        switch pending {
        case .number(let number): number
        case .word(let place): place.sentence
        case .first: entry.start
        case .row(let row): entry.start.map { $0 + row }
        case .last: entry.end
        case nil: nil
        }
    }

    /// Goes to the first sentence of the next chunk, or the last one of the previous chunk; does nothing at the
    /// book's ends.
    mutating func stepChunk(by delta: Int) {
        guard let book, book.chunks.indices.contains(selected + delta) else { return }
        prepare(selected + delta, delta > 0 ? .first : .last)
        note(.sentence, delta > 0 ? "to the next chunk" : "to the end of the previous chunk")
    }

    /// Goes to the first sentence of the previous chunk, as for chapters.
    mutating func goToChunkBefore() {
        guard let book, book.chunks.indices.contains(selected - 1) else { return }
        prepare(selected - 1, .first)
        note(.sentence, "to the previous chunk")
    }

    /// Moves within the chunk.
    private mutating func go(to wanted: Int, previous: Int?) {
        guard let chunk, chunk.sentences.indices.contains(wanted) else { return }
        let row = heardRow(for: wanted, of: chunk)
        if isOver, isSequence == false, chunk.hasSequence { return prepare(selected, .row(row)) }
        if isSequence {
            let segments = chunk.plan.segments
            let own = segments.indices.filter { segments[$0].row == row && !isHidden(segments[$0].track) }
            guard let place = own.first(where: { segments[$0].track == .original }) ?? own.first else {
                return prepare(selected, .row(row))
            }
            move(to: place, previous: previous)
        } else if let current {
            seek(to: chunk.windows(on: current.track).windows[row].start, in: row)
        } else {
            (selectedRow, anchor, pending) = (row, nil, nil)
            (isOver, isStopped) = (false, false)
            forgetSelection()
            if wantsToPlay { prepare(selected, .row(row)) }
        }
        note(.sentence, "to sentence \(chunk.sentences[row].number)")
    }

    /// Seeks on a single track.
    private mutating func seek(to time: TimeSpan, in row: Int) {
        guard let current else { return }
        generation = generation.next
        self.current = SoundState(selected, current.sound, current.track, start: time, stop: nil)
        (anchor, selectedRow, phase) = (Anchor(row: row, since: now), row, .idle)
        (isOver, isStopped, pending) = (false, false, nil)
        forgetSelection()
    }

    mutating func jump(to number: Int) {
        guard let numbers else { return }
        let wanted = min(max(number, numbers.lowerBound), numbers.upperBound)
        jump(to: .number(wanted), of: wanted)
    }

    /// - Parameter number: number of the target's sentence.
    mutating func jump(to target: Target, of number: Int) {
        guard let book, !book.chunks.isEmpty else { return }
        let place = book.chunk(of: number) { self[$0]?.sentences } ?? 0
        guard place == selected, let chunk, !isOver, pending == nil else {
            prepare(place, target)
            return note(.sentence, "to sentence \(number)")
        }
        let row = chunk.row(of: target)
        go(to: row, previous: nil)
        // A word that the track does not speak with its sentence has no place there.
        if case .word(let place) = target, shownRow == row { seek(to: place.lane, place.word) }
    }

    /// The book's sentence numbers, as far as known; `nil` if there are none.
    package var numbers: ClosedRange<Int>? {
        guard let book, !book.chunks.isEmpty else { return nil }
        return book.numbers { self[$0]?.sentences }
    }

    mutating func go(toChapter number: Int) {
        guard let chapters = book?.chapters, chapters.indices.contains(number - 1) else { return }
        jump(to: chapters[number - 1].start)
    }

    // MARK: Words

    /// Selects the next or previous word, and pauses first. Skips tokens without a letter or a digit, and wraps
    /// around within the sentence.
    mutating func stepWord(by delta: Int) {
        if wantsToPlay {
            pause()
            note(.paused, "paused for a word")
        }
        guard let transcript, let chunk, chunk.sentences.indices.contains(transcript.row) else {
            return
        }
        let start = cursor ?? defaultCursor(in: transcript)
        guard let start, let tokens = chunk.sentences[transcript.row].lanes[start.lane]?.tokens else { return }
        var index = start.index
        for _ in tokens {
            index = (index + delta + tokens.count) % tokens.count
            if tokens[index].hasWord { break }
        }
        cursor = WordCursor(start.lane, index, anchor: isExtending ? start.anchor : nil)
    }

    /// Selects the next or previous shown line, without wrapping around.
    mutating func stepLane(by delta: Int) {
        guard let transcript = record.transcript, let start = cursor ?? defaultCursor(in: transcript) else { return }
        let lanes = Lane.allCases.filter { !hiddenLanes.contains($0) && transcript.lanes[$0] != nil }
        guard let place = lanes.firstIndex(of: start.lane) else { return }
        let lane = cursor == nil ? start.lane : lanes[min(max(place + delta, 0), lanes.count - 1)]
        let last = (transcript.lanes[lane]?.tokens ?? 1) - 1
        (cursor, isExtending) = (WordCursor(lane, min(start.index, last)), false)
    }

    mutating func forgetSelection() { (cursor, isExtending) = (nil, false) }

    mutating func extendSelection() {
        guard let transcript = record.transcript, let start = cursor ?? defaultCursor(in: transcript) else { return }
        isExtending.toggle()
        cursor = WordCursor(start.lane, start.index)
    }

    /// The current place: the selected word, or else the spoken one.
    package var place: BookPlace? {
        guard let transcript = record.transcript else { return nil }
        if let cursor { return BookPlace(sentence: transcript.number, cursor.lane, word: cursor.index) }
        let lane: Lane = current?.track == .translation ? .translation : .original
        return BookPlace(sentence: transcript.number, lane, word: transcript.lanes[lane]?.current ?? 0)
    }

    /// The selected words as in the text; `nil` if none is selected.
    package var selectedText: String? {
        guard let cursor, let transcript = record.transcript, let chunk,
            chunk.sentences.indices.contains(transcript.row),
            let lane = chunk.sentences[transcript.row].lanes[cursor.lane]
        else { return nil }
        return lane.text(of: cursor.range)
    }

    private func defaultCursor(in transcript: TranscriptRecord) -> WordCursor? {
        let order: [Lane] = [.translation, .original, .transliteration]
        let lane =
            order.first { !hiddenLanes.contains($0) && transcript.lanes[$0]?.current != nil }
            ?? order.first { !hiddenLanes.contains($0) && transcript.lanes[$0] != nil }
        return lane.map { WordCursor($0, transcript.lanes[$0]?.current ?? 0) }
    }

    /// Continues with a word of the shown sentence.
    mutating func seek(to lane: Lane, _ index: Int) {
        // The sentence that the user sees, which may not be the one that is sought.
        let row = transcript?.row ?? shownRow
        guard let chunk, chunk.sentences.indices.contains(row) else { return }
        guard let count = chunk.sentences[row].lanes[lane]?.tokens.count, (0..<count).contains(index) else { return }
        let track: BookTrack = lane == .original ? .original : .translation
        if isSequence {
            guard let place = chunk.plan.segments.firstIndex(where: { $0.row == row && $0.track == track }) else {
                return
            }
            let segment = chunk.plan.segments[place]
            let time = chunk.time(of: index, of: count, row, lane, on: track)
            move(to: place, from: min(max(time, segment.start), segment.end), previous: nil)
        } else if let current {
            seek(to: chunk.time(of: index, of: count, row, lane, on: current.track), in: row)
        }
        note(.sentence, "to word \(index + 1) of the \(lane.rawValue)")
    }
}

extension LoadedChunk {
    /// When a token is spoken. On a track that does not speak it: its share of the sentence.
    func time(of index: Int, of count: Int, _ row: Int, _ lane: Lane, on track: BookTrack) -> TimeSpan {
        if let times = reveal(row, lane, on: track)?.times, times.indices.contains(index) { return times[index] }
        let window = windows(on: track).windows[row]
        return window.start + window.length.part(index, of: count)
    }

    func row(of target: BookReader.Target) -> Int {
        let last = max(0, sentences.count - 1)
        switch target {
        case .first: return 0
        case .last: return last
        case .row(let row): return min(max(row, 0), last)
        case .word(let place): return self.row(of: .number(place.sentence))
        case .number(let number):
            // The nearest one below where it is missing.
            return row(of: number) ?? sentences.lastIndex { $0.number <= number } ?? 0
        }
    }

    var lastNumber: Int? { sentences.last?.number }
}

extension Book {
    /// Sentence numbers of a chunk, from the list of chunks or from its text.
    /// - Parameter sentences: returns the sentences of a chunk whose text is loaded.
    func numbers(_ sentences: (Int) -> [BookSentence]?) -> ClosedRange<Int> {
        let places = chunks.indices
        let first = places.compactMap { chunks[$0].start ?? sentences($0)?.first?.number }.min() ?? 1
        let last = places.compactMap { place -> Int? in
            let entry = chunks[place]
            let counted = entry.start.flatMap { start in entry.sentenceCount.map { start + max(1, $0) - 1 } }
            return sentences(place)?.last?.number ?? entry.end ?? counted ?? entry.start
        }
        return first...max(first, last.max() ?? first)
    }

    /// The chunk that has a sentence with this number, or else the last one that begins before it (reader 2.9).
    /// - Parameter sentences: returns the sentences of a chunk whose text is loaded.
    func chunk(of number: Int, _ sentences: (Int) -> [BookSentence]?) -> Int? {
        let has = { (place: Int) in sentences(place)?.contains { $0.number == number } == true }
        // Of several the one that would be taken if none of their texts were there (RI5).
        if let exact = chunks.indices.last(where: has) { return exact }
        let place = chunks.indices.last { place in chunks[place].start.map { $0 <= number } == true }
        return place ?? chunks.indices.first
    }
}

extension String {
    /// Whether the token is more than punctuation.
    fileprivate var hasWord: Bool {
        unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }
}

extension LaneText {
    /// The text from the first to the last of these tokens, with everything in between; joined by blanks if the text
    /// does not contain them.
    func text(of range: ClosedRange<Int>) -> String? {
        guard tokens.indices.contains(range.lowerBound), tokens.indices.contains(range.upperBound) else { return nil }
        var (place, start) = (text.startIndex, String.Index?.none)
        for (index, token) in tokens.enumerated().prefix(range.upperBound + 1) {
            guard let found = text[place...].firstRange(of: token) else {
                return tokens[range].joined(separator: " ")
            }
            if index == range.lowerBound { start = found.lowerBound }
            place = found.upperBound
        }
        return start.map { String(text[$0..<place]) }
    }
}
