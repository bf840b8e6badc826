import Events

/// A tape's entries, and between them its marks.
struct TapeSource: StreamSource {
    let reader: TapeReader

    func meta(program: String) throws(TapeError) -> [String: String] { try reader.meta() }

    func copy(to body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) -> Int {
        var count = 0
        var marks = try reader.marks()[...]
        var cursor = TapeCursor(reader)
        while let entry = try cursor.next() {
            try add(&marks, before: entry.time, body)
            try add(entry, body)
            count += 1
        }
        try add(&marks, before: Instant(microseconds: .max), body)
        return count
    }

    private func add(
        _ marks: inout ArraySlice<Mark>, before time: Instant,
        _ body: (StreamItem, BlobLookup) throws(TapeError) -> Void
    ) throws(TapeError) {
        while let mark = marks.first, mark.time < time {
            marks.removeFirst()
            try body(StreamItem(time: mark.time, body: .mark(mark))) { _ in nil }
        }
    }

    private func add(_ entry: TapeEntry, _ body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) {
        let content: StreamItem.Body = entry.kind == .wire ? .wire(try entry.message()) : .input(try entry.input())
        do {
            try body(StreamItem(time: entry.time, body: content, member: entry.member)) { try reader.blob($0) }
        } catch .badEntry(_, _, let reason) {
            throw .badEntry(path: reader.path, id: entry.id, reason: reason)
        }
    }
}
