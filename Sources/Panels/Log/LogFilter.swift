import Debugger
import Engine
import Sessions

/// Which lines of the log are shown.
package struct LogFilter: Hashable, Sendable {
    /// A part of the line, in upper or lower case.
    package var text = ""
    /// Frames of these only; all lines when empty.
    package var statuses: Set<FrameStatus> = []
    /// Only what a reader of a book remarks.
    package var isOfBook = false

    package init(text: String = "", statuses: Set<FrameStatus> = [], isOfBook: Bool = false) {
        (self.text, self.statuses, self.isOfBook) = (text, statuses, isOfBook)
    }

    /// As it is typed: a text, and before it perhaps `=` with letters of statuses, as in `=HK talking`, or `@` for lines of a book.
    /// - Returns: `nil` when a letter after `=` is none of a status.
    package init?(typed: String) {
        if typed.first == "@" {
            self.init(text: typed.dropFirst().trimmed, isOfBook: true)
            return
        }
        guard typed.first == "=" else {
            self.init(text: typed)
            return
        }
        let parts = typed.dropFirst().split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let statuses = (parts.first ?? "").map { FrameStatus(letter: $0) }
        guard !statuses.contains(nil) else { return nil }
        self.init(text: parts.count > 1 ? String(parts[1]) : "", statuses: Set(statuses.compactMap { $0 }))
    }

    /// All that can stand after `=`: `S SYNC, I DESYNC(index)` and so on.
    package static var letterWords: String {
        FrameStatus.allCases.map { "\($0.letter) \($0.text)" }.joined(separator: ", ")
    }

    /// The form in which it can be typed again.
    package var typed: String {
        if isOfBook { return "@" + (text.isEmpty ? "" : " \(text)") }
        guard !statuses.isEmpty else { return text }
        let letters = String(FrameStatus.allCases.filter(statuses.contains).map(\.letter))
        return "=\(letters)" + (text.isEmpty ? "" : " \(text)")
    }

    package var isEmpty: Bool { text.isEmpty && statuses.isEmpty && !isOfBook }
}

/// A text to look for in lines of the log, whatever the case of ASCII letters.
struct LogNeedle: Hashable {
    private let bytes: [UInt8]
    private var line: [UInt8] = []
    /// Whether it may be what the status column says of a frame with faults, as `HELD GAP`: for other texts nobody has to know
    /// which faults mark a frame.
    let asksForFaults: Bool

    private static let faultNames = AuditFinding.Kind.faults.map { Array($0.rawValue.utf8) }
    private static let statuses = FrameStatus.allCases.map { Array($0.text.utf8) }

    init(_ text: String) {
        bytes = text.utf8.map(\.asciiLowercase)
        let words = bytes.split(separator: 0x20).map(Array.init)
        func isPart(_ word: [UInt8], _ names: [[UInt8]]) -> Bool {
            names.contains { $0.firstPlace(of: word, from: 0) != nil }
        }
        asksForFaults =
            words.contains { isPart($0, Self.faultNames) }
            && words.allSatisfy { isPart($0, Self.faultNames) || isPart($0, Self.statuses) }
    }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func isFound(in entry: LogEntry, of log: SessionLog) -> Bool {
        guard !bytes.isEmpty else { return true }
        line.removeAll(keepingCapacity: true)
        LogLine.write(entry, of: log, hasFaults: asksForFaults, into: &line)
        return line.firstPlace(of: bytes, from: 0) != nil
    }

    /// Where it stands in `text`, counted in bytes.
    func places(in text: String) -> [Range<Int>] {
        guard !bytes.isEmpty else { return [] }
        let line = text.utf8.map(\.asciiLowercase)
        var places: [Range<Int>] = []
        var start = 0
        while let found = line.firstPlace(of: bytes, from: start) {
            places.append(found..<found + bytes.count)
            start = found + bytes.count
        }
        return places
    }
}

extension UInt8 {
    fileprivate var asciiLowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
    /// `needle` must not be empty and be in lower case.
    fileprivate func firstPlace(of needle: [UInt8], from start: Int) -> Int? {
        guard let first = needle.first, count - start >= needle.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                var place = start
                while place <= bytes.count - needle.count {
                    if bytes[place].asciiLowercase == first {
                        var same = 1
                        while same < needle.count, bytes[place + same].asciiLowercase == needle[same] { same += 1 }
                        if same == needle.count { return place }
                    }
                    place += 1
                }
                return nil
            }
        }
    }
}

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
