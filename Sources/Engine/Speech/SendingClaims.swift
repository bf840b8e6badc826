import Events

/// How much of a chunk the backend says that it sent (specification 1.6.2, 1.6.3), for laying it beside what came when
/// the chunk is over. It decides nothing of what is played.
///
/// Each doubt is in the backend's favor: who sends something again may count all or only that, and say so once more; the
/// number of batches may be counted on as they are made; and the picture ahead of the batches is counted or not.
struct SendingClaims: Hashable, Sendable {
    /// By the last `chunk_images_ready`.
    private var lastTotal: Int?
    /// By all of them together.
    private var sumOfTotals = 0
    /// `total_batches` of the batches, by their numbers: of each the first one.
    private var totals: [Int: Int] = [:]
    private var mostBatches: Int?
    private var leastBatches: Int?
    private var batchesHeard = 0
    /// `first_frame_image` came.
    private var hasFirstPicture = false

    mutating func hear(total: Int?) {
        guard let total else { return }
        let count = max(0, min(total, Limits.chunkFrames))
        lastTotal = count
        sumOfTotals = min(sumOfTotals + count, Limits.chunkFrames)
    }

    /// Events that bring frames without a number may be batches, too.
    mutating func hear(_ batch: OverlayBatch) {
        batchesHeard += 1
        guard let total = batch.totalBatches else { return }
        leastBatches = min(total, leastBatches ?? total)
        mostBatches = max(total, mostBatches ?? total)
        guard let number = batch.batch, (0..<Limits.chunkFrames).contains(number) else { return }
        if totals[number] == nil { totals[number] = total }
    }

    mutating func hearFirstPicture() { hasFirstPicture = true }

    /// What is not so, in words, of a chunk of which so many frames and so many repeats of them came, and none was lost.
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

    /// Numbers of batches that cannot be right; `nil`: they can. What says no number says 1.
    private func batchTotals(_ duplicates: Int) -> [Int]? {
        guard let leastBatches, let mostBatches else { return nil }
        if batchesHeard < leastBatches { return [leastBatches] }
        guard batchesHeard < mostBatches || (duplicates == 0 && isFalling) else { return nil }
        let said = totals.values.filter { $0 > 1 }
        return Set([said.min() ?? mostBatches, mostBatches]).sorted()
    }

    /// Where batches are counted on as they are made, later ones say no lower number.
    private var isFalling: Bool {
        let said = totals.filter { $0.value > 1 }.sorted { $0.key < $1.key }.map(\.value)
        return zip(said, said.dropFirst()).contains { $0 > $1 }
    }

    /// The number of pictures that cannot be right; `nil`: it can.
    private func total(against received: Int, _ duplicates: Int) -> Int? {
        guard let lastTotal else { return nil }
        let ahead = hasFirstPicture ? 1 : 0
        if lastTotal > received + duplicates + ahead { return lastTotal }
        return sumOfTotals + ahead < received ? sumOfTotals : nil
    }
}

/// What is said of a chunk that is over: by what the backend said of it.
extension PlaybackEngine {
    /// What of a chunk that is over has never come, with its places.
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

    /// How many frames a chunk has by the backend's words. That it announced some is not that it sent them.
    private static func claim(of chunk: Chunk, _ sent: Int) -> String {
        guard let announced = chunk.announced, announced > 0, let total = chunk.sentTotal, total != announced else {
            return "sent \(sent)"
        }
        return "announced \(announced), reported as sent \(total)"
    }

    /// Where a chunk that is over came as a whole and the backend says that it sent another number. What may be an
    /// older message's is not judged.
    mutating func noteClaims(of chunk: Chunk, _ effects: inout [Effect]) {
        guard chunk.lost.isEmpty, !chunk.isGuess, !chunk.hasGuesses, !olderMaySpeak else { return }
        for claim in chunk.claims.contradictions(received: chunk.received, duplicates: chunk.duplicates) {
            note(.odd, chunk: chunk.index, "chunk \(chunk.index): \(claim)", &effects)
        }
    }
}
