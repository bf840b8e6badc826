import Engine
import Events

/// Place in a history: the number of events that have been heard. 0 is the beginning, before any of them.
package typealias EventCount = Int

/// One line of a session's log, and after which event it was said.
package struct LogEntry: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case frame(FrameRecord)
        case note(Note)
        case chunk(ChunkReport)
    }

    /// Events that had been heard when it was said, that one included; at the least 1.
    package var heard: EventCount
    package var body: Body

    package init(heard: EventCount, _ body: Body) {
        self.heard = heard
        self.body = body
    }

    /// Session time; of a chunk's report, that of its end.
    package var time: Instant {
        switch body {
        case .frame(let record): record.shown
        case .note(let note): note.time
        case .chunk(let report): report.ended
        }
    }

    package var record: FrameRecord? { if case .frame(let record) = body { record } else { nil } }
}
