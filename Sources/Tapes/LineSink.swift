import Events
import Wire

/// Writes a text, a line for each item.
struct LineSink: StreamSink {
    let writer: LineWriter

    /// - Parameter meta: of which text keeps the rules of the engine.
    init(_ writer: LineWriter, meta: [String: String]) throws(TapeError) {
        self.writer = writer
        guard let rules = meta[TapeReader.engineRulesKey].flatMap({ Int($0) }) else { return }
        try writer.write(NDJSONLine(time: .zero, body: .rules(rules)).utf8)
    }

    func add(_ item: StreamItem, _ blob: BlobLookup) throws(TapeError) {
        let line: NDJSONLine
        switch item.body {
        case .input(let input): line = NDJSONLine(time: item.time, body: .input(input), member: item.member)
        case .mark(let mark): line = NDJSONLine(time: item.time, body: .mark(name: mark.name, note: mark.note))
        case .wire(let stored):
            do {
                let message = try rebuild(stored, blob: blob)
                line = NDJSONLine(time: item.time, body: .wire(message), member: item.member)
            } catch {
                throw TapeError(copying: error)
            }
        }
        let bytes = line.utf8
        guard bytes.count <= LineReader.lineLimit else {
            throw TapeError(copying: WireError.tooLarge(what: "bytes", limit: LineReader.lineLimit))
        }
        try writer.write(bytes)
    }

    func close() throws(TapeError) { try writer.close() }
}
