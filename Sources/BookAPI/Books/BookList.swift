import Events

/// A book as a list of chunks tells of it: the record of a job, the manifest of an export or of a server (reader 1.6, section 10).
package struct BookList: Hashable, Sendable {
    package var book: Book
    /// As many as the book has, in its order.
    package var chunks: [ListedChunk]
    /// Of the file with the chapters, below the job's folder, where it is named.
    package var contentIndexPath: String?
    /// Of the cover, as far as it is named.
    package var coverPath: String?
    /// Music that was made with it.
    package var bed: ReadingBed?
    /// Films and subtitles among its files.
    package var media = ListedMedia()
    package var oddities: [String]

    /// Chunks as they lie side by side, in any order.
    package init(title: String, chunks: [ListedChunk], isComplete: Bool = true) {
        var odd = Oddities()
        self.init(Book(title, chunks: [], isComplete: isComplete), chunks, &odd)
        oddities = odd.all
    }

    init(_ book: Book, _ chunks: [ListedChunk], _ odd: inout Oddities) {
        self.book = book
        self.chunks = Self.numbered(Self.sorted(Self.distinct(chunks, &odd)))
        self.book.chunks = self.chunks.map(\.entry)
        oddities = []
    }

    /// By their first sentence, then by their last, then as they came; those without numbers come last (RS7).
    private static func sorted(_ chunks: [ListedChunk]) -> [ListedChunk] {
        let places = chunks.indices.sorted { a, b in
            let (first, second) = (chunks[a].entry, chunks[b].entry)
            let (start, other) = (first.start ?? .max, second.start ?? .max)
            if start != other { return start < other }
            return (first.end ?? .max, a) < (second.end ?? .max, b)
        }
        return places.map { chunks[$0] }
    }

    /// What is there twice counts once, and what only has the name of another one gets a name of its own (RS7).
    private static func distinct(_ chunks: [ListedChunk], _ odd: inout Oddities) -> [ListedChunk] {
        var named: [String: ListedChunk] = [:]
        var next = chunks.count
        var distinct: [ListedChunk] = []
        for (place, chunk) in chunks.enumerated() {
            var chunk = chunk
            if let other = named[chunk.entry.id] {
                odd.note("\(Oddities.shortened(chunk.entry.id)) is the name of two chunks")
                if other.path != nil, other.path == chunk.path { continue }
                chunk.entry.id = "chunk-\(place)"
                while named[chunk.entry.id] != nil {
                    chunk.entry.id = "chunk-\(next)"
                    next += 1
                }
            }
            named[chunk.entry.id] = chunk
            distinct.append(chunk)
        }
        return distinct
    }

    private static func numbered(_ chunks: [ListedChunk]) -> [ListedChunk] {
        var running = 1
        return chunks.map { chunk in
            var chunk = chunk
            let entry = chunk.entry
            chunk.runningStart = min(running, BookLimits.numbers.upperBound)
            let start = entry.start ?? running
            running = max(entry.end.map { $0 + 1 } ?? start + (entry.sentenceCount ?? 0), start)
            return chunk
        }
    }
}
