import Engine
import Events

/// Finds what is wrong in a session while it continues, for one member's log. Which faults there are is not the session's to know: it
/// only keeps them.
///
/// A value, so that a copy of a session has a judge of its own. It is asked once for each event.
package protocol SessionJudge: Sendable {
    /// - Parameters:
    ///   - engine: the engine after it has handled the event.
    ///   - notes: about the event itself; they precede the engine's effects.
    mutating func judge(_ event: Event, by engine: PlaybackEngine, _ notes: [Note], _ effects: [Effect]) -> Judgement
    /// Judges notes about an event that no engine has handled.
    mutating func judge(_ notes: [Note]) -> [AuditFinding]
}

/// What is wrong with one event of a session and with its effects.
package struct Judgement: Sendable {
    /// In the order in which they were found.
    package var findings: [AuditFinding]
    /// By how much the event's tick was late, if that is a freeze.
    package var frozen: TimeSpan?

    package init(_ findings: [AuditFinding], frozen: TimeSpan? = nil) {
        (self.findings, self.frozen) = (findings, frozen)
    }
}
