import Events

extension PlaybackEngine {
    /// What may still arrive of the current message, and of earlier ones, once another message starts at `boundary`.
    /// - Parameter answered: how many of the messages sent before the current one the new one answers.
    func becomingOlder(at boundary: Instant, answered: Int = 0) -> OlderMessage? {
        // What came may have been of the one before: then nobody has answered yet.
        let isGuessed = message.phase == .open && !message.isCertain && message.older != nil
        let isHeardOf = message.phase != .none && message.phase != .awaiting && !isGuessed
        guard isHeardOf else {
            guard message.phase != .none else { return nil }
            var both = message.older ?? OlderMessage(boundary: boundary, isWhole: true)
            // Both of its end signals have come, and nothing else: that was the answer.
            guard message.phase != .awaiting || message.bareEnds.count < EndSignal.allCases.count else {
                both.boundary = boundary
                return both
            }
            if both.unanswered == 0 { both.wasWhole = both.isWhole }
            (both.boundary, both.isWhole) = (boundary, false)
            both.carried.formUnion(message.carried)
            both.unanswered += 1
            both.owe(EndSignal.allCases.filter { !message.bareEnds.contains($0) })
            return both
        }
        var gone = OlderMessage(boundary: boundary, isWhole: false)
        gone.beginning = message.firstAudio
        gone.carried = message.carried
        guard !message.wasLinkLost else {
            gone.isWhole = true
            return gone
        }
        let chunks = message.queue + (message.active.map { [$0.chunk] } ?? [])
        gone.unfinished = Set(chunks.lazy.filter { !$0.isComplete && !$0.hasAllPictures }.map(\.index))
        gone.soundless = Set(chunks.lazy.filter { !$0.hasAudioEvent && $0.sound == nil }.map(\.index))
        if !message.hasEndSignal, !isLongOver { gone.continuesAt = firstUnheard(chunks) }
        gone.owe(EndSignal.allCases.filter { !message.heardEnds.contains($0) })
        let isMissed = !gone.soundless.isEmpty || !message.broken.isEmpty || chunks.contains { !$0.lost.isEmpty }
        gone.isWhole = gone.unfinished.isEmpty && (isLongOver || (message.hasEndSignal && !isMissed))
        if !isLongOver {
            gone.unsent = message.unsent.union(chunks.lazy.filter { $0.sentAt == nil }.map(\.index))
        }
        // Of the one before that something may come as well.
        let unanswered = max(0, (message.older?.unanswered ?? 0) - answered)
        if unanswered > 0, !isLongOver {
            (gone.wasWhole, gone.isWhole, gone.unanswered) = (gone.isWhole, false, unanswered)
            for _ in 0..<unanswered { gone.owe(EndSignal.allCases) }
        }
        return gone
    }

    /// Whether nothing has arrived for so long after an end that nothing else is awaited.
    private var isLongOver: Bool {
        guard message.phase == .ended || (message.phase == .resting && !message.heardEnds.isEmpty) else { return false }
        return now - lastHeardAt >= OlderMessage.proofLimit
    }

    private func firstUnheard(_ chunks: [Chunk]) -> Int {
        var heard = message.played.union(chunks.map(\.index))
        heard.formUnion(message.lateNoted)
        var place = 0
        while heard.contains(place) { place += 1 }
        return place
    }
}
