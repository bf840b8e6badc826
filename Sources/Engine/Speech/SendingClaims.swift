import Events

/// How much of a chunk the backend says it sent (specification 1.6.2, 1.6.3), for comparison with what arrived. It
/// decides nothing about playback.
///
/// Doubts are decided in the backend's favor. A backend that sends something again may count everything or only the
/// repeats, and report again. It may count batches as it makes them. And it may or may not count the picture sent
/// ahead of the batches.
struct SendingClaims: Hashable, Sendable {
    /// The number in the last `chunk_images_ready`.
    private var lastTotal: Int?
    /// The sum over all of them.
    private var sumOfTotals = 0
    /// The first `total_batches` of each batch, by batch number.
    private var totals: [Int: Int] = [:]
    private var mostBatches: Int?
    private var leastBatches: Int?
    private var batchesHeard = 0
    /// Whether `first_frame_image` arrived.
    private var hasFirstPicture = false

    mutating func hear(total: Int?) {
        guard let total else { return }
        let count = max(0, min(total, Limits.chunkFrames))
        lastTotal = count
        sumOfTotals = min(sumOfTotals + count, Limits.chunkFrames)
    }

    /// Records a batch. Events that bring frames without a number may be batches, too.
    mutating func hear(_ batch: OverlayBatch) {
        batchesHeard += 1
        guard let total = batch.totalBatches else { return }
        leastBatches = min(total, leastBatches ?? total)
        mostBatches = max(total, mostBatches ?? total)
        guard let number = batch.batch, (0..<Limits.chunkFrames).contains(number) else { return }
        if totals[number] == nil { totals[number] = total }
    }

    mutating func hearFirstPicture() { hasFirstPicture = true }

    /// Describes what contradicts the counts: the number of received frames and of repeats, for a chunk without lost
    /// frames.
    func contradictions(received: Int, duplicates: Int) -> [String] {
        var found: [String] = []
        if let said = total(against: received, duplicates) {
            found.append("\(plural(said, "picture")) reported as sent, \(received) received")
        }
        if let said = batchTotals(duplicates) {
            let words = said.map(String.init).joined(separator: " and ")
            found.append("\(words) batches reported as sent, \(batchesHeard) received")
        }
        // What is sent again may be counted by itself.
        guard duplicates == 0 else { return found }
        if let (number, total) = totals.filter({ $0.value > 1 && $0.key > $0.value }).min(by: { $0.key < $1.key }) {
            found.append("batch_index is \(number) of \(total) batches")
        }
        return found
    }

    /// Numbers of batches that cannot be right; `nil` if they can. A missing number counts as 1.
    private func batchTotals(_ duplicates: Int) -> [Int]? {
        guard let leastBatches, let mostBatches else { return nil }
        if batchesHeard < leastBatches { return [leastBatches] }
        guard batchesHeard < mostBatches || (duplicates == 0 && isFalling) else { return nil }
        let said = totals.values.filter { $0 > 1 }
        return Set([said.min() ?? mostBatches, mostBatches]).sorted()
    }

    /// Whether later batches report lower numbers. They never do if the backend counts batches as it makes them.
    private var isFalling: Bool {
        let said = totals.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map(\.value)
        return zip(said, said.dropFirst()).contains { $0 > $1 }
    }

    /// The number of pictures that cannot be right; `nil` if it can.
    private func total(against received: Int, _ duplicates: Int) -> Int? {
        guard let lastTotal else { return nil }
        let ahead = hasFirstPicture ? 1 : 0
        if lastTotal > received + duplicates + ahead { return lastTotal }
        return sumOfTotals + ahead < received ? sumOfTotals : nil
    }
}

/// Notes about a chunk that is over, from what the backend said of it.
extension PlaybackEngine {
    /// Reports the missing frames of a chunk that is over, with their positions.
    mutating func noteLost(of chunk: Chunk, _ effects: inout [Effect]) {
        let lost = chunk.lost
        guard !lost.isEmpty else { return }
        counters.lost += lost.count
        let known = max(chunk.announced ?? 0, chunk.sentTotal ?? 0)
        let sent = known > 0 ? known : chunk.frames.count
        // Described under other numbers than the pictures have.
        let elsewhere = chunk.received + lost.count - sent
        let others = elsewhere > 0 ? ", \(elsewhere) in unannounced positions" : ""
        let received = "received \(chunk.received)\(others)"
        note(
            .frameLoss, chunk: chunk.index,
            "chunk \(chunk.index): \(Self.claim(of: chunk, sent)), \(received), lost \(lost.count): \(Note.list(lost))",
            &effects)
    }

    /// The number of frames that the backend claims. Announcing frames does not mean that they were sent.
    private static func claim(of chunk: Chunk, _ sent: Int) -> String {
        guard let announced = chunk.announced, announced > 0, let total = chunk.sentTotal, total != announced else {
            return "sent \(sent)"
        }
        return "announced \(announced), reported as sent \(total)"
    }

    /// Reports that a complete chunk has another number of frames than the backend claims. Chunks that may belong to
    /// an older message are not judged.
    mutating func noteClaims(of chunk: Chunk, _ effects: inout [Effect]) {
        guard chunk.lost.isEmpty, !chunk.isGuess, !chunk.hasGuesses, !olderMaySpeak else { return }
        for claim in chunk.claims.contradictions(received: chunk.received, duplicates: chunk.duplicates) {
            note(.odd, chunk: chunk.index, "chunk \(chunk.index): \(claim)", &effects)
        }
    }
}
