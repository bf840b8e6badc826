import Events

/// What the avatar does when nothing more comes: it keeps still, and then goes home (specification 3.9, 3.12).
extension PlaybackEngine {
    /// G: the composite is kept; after the limit the talking clip runs out, and the message stays open (K29, N42).
    mutating func advanceGap(since: Instant, _ effects: inout [Effect]) {
        accumulator = .zero
        guard isFinished || clock >= since + settings.gapLimit else { return }
        beginFinishing(&effects)
    }

    mutating func advanceFinishing(since: Instant, _ effects: inout [Effect]) {
        if clock >= since + settings.finishingLimit {
            note(
                .timeLimit, "\(clip.rawValue) did not end within \(settings.finishingLimit.wholeMilliseconds) ms",
                &effects)
            return endMessage(&effects)
        }
        guard takePeriod(period) else { return }
        baseIndex += 1
        guard clips[clip]?.isOver(at: baseIndex) ?? true else { return }
        leaveTalking(&effects)
    }

    mutating func advanceReturn(since: Instant, _ effects: inout [Effect]) {
        guard takePeriod(period) else { return }
        baseIndex += 1
        let length = clips[clip]?.length ?? 0
        if baseIndex >= length || clock > since + clipLimit(length) { endMessage(&effects) }
    }
}
