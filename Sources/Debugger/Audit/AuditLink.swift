import Events

/// How often the link was lost and for how long, and whether a recording ends without it. Lost links that come back are no fault: an
/// answer that they break off is one by itself.
struct AuditLink: Sendable {
    private var lost: (at: Instant, reason: String)?
    /// The last event that tells of the time that has passed.
    private var heardAt = Instant.zero

    /// - Parameter isMade: ticks are, so that only what came tells how long the recording went on.
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

    /// Streams that are no recordings of a link have what came over one. Of a call and of what the user says the recorder tells itself.
    private static func cameOverLink(_ event: WireEvent) -> Bool {
        switch event {
        case .call(.state(.joined, _)): true
        case .call, .userSaid, .mouth: false
        default: true
        }
    }

    /// Nothing more is to come.
    /// - Parameter brokenOff: when the link was lost that broke off an answer, which says it.
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
