import Events
import JSON

/// What a list of chunks says of one of them, and where its text is.
package struct ListedChunk: Hashable, Sendable {
    package var entry: ChunkEntry
    /// Of its own file, below the job's folder.
    package var path: String?
    /// What a server calls that file.
    package var url: String?
    /// As the list has it; it may have all that a file has.
    var object: JSONObject
    /// The number of its first sentence, where only those before it tell.
    package var runningStart: Int

    /// - Parameter runningStart: what is no number of a sentence is 1.
    package init(
        _ entry: ChunkEntry = ChunkEntry("chunk-0"), path: String? = nil, url: String? = nil, runningStart: Int = 1
    ) {
        (self.entry, self.path, self.url, self.object) = (entry, path, url, JSONObject())
        self.runningStart = BookLimits.numbers.contains(runningStart) ? runningStart : 1
    }

    /// Of an object of a list, or of a chunk's file.
    /// - Parameter place: in the list, which stands for a name that is not told.
    init(_ object: JSONObject, at place: Int, _ odd: inout Oddities) {
        let fields = BookFields(object)
        let range = Self.range(fields, &odd)
        let sentences = fields.value(.sentences)?.array
        let count = fields.int(.sentenceCount, &odd).flatMap { $0 > 0 ? $0 : nil } ?? sentences?.count
        let id = fields.name(.chunkID) ?? fields.name(.rangeFragment) ?? "chunk-\(place)"
        let entry = ChunkEntry(
            id, start: range.start ?? Self.firstNumber(sentences), end: range.end, sentenceCount: count)
        self.init(entry, path: fields.path(.metadataPath, &odd), url: Self.url(fields))
        self.object = object
    }

    private static func url(_ fields: BookFields) -> String? {
        fields.value(.metadataURL)?.string.flatMap { $0.utf8.count <= BookLimits.pathBytes ? $0 : nil }
    }

    /// Whether the list itself has its sentences.
    package var isInline: Bool { BookFields(object).value(.sentences)?.array?.isEmpty == false }

    /// The chunk with what the list says of it alone.
    /// - Throws: `BookError` where that is not enough for one.
    package func inlineChunk() throws(BookError) -> ReceivedChunk {
        try BookChunkReading.received(.object(object), self)
    }

    /// The first and the last number, as they are told: by name, or as in `0011-0012`. An end before its start is none.
    static func range(_ fields: BookFields, _ odd: inout Oddities) -> (start: Int?, end: Int?) {
        let fragment = fields.value(.rangeFragment)?.string.flatMap(range)
        let start = fields.sentenceNumber(.startSentence, &odd) ?? fragment?.start
        let end = fields.sentenceNumber(.endSentence, &odd) ?? fragment?.end
        guard let start, let end, end < start else { return (start, end) }
        odd.note("end_sentence is \(end), before the start \(start)")
        return (start, nil)
    }

    private static func range(_ fragment: String) -> (start: Int, end: Int)? {
        let ends = fragment.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], BookLimits.numbers.contains(start),
            BookLimits.numbers.contains(end)
        else { return nil }
        return (start, end)
    }

    /// Numbers from 0 or 1 on may begin anew in each chunk, and do not say where it is.
    private static func firstNumber(_ sentences: [JSON]?) -> Int? {
        let number = sentences?.first?.object.flatMap { BookFields($0).value(.sentenceNumber)?.lenientInt }
        return number.flatMap { $0 > 1 && BookLimits.numbers.contains($0) ? $0 : nil }
    }
}
