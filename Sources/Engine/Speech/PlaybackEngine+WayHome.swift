import Events

/// When nothing more arrives, the avatar keeps still, and then returns to idling (specification 3.9, 3.12).
extension PlaybackEngine {
    /// Phase G: the composite stays. After the limit the talking clip plays to its end, and the message stays open
    /// (K29, N42).
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
