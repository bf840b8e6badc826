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

    static let markSign = "◆"
    static let hitSign = "●"
    static let selectionSign = "│"
}
