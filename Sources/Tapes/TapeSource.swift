import Events

/// A tape's entries, and between them its marks.
struct TapeSource: StreamSource {
    let reader: TapeReader
    let marks: [Mark]

    func meta(program: String) throws(TapeError) -> [String: String] { try reader.meta() }

    func copy(to body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) -> Int {
        // A copy would be named by the bytes that are there, as if they had been recorded.
        try reader.verifyBlobs()
        var count = 0
        var marks = MarkQueue(marks)
        var cursor = TapeCursor(reader)
        var last = Instant.zero
        while let entry = try cursor.next() {
            // Nobody reads it again as text.
            guard entry.time >= last else {
                let reason = "entry \(entry.id) is earlier than the one before it"
                throw .corrupt(path: reader.path, reason: reason)
            }
            last = entry.time
            try marks.add(before: entry.time, body)
            try add(entry, body)
            count += 1
        }
        try marks.addRest(body)
        return count
    }

    private func add(_ entry: TapeEntry, _ body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) {
        let content = try entry.item()
        do {
            try body(StreamItem(time: entry.time, body: content, member: entry.member)) { try reader.blob($0) }
        } catch .badEntry(_, _, let reason) {
            throw .badEntry(path: reader.path, id: entry.id, reason: reason)
        }
    }
}

/// Marks that wait for their place between the entries.
struct MarkQueue {
    private var marks: ArraySlice<Mark>

    init(_ marks: [Mark]) { self.marks = marks.sorted()[...] }

    mutating func add(
        before time: Instant, _ body: (StreamItem, BlobLookup) throws(TapeError) -> Void
    ) throws(TapeError) {
        while let mark = marks.first, mark.time < time {
            marks.removeFirst()
            try body(StreamItem(time: mark.time, body: .mark(mark))) { _ in nil }
        }
    }

    mutating func addRest(_ body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) {
        try add(before: Instant(microseconds: .max), body)
    }
}
