import Events
import Sessions

/// How often and for how long the connection was lost, and whether a recording ends without it. A connection that is
/// restored is no fault; an answer that it cuts off is a fault of its own.
struct AuditLink: Sendable {
    private var lost: (at: Instant, reason: String)?
    /// Time of the last event that shows that time has passed.
    private var heardAt = Instant.zero

    /// - Parameter isMade: whether ticks are made without a clock; then only received events show how long the
    ///   recording lasted.
    mutating func receive(_ event: Event, isMade: Bool, _ figures: inout AuditFigures) {
        switch event.body {
        case .local(.linkLost(let reason)):
            if lost == nil { lost = (event.time, reason) }
        case .local(.linkRestored), .local(.linkClosed):
            if case .local(.linkRestored) = event.body { figures.hadLink = true }
            if let lost { figures.linkLosses.add(event.time - lost.at) }
            lost = nil
        default: break
        }
        if case .wire(let wire) = event.body {
            heardAt = event.time
            if Self.cameOverLink(wire) { figures.hadLink = true }
        } else if !isMade {
            heardAt = event.time
        }
    }

    /// Whether an event came over a connection, for streams that do not record one. Events of a call and the user's
    /// messages come from the recorder.
    private static func cameOverLink(_ event: WireEvent) -> Bool {
        switch event {
        case .call(.state(.joined, _)): true
        case .call, .userSaid, .mouth: false
        default: true
        }
    }

    /// Ends the run.
    /// - Parameter brokenOff: when the connection was lost that cut off an answer; that finding reports it.
    mutating func finish(brokenOff: Instant?, _ figures: inout AuditFigures) -> AuditFinding? {
        guard let lost else { return nil }
        self.lost = nil
        let away = max(heardAt - lost.at, .zero)
        figures.linkLosses.add(away)
        figures.isLinkGone = true
        // Up to this it may still be on its way back.
        guard away > AuditAnswers.longestPause, lost.at != brokenOff else { return nil }
        figures.linksGone += 1
        return AuditFinding(
            .note, at: lost.at, expected: "a connection until the recording ends",
            found: "LINK: connection lost and not restored for \(away.words): \(lost.reason)")
    }
}
