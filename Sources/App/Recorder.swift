import Engine
import Events
import Tapes
import Wire

/// Puts everything that the engine hears on a new tape, in that order, without ever making the loop wait.
///
/// One task takes batches from a stream and hands them to the writer. A tape that cannot be written any further is said
/// once, when the recording is closed; playing goes on.
final class Recorder: Sendable {
    private typealias Batch = [(event: Event, message: StoredMessage?)]

    private let continuation: AsyncStream<Batch>.Continuation
    private let writing: Task<Void, any Error>

    init(path: String, source: TapeReader) throws {
        let writer = try TapeWriter(creating: path, meta: ["program": "cameo", "source": source.path])
        let (batches, continuation) = AsyncStream<Batch>.makeStream()
        self.continuation = continuation
        writing = Task {
            var written: Set<ContentHash> = []
            for await batch in batches {
                for (event, message) in batch {
                    switch event.body {
                    case .local(let input): try await writer.append(input, at: event.time)
                    case .wire:
                        guard let message else { continue }
                        let new = message.hashes.filter { written.insert($0).inserted }
                        let blobs = new.compactMap { source.bytes(of: $0).map(Blob.init) }
                        try await writer.append(message, blobs: blobs, at: event.time)
                    }
                }
            }
            try await writer.close()
        }
    }

    func record(_ heard: [(event: Event, message: StoredMessage?)]) {
        if !heard.isEmpty { continuation.yield(heard) }
    }

    /// - Throws: `TapeError`, when something could not be written.
    func close() async throws {
        continuation.finish()
        try await writing.value
    }
}
