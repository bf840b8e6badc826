import Bytes
import Events
import Platform
import Wire

/// The lines of a text.
struct LineSource: StreamSource {
    let reader: LineReader
    /// Beside those of its lines.
    let marks: [Mark]

    func meta(program: String) throws(TapeError) -> [String: String] {
        let usual = ["program": program, "source": "converted"]
        return try rules().map { usual.merging([TapeReader.engineRulesKey: String($0)]) { $1 } } ?? usual
    }

    /// Only the first line can say something of the whole.
    private func rules() throws(TapeError) -> Int? {
        var reader = try LineReader(path: reader.path)
        while let bytes = try reader.next() {
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            guard let line = try? NDJSONLine(bytes), case .rules(let version) = line.body else { return nil }
            return version
        }
        return nil
    }

    func copy(to body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) -> Int {
        var reader = reader
        var count = 0
        var earliest = Instant.zero
        var isEmpty = true
        var marks = MarkQueue(marks)
        let places = Set(self.marks.map(\.place))
        while let bytes = try reader.next() {
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            let line = try parse(bytes, notBefore: earliest, number: reader.number)
            earliest = line.time
            try marks.add(before: line.time, body)
            isEmpty = false
            switch line.body {
            case .mark, .rules: break
            case .input, .wire: count += 1
            }
            if case .mark(let name, _) = line.body, places.contains(Mark(time: line.time, name: name)) { continue }
            do {
                try add(line, body)
            } catch .badEntry(_, _, let reason) {
                throw .badLine(path: reader.path, line: reader.number, reason: reason)
            }
        }
        guard !isEmpty else { throw .empty(path: reader.path) }
        try marks.addRest(body)
        return count
    }

    private func add(
        _ line: NDJSONLine, _ body: (StreamItem, BlobLookup) throws(TapeError) -> Void
    ) throws(TapeError) {
        switch line.body {
        case .rules: break
        case .mark(let name, let note):
            let mark = Mark(time: line.time, name: name, note: note)
            try body(StreamItem(time: line.time, body: .mark(mark))) { _ in nil }
        case .input(let input):
            try body(StreamItem(time: line.time, body: .input(input), member: line.member)) { _ in nil }
        case .wire(let message):
            let (stored, blobs) = ingest(message)
            let byHash = Dictionary(blobs.map { ($0.hash, $0.bytes) }) { first, _ in first }
            try body(StreamItem(time: line.time, body: .wire(stored), member: line.member)) { byHash[$0] }
        }
    }

    private func parse(
        _ bytes: ArraySlice<UInt8>, notBefore earliest: Instant, number: Int
    ) throws(TapeError) -> NDJSONLine {
        do {
            return try NDJSONLine(bytes, notBefore: earliest)
        } catch {
            throw .badLine(path: reader.path, line: number, reason: error.reason)
        }
    }
}

/// The lines of a file, one after the other, never all of it in memory.
struct LineReader {
    /// Bytes of the longest line.
    static let lineLimit = TapeSchema.largestValue

    let path: String
    /// Of the line that `next` returned last, counted from 1.
    private(set) var number = 0
    private let file: OpenFile
    private var lines: LineSplitter
    private var isAtEnd = false

    init(path: String, limit: Int = Self.lineLimit) throws(TapeError) {
        self.path = path
        lines = LineSplitter(longest: limit)
        _ = try TapeFileHeader.size(of: path)
        guard let file = OpenFile(path) else { throw .unreadable(path: path, reason: errorWords()) }
        self.file = file
    }

    /// The next line without its end and, at the beginning of the file, without a byte order mark; `nil` at the end.
    /// - Throws: `TapeError.badLine` for a line of more than `limit` bytes, of which no more than one reading is in memory.
    mutating func next() throws(TapeError) -> ArraySlice<UInt8>? {
        while true {
            if let line = lines.next() {
                number += 1
                guard case .success(let bytes) = line else {
                    let reason = "longer than \(ByteText.mebibytes(lines.longest))"
                    throw .badLine(path: path, line: number, reason: reason)
                }
                let text = bytes.last == 0x0D ? bytes.dropLast() : bytes
                return number == 1 ? text.withoutByteOrderMark : text
            }
            if isAtEnd { return nil }
            try fill()
        }
    }

    private mutating func fill() throws(TapeError) {
        guard let bytes = Descriptor.read(file.descriptor, limit: 1 << 18) else {
            throw .unreadable(path: path, reason: errorWords())
        }
        isAtEnd = bytes.isEmpty
        if isAtEnd { lines.finish() } else { lines.receive(bytes) }
    }
}
