import Events
import Files
import Platform
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

/// Writes lines to a new file, in pieces of a quarter of a mebibyte.
final class LineWriter {
    private let path: String
    private let file: OpenFile
    private var buffer: [UInt8] = []

    /// - Throws: `TapeError.alreadyExists`, `.unwritable`.
    init(creating path: String) throws(TapeError) {
        self.path = path
        guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else {
            if errno == EEXIST { throw .alreadyExists(path: path) }
            throw .unwritable(path: path, reason: FileNames.obstacle(path))
        }
        self.file = file
    }

    func write(_ line: [UInt8]) throws(TapeError) {
        buffer += line
        buffer.append(0x0A)
        if buffer.count >= 1 << 18 { try flush() }
    }

    func close() throws(TapeError) {
        try flush()
        guard file.close() else { throw failure }
    }

    private func flush() throws(TapeError) {
        guard Descriptor.writeAll(buffer, to: file.descriptor) else { throw failure }
        buffer.removeAll(keepingCapacity: true)
    }

    private var failure: TapeError {
        errno == ENOSPC ? .diskFull(path: path) : .unwritable(path: path, reason: errorWords())
    }
}
