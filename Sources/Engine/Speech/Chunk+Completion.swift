import Events

/// Decides when nothing more of a chunk is awaited (specification 2.2).
extension Chunk {
    /// Whether one of the three rules of specification 2.2 completes the chunk at playback time `now`.
    func isCompletable(at now: Instant, isNext: Bool, settings: PlaybackSettings) -> Bool {
        if isComplete { return true }
        if let sentTotal, received >= sentTotal { return true }
        if hasAllBatches { return true }
        if let expected, received >= expected, hasAudioEvent || expected > 0 { return true }
        guard let deadline = completionDeadline(isNext: isNext, settings: settings) else { return false }
        return now >= deadline
    }

    /// Batches are numbered from 0; some backends number them from 1.
    private var hasAllBatches: Bool {
        guard let totalBatches, totalBatches > 0, batches.count >= totalBatches else { return false }
        let isAll = { (numbers: Range<Int>) in batches.count(where: numbers.contains) == totalBatches }
        return isAll(0..<totalBatches) || (totalBatches > 1 && isAll(1..<totalBatches + 1))
    }

    /// Playback time at which waiting completes the chunk (specification 2.2); `nil` if time alone does not. If no
    /// picture of the chunk has arrived, all may still arrive: the wait starts when the chunk is next.
    func completionDeadline(isNext: Bool, settings: PlaybackSettings) -> Instant? {
        if isComplete { return nil }
        if received == 0, expected != 0, !hasGuesses {
            return isNext ? nextSince.map { $0 + settings.completionLimit } : nil
        }
        if let sentAt { return min(lastEventAt + settings.completionSilence, sentAt + settings.sentLimit) }
        return isNext ? lastEventAt + settings.sentLimit : nil
    }
}
