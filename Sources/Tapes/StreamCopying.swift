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

extension TapeError {
    /// What went wrong with one entry; the source fills in which.
    init(copying error: any Error) {
        if let error = error as? TapeError {
            self = error
        } else {
            self = .badEntry(path: "", id: 0, reason: (error as? WireError)?.reason ?? "\(error)")
        }
    }
}

/// The two forms of a recorded stream.
package enum StreamForm: Hashable, Sendable {
    case tape
    case lines

    /// Of a file that is to be made, by its ending.
    /// - Throws: `TapeError.unknownEnding`.
    package init(path: String) throws(TapeError) {
        let name = path.lowercased()
        if name.hasSuffix(".cameo") {
            self = .tape
        } else if name.hasSuffix(".ndjson") {
            self = .lines
        } else {
            throw .unknownEnding(path: path)
        }
    }

    /// Of a file that is there: a tape whatever its name, by its first bytes; else text where its name says so. Anything else is
    /// read as a tape, which says what is wrong with it.
    package init(reading path: String) {
        let isText = (try? StreamForm(path: path)) == .lines
        self = isText && !TapeFileHeader.isDatabase(path) ? .lines : .tape
    }
}

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

/// Writes a tape, some MiB at a time.
///
/// Owner: whoever copies.
final class TapeSink: StreamSink {
    private let store: TapeStore
    private var batch = TapeStore.Batch()
    /// Bytes that the tape has already; streams repeat their pictures. Forgotten when they are too many to keep in mind.
    private var written: Set<ContentHash> = []
    private static let mostRemembered = 1 << 16
    private let skipsMissing: Bool
    /// Pictures and sounds that were missing and left out.
    private(set) var missingCount = 0

    /// - Parameter skipsMissing: whether a missing picture or sound is left out; else it is an error.
    init(store: TapeStore, skipsMissing: Bool = false) { (self.store, self.skipsMissing) = (store, skipsMissing) }

    func add(_ item: StreamItem, _ blob: BlobLookup) throws(TapeError) {
        do {
            switch item.body {
            case .input(let input): try batch.addInput(input, at: item.time, for: item.member)
            case .mark(let mark): batch.addMark(mark)
            case .wire(let message):
                try batch.addMessage(message, try blobs(of: message, blob), at: item.time, for: item.member)
            }
        } catch {
            throw TapeError(copying: error)
        }
        if batch.byteCount >= 4 << 20 { try write() }
    }

    func close() throws(TapeError) {
        try write()
        try store.close()
    }

    private func blobs(of message: StoredMessage, _ blob: BlobLookup) throws -> [Blob] {
        if written.count > Self.mostRemembered { written = [] }
        return try message.hashes.filter { written.insert($0).inserted }.compactMap { hash in
            if let bytes = try blob(hash) { return Blob(bytes) }
            guard skipsMissing else { throw WireError.missingBlob(hash) }
            missingCount += 1
            return nil
        }
    }

    private func write() throws(TapeError) {
        guard !batch.isEmpty else { return }
        try store.write(batch)
        batch = TapeStore.Batch()
    }
}
