import Events
import JSON

/// A book of which more comes while it is read (reader 2.13). What has been handed out keeps its place: whoever reads it counts by that.
package struct BookGrowth: Hashable, Sendable {
    /// What there is, in the order in which it is handed out.
    package private(set) var list: BookList
    /// What is there already, and has to wait for what comes before it.
    private var waiting: [ListedChunk] = []

    package init(_ list: BookList) {
        self.list = list
        self.list.chunks = []
        take(list.chunks, isComplete: list.book.isComplete)
    }

    package var book: Book { list.book }
    package var chunks: [ListedChunk] { list.chunks }

    /// Takes another list of the same book. What is known of a chunk stays where the new list does not say it.
    /// - Returns: whether there is more to be read, or known that no more comes.
    package mutating func receive(_ newer: BookList) -> Bool {
        let (count, wasComplete) = (list.chunks.count, list.book.isComplete)
        var fresh: [ListedChunk] = []
        for chunk in newer.chunks {
            guard let place = place(of: chunk) else {
                fresh.append(chunk)
                continue
            }
            list.chunks[place] = list.chunks[place].updated(with: chunk)
        }
        take(fresh, isComplete: newer.book.isComplete)
        return list.chunks.count > count || list.book.isComplete != wasComplete
    }

    /// Nothing more comes: what has waited is read now.
    package mutating func end() { take(waiting, isComplete: true) }

    private func place(of chunk: ListedChunk) -> Int? {
        if let path = chunk.path, let place = list.chunks.firstIndex(where: { $0.path == path }) { return place }
        // A name that was made of a place in the list may be another chunk's now.
        return list.chunks.firstIndex { known in
            guard known.path == nil || chunk.path == nil else { return false }
            let (start, other) = (known.entry.start, chunk.entry.start)
            if let start, let other { return start == other && known.entry.end == chunk.entry.end }
            return known.entry.id == chunk.entry.id
        }
    }

    /// Chunks are made side by side, and the second may be there before the first.
    private mutating func take(_ chunks: [ListedChunk], isComplete: Bool) {
        var rest = chunks[...]
        while let chunk = rest.first, isComplete || follows(chunk) {
            list.chunks.append(named(chunk))
            rest = rest.dropFirst()
        }
        waiting = Array(rest)
        list.book.isComplete = isComplete
        list.book.chunks = list.chunks.map(\.entry)
    }

    /// With a name that no other chunk has.
    private func named(_ chunk: ListedChunk) -> ListedChunk {
        var (chunk, number) = (chunk, list.chunks.count)
        while list.chunks.contains(where: { $0.entry.id == chunk.entry.id }) {
            chunk.entry.id = "chunk-\(number)"
            number += 1
        }
        return chunk
    }

    /// Whether nothing is missing before it. Where the numbers do not tell, nothing is.
    private func follows(_ chunk: ListedChunk) -> Bool {
        guard let start = chunk.entry.start, let last = list.chunks.last?.entry, let first = last.start else {
            return true
        }
        let counted = last.sentenceCount.map { first + $0 }
        let next = max(counted ?? 0, last.end.map { $0 + 1 } ?? 0)
        return next == 0 || start <= next
    }
}

extension ListedChunk {
    /// With what a newer list says of it, which may be less (RS10).
    func updated(with newer: ListedChunk) -> ListedChunk {
        var chunk = self
        chunk.path = newer.path ?? path
        chunk.url = newer.url ?? url
        for member in newer.object.members where !Self.isNothing(member.value) {
            if let place = chunk.object.members.firstIndex(where: { $0.key == member.key }) {
                chunk.object.members[place].value = member.value
            } else {
                chunk.object.append(member.key, member.value)
            }
        }
        chunk.entry.end = newer.entry.end ?? entry.end
        chunk.entry.sentenceCount = newer.entry.sentenceCount ?? entry.sentenceCount
        return chunk
    }

    private static func isNothing(_ value: JSON) -> Bool {
        switch value {
        case .null: true
        case .array(let list): list.isEmpty
        case .object(let object): object.members.isEmpty
        default: false
        }
    }
}
