import Events
import Wire

/// One entry on its way from file to file; wire messages also in the form in which a tape keeps them.
struct StreamItem {
    enum Body {
        case wire(StoredMessage)
        case input(LocalInput)
        case mark(Mark)
    }

    let time: Instant
    let body: Body
    var member = Member.main
}

/// Finds the bytes that a stored message refers to.
typealias BlobLookup = (ContentHash) throws -> [UInt8]?

protocol StreamSource {
    /// What a tape that is made of it says about itself.
    func meta(program: String) throws(TapeError) -> [String: String]
    /// Hands over everything in order, with a way to the bytes, and counts it.
    func copy(to body: (StreamItem, BlobLookup) throws(TapeError) -> Void) throws(TapeError) -> Int
}

protocol StreamSink {
    func add(_ item: StreamItem, _ blob: BlobLookup) throws(TapeError)
    func close() throws(TapeError)
}

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

struct LineSource: StreamSource {
    let reader: LineReader

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
        while let bytes = try reader.next() {
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            let line = try parse(bytes, notBefore: earliest, number: reader.number)
            earliest = line.time
            isEmpty = false
            switch line.body {
            case .mark, .rules: break
            case .input, .wire: count += 1
            }
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
        guard !isEmpty else { throw .empty(path: reader.path) }
        return count
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

final class TapeSink: StreamSink {
    private let store: TapeStore
    private var batch = TapeStore.Batch()
    /// Bytes that the tape has already; streams repeat their pictures. Forgotten when they are too many to keep in mind.
    private var written: Set<ContentHash> = []
    private static let mostRemembered = 1 << 16

    init(store: TapeStore) { self.store = store }

    func add(_ item: StreamItem, _ blob: BlobLookup) throws(TapeError) {
        switch item.body {
        case .input(let input): batch.add(input, at: item.time, for: item.member)
        case .mark(let mark): batch.add(mark)
        case .wire(let message):
            batch.add(message, try blobs(of: message, blob), at: item.time, for: item.member)
        }
        if batch.byteCount >= 4 << 20 { try write() }
    }

    func close() throws(TapeError) {
        try write()
        try store.close()
    }

    private func blobs(of message: StoredMessage, _ blob: BlobLookup) throws(TapeError) -> [Blob] {
        do {
            if written.count > Self.mostRemembered { written = [] }
            return try message.hashes.filter { written.insert($0).inserted }.map { hash in
                guard let bytes = try blob(hash) else { throw WireError.missingBlob(hash) }
                return Blob(bytes)
            }
        } catch {
            throw TapeError(copying: error)
        }
    }

    private func write() throws(TapeError) {
        guard !batch.isEmpty else { return }
        try store.write(batch)
        batch = TapeStore.Batch()
    }
}

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
        try writer.write(line.utf8)
    }

    func close() throws(TapeError) { try writer.close() }
}

extension TapeError {
    /// What went wrong with one entry; the source fills in which.
    fileprivate init(copying error: any Error) {
        if let error = error as? TapeError {
            self = error
        } else {
            self = .badEntry(path: "", id: 0, reason: (error as? WireError)?.reason ?? "\(error)")
        }
    }
}
