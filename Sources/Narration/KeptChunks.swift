/// The chunks that were asked for last, as many as there is room for, and two at least: a reader is in one and goes on to the next.
struct KeptChunks: Sendable {
    /// Four minutes of two languages, twice.
    static let usualBytes = 48 << 20
    private static let least = 2

    private let limit: Int
    /// The one that was used last at the end.
    private var chunks: [(place: Int, made: MadeChunk)] = []

    init(limit: Int) { self.limit = limit }

    /// Which counts as a use of it.
    mutating func use(_ place: Int) -> MadeChunk? {
        guard let found = chunks.firstIndex(where: { $0.place == place }) else { return nil }
        chunks.append(chunks.remove(at: found))
        return chunks.last?.made
    }

    mutating func insert(_ made: MadeChunk, at place: Int) {
        chunks.removeAll { $0.place == place }
        chunks.append((place, made))
        while chunks.count > Self.least, chunks.reduce(0, { $0 + $1.made.byteCount }) > limit { chunks.removeFirst() }
    }
}
