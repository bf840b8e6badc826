import Events
import Wire

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
            case .input(let input): try batch.add(input, at: item.time, for: item.member)
            case .mark(let mark): batch.add(mark)
            case .wire(let message):
                try batch.add(message, try blobs(of: message, blob), at: item.time, for: item.member)
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
