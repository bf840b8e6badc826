import Engine
import Events

/// A position in a history: the number of handled events. 0 is the beginning, before any event.
package typealias EventCount = Int

/// One line of a session's log, and the event after which it was written.
package struct LogEntry: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case frame(FrameRecord)
        case note(Note)
        case chunk(ChunkReport)
        case tally(Tally)
        /// What was audible of a message that is over.
        case audible(AudibleLine)
    }

    /// Number of events handled when it was written, including its own; at least 1.
    package var heard: EventCount
    /// Session time of that event.
    package var time: Instant
    package var body: Body

    package init(heard: EventCount, time: Instant, _ body: Body) {
        self.heard = heard
        self.time = time
        self.body = body
    }

    package var record: FrameRecord? { if case .frame(let record) = body { record } else { nil } }
}

/// What was audible of a message, as text.
package struct AudibleLine: Hashable, Sendable {
    package var generation: Generation
    package var text: String

    package init(generation: Generation, text: String) { (self.generation, self.text) = (generation, text) }

    init(_ message: AudibleMessage) { self.init(generation: message.generation, text: message.summary) }
}

/// What one event added to the engine's counts of faults, of which the engine keeps no list.
package struct Tally: Hashable, Sendable {
    /// Frames that never arrived.
    package var lost = 0
    /// Frames and chunks that arrived after their slot.
    package var late = 0
    package var duplicates = 0
    package var stale = 0
    /// By how much a tick was late, if that is a freeze (specification 6.4).
    package var frozen: Span?

    package init(lost: Int = 0, late: Int = 0, duplicates: Int = 0, stale: Int = 0, frozen: Span? = nil) {
        self.lost = lost
        self.late = late
        self.duplicates = duplicates
        self.stale = stale
        self.frozen = frozen
    }

    package var isEmpty: Bool { self == Tally() }

    init(from before: Counters, to after: Counters) {
        self.init(
            lost: after.lost - before.lost, late: after.late - before.late,
            duplicates: after.duplicates - before.duplicates, stale: after.stale - before.stale)
    }

    /// As text, such as `3 lost, 1 late`.
    package var text: String {
        var parts: [String] = []
        if lost > 0 { parts.append("\(lost) lost") }
        if late > 0 { parts.append("\(late) late") }
        if duplicates > 0 { parts.append("\(duplicates) duplicate") }
        if stale > 0 { parts.append("\(stale) stale") }
        if let frozen { parts.append("frozen for \(frozen.words)") }
        return parts.joined(separator: ", ")
    }
}
