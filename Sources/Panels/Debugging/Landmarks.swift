import Debugger
import Events

/// Places of a session that panels point out.
package struct Landmarks: Hashable, Sendable {
    /// In the order of their times.
    package private(set) var marks: [Mark] = []
    package var hits = BreakpointHits()
    /// Frames in the two slots, by the events that had been heard.
    package var slotA: EventCount?
    package var slotB: EventCount?
    /// Both ends included.
    package var selection: ClosedRange<EventCount>?

    package init(marks: [Mark] = [], hits: BreakpointHits = BreakpointHits()) {
        self.marks = marks.sorted()
        self.hits = hits
    }

    package mutating func set(marks: [Mark]) { self.marks = marks.sorted() }

    /// The first mark from `start` on and before `end`.
    func mark(from start: Instant, before end: Instant) -> Mark? {
        let place = (0..<marks.count).partitionPoint { marks[$0].time >= start }
        guard marks.indices.contains(place), marks[place].time < end else { return nil }
        return marks[place]
    }

    /// A mark of this line of the log, which is a frame's.
    func mark(of entry: LogEntry, in log: SessionLog) -> Mark? {
        guard let record = entry.record else { return nil }
        let first = (0..<marks.count).partitionPoint { marks[$0].time >= entry.time - record.period }
        let next = log.entry(ofFrame: record.ordinal + 1)?.time ?? Instant(microseconds: .max)
        return marks[first...].prefix(Self.mostTried).first { $0.time < next && log.frame(of: $0) == record.ordinal }
    }

    /// Of the marks of one moment.
    private static let mostTried = 100

    static let markSign = "◆"
    static let hitSign = "●"
    static let selectionSign = "│"
}
