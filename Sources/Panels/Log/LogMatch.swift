import Debugger

/// Looking for a view's `search` in its lines, some of them at a time: the log of hours is not gone through between two keys.
///
/// Belongs to the view as it was when this was made; with another filter it is to be made anew.
package struct LogMatch: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Place of the line.
        case at(Int)
        case notYet
        case nowhere
    }

    package let text: String
    private var needle: LogNeedle
    private let direction: Search.Direction
    /// Lines that are still to be looked at.
    private var rest: [Range<Int>]
    private let all: Int

    /// Among the lines that pass the filter, those after or before `place`; the others after them when it goes around.
    package init(_ direction: Search.Direction, from place: Int, in view: LogView, goesAround: Bool = false) {
        text = view.search
        needle = LogNeedle(text)
        self.direction = direction
        let next = min(view.line(from: place.addingReportingOverflow(1).partialValue), view.count)
        let (after, before) = (next..<view.count, 0..<min(view.line(from: place), view.count))
        rest = direction == .forward ? [after] : [before]
        if goesAround { rest.append(direction == .forward ? 0..<next : before.upperBound..<view.count) }
        if needle.isEmpty { rest = [] }
        all = rest.reduce(0) { $0 + $1.count }
    }

    /// How much of what there is has been looked at, from 0 to 1.
    package var progress: Double { all == 0 ? 1 : 1 - Double(rest.reduce(0) { $0 + $1.count }) / Double(all) }

    /// Looks at the next lines, at most so many.
    package mutating func next(in view: LogView, _ log: SessionLog, atMost lines: Int = .max) -> Outcome {
        var left = lines
        while let lines = rest.first {
            if lines.isEmpty {
                rest.removeFirst()
                continue
            }
            guard left > 0 else { return .notYet }
            left -= 1
            let line = direction == .forward ? lines.lowerBound : lines.upperBound - 1
            rest[0] = direction == .forward ? line + 1..<lines.upperBound : lines.lowerBound..<line
            if let place = view.place(ofLine: line), log.entries.indices.contains(place),
                needle.isFound(in: log.entries[place])
            {
                return .at(place)
            }
        }
        return .nowhere
    }
}
