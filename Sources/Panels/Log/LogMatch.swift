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
    package let direction: Search.Direction
    private let start: Int
    package let goesAround: Bool
    /// Which match is looked for, from 1, and how many have been found; where there are fewer the last one is gone to.
    private let times: Int
    private var count = 0
    private var last: Int?
    /// Lines that are still to be looked at.
    private var rest: [Range<Int>] = []
    private var all = 0
    /// Lines are others than they were when `rest` was made.
    private var isOutdated = false

    /// Among the lines that pass the filter, those after or before `place`; the others after them when it goes around.
    package init(
        _ direction: Search.Direction, times: Int = 1, from place: Int, in view: LogView, goesAround: Bool = false
    ) {
        text = view.search
        needle = LogNeedle(text)
        (self.direction, self.times, start, self.goesAround) = (direction, times, place, goesAround)
        begin(in: view)
    }

    private mutating func begin(in view: LogView) {
        let next = min(view.line(from: start.addingReportingOverflow(1).partialValue), view.count)
        let (after, before) = (next..<view.count, 0..<min(view.line(from: start), view.count))
        var lines = direction == .forward ? [after] : [before]
        if goesAround { lines.append(direction == .forward ? 0..<next : before.upperBound..<view.count) }
        if needle.isEmpty { lines = [] }
        (rest, all, isOutdated, count, last) = (lines, Self.count(lines), false, 0, nil)
    }

    private static func count(_ lines: [Range<Int>]) -> Int { lines.reduce(0) { $0 + $1.count } }

    /// Lines have changed: begins anew, once the view has seen all of them.
    package mutating func forgetLines() { isOutdated = true }

    /// How much of what there is has been looked at, from 0 to 1.
    package var progress: Double {
        isOutdated ? 0 : all == 0 ? 1 : 1 - Double(Self.count(rest)) / Double(all)
    }

    /// Looks at the next lines, at most so many.
    package mutating func next(in view: LogView, _ log: SessionLog, atMost lines: Int = .max) -> Outcome {
        if isOutdated {
            guard view.unseenCount(of: log) == 0 else { return .notYet }
            begin(in: view)
        }
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
                needle.isFound(in: log.entries[place], of: log)
            {
                (count, last) = (count + 1, place)
                if count == times { return .at(place) }
            }
        }
        return last.map { .at($0) } ?? .nowhere
    }
}
