import Events

@testable import Engine

/// A reader that hears one thing after the other, by hand.
struct ReaderHand {
    private(set) var reader: BookReader
    private(set) var notes: [ReaderNote] = []
    var now = Instant.zero

    init(_ settings: ReaderSettings = ReaderSettings()) { reader = BookReader(settings) }

    /// With a book of which all text has come.
    init(_ book: Book, _ chunks: [BookChunk], _ settings: ReaderSettings = ReaderSettings()) {
        self.init(settings)
        hear(.bookOpened(book))
        for (place, chunk) in chunks.enumerated() { hear(.chunkLoaded(place, chunk)) }
    }

    mutating func hear(_ input: ReaderInput) { notes = reader.handle(input, at: now) }
    mutating func command(_ command: ReaderCommand) { hear(.command(command)) }
    mutating func sound(_ event: ReaderSoundEvent) { hear(.sound(reader.generation, event)) }
    mutating func ready(_ duration: TimeSpan? = nil) { sound(.ready(duration: duration)) }
    mutating func moved(to seconds: Double) { sound(.moved(Example.seconds(seconds))) }

    mutating func wait(_ span: TimeSpan) {
        now += span
        notes = reader.tick(at: now)
    }

    var number: Int? { reader.record.transcript?.number }
    func has(_ kind: ReaderNote.Kind) -> Bool { notes.contains { $0.kind == kind } }
}

extension Example {
    /// Chunks of two sentences each, numbered on and on, with what a list says of them.
    static func book(of count: Int, from first: Int = 0) -> (Book, [BookChunk]) {
        let chunks = (first..<first + count).map { place in
            var chunk = Example.chunk
            chunk.id = "c\(place)"
            for row in 0..<2 { chunk.sentences[row].number = 1 + 2 * place + row }
            return chunk
        }
        let entries = (first..<first + count).map { ChunkEntry("c\($0)", start: 1 + 2 * $0, end: 2 + 2 * $0) }
        return (Book("b", chunks: entries), chunks)
    }
}
