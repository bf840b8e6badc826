import Events

/// The text of a book, as it is loaded and discarded (reader 2.12, 2.13).
extension BookReader {
    // MARK: Coming

    mutating func load(_ chunk: BookChunk, at place: Int) {
        guard let book, book.chunks.indices.contains(place) else { return }
        let loaded = LoadedChunk(chunk, for: book.chunks[place], after: place > 0 ? self[place - 1]?.lastNumber : nil)
        // Text that is there is not disturbed: it may be what is heard.
        if let before = self[place], before.hasText || !loaded.hasText { return }
        let shown = place == selected ? self[place]?.sentences[safe: shownRow]?.number : nil
        chunks[place] = .loaded(loaded)
        keepNumbers(of: loaded, at: place)
        forgetFarChunks()
        guard place == selected, !isStopped, let target = pending ?? shown.map({ .number($0) }) else { return }
        prepare(place, target)
    }

    /// Remembers the chunk's sentence numbers, if the list does not give them, also after its text has been
    /// discarded.
    private mutating func keepNumbers(of loaded: LoadedChunk, at place: Int) {
        guard let first = loaded.sentences.first?.number, let last = loaded.lastNumber,
            // Numbers from 1 on may begin anew in each chunk.
            book?.chunks[place].start == nil, place == 0 || self[place - 1] != nil || first > 1
        else { return }
        book?.chunks[place].start = first
        if book?.chunks[place].end == nil { book?.chunks[place].end = last }
    }

    mutating func fail(_ place: Int, _ reason: String) {
        guard self[place] == nil else { return }
        chunks[place] = .failed(reason: reason, at: now)
        if place == selected { note(.failed, reason) }
    }

    /// Allows a chunk that failed a while ago, perhaps when loaded ahead, to be requested again.
    mutating func forgetOldFailure(at place: Int) {
        guard case .failed(_, let time)? = chunks[place], now - time >= ReaderRules.retryWait else { return }
        chunks[place] = nil
    }

    // MARK: Growing

    /// Continues with a book that has grown. Chunks are identified by name, because new ones may come before existing
    /// ones.
    mutating func grow(from before: Book, to book: Book) {
        if isOver, book.chunks.count > before.chunks.count { note(.book, "more of the book received") }
        let places = Dictionary(book.chunks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let shown = chunk?.sentences[safe: shownRow]?.number
        var chunks: [Int: ChunkState] = [:]
        for place in self.chunks.keys.sorted() where before.chunks.indices.contains(place) {
            if let next = places[before.chunks[place].id] { chunks[next] = self.chunks[place] }
        }
        keepNumbers(of: before, at: places)
        self.chunks = chunks
        guard let next = before.chunks[safe: selected].flatMap({ places[$0.id] }) else {
            let wanted = pending ?? shown.map { .number($0) } ?? .first
            return prepare(min(selected, max(0, book.chunks.count - 1)), wanted)
        }
        selected = next
        current?.chunk = next
    }

    private mutating func keepNumbers(of before: Book, at places: [String: Int]) {
        for entry in before.chunks {
            guard let place = places[entry.id], book?.chunks[place].start == nil else { continue }
            book?.chunks[place].start = entry.start
            if book?.chunks[place].end == nil { book?.chunks[place].end = entry.end }
        }
    }

    // MARK: Going

    /// Number of chunks on either side whose text is kept.
    private static let chunksKept = 32

    private mutating func forgetFarChunks() {
        guard chunks.count > 2 * Self.chunksKept else { return }
        let selected = selected
        chunks = chunks.filter { abs($0.key - selected) <= Self.chunksKept }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
