import Events

/// A line of a file of ASS.
struct ASSEvent {
    enum Kind {
        case line
        /// Made by a program, syllable by syllable (`fx`).
        case effect
        /// What the program made them of; it is not shown.
        case source
    }

    var cue: Cue
    let kind: Kind
    /// Layer and style: what stands in one row has the same.
    let row: String
    let place: (x: Double, y: Double)?

    /// Whether it may be a part of a line.
    var isPart: Bool { kind != .source && (kind == .effect || place != nil) }

    /// Its letters, without any blank.
    var letters: String {
        var letters = String.UnicodeScalarView()
        for line in cue.lines {
            for piece in line.pieces {
                letters.append(contentsOf: piece.text.unicodeScalars.filter { TextScalar($0) == .visible })
            }
        }
        return String(letters)
    }

    func overlaps(_ other: ASSEvent) -> Bool { cue.start < other.cue.end && other.cue.start < cue.end }
}

/// Lines that are shown syllable by syllable, each as a line of its own, are one line.
enum ASSSyllables {
    /// - Returns: cues in the order of the file; each line is there once, however it is shown.
    static func joined(_ events: [ASSEvent]) -> [Cue] {
        guard events.contains(where: \.isPart) else { return events.filter { $0.kind != .source }.map(\.cue) }
        var kept = events.map { $0.kind != .source }
        coverParts(events, &kept)
        return joinRows(zip(events, kept).filter(\.1).map(\.0))
    }

    // MARK: Parts of a line that is there

    /// Bytes of a line that has parts.
    private static let longest = 2_000
    /// Whole lines that one part is compared with.
    private static let mostLines = 16

    /// Leaves out the parts that together are a whole line of the same time, and shows the line that they were made of.
    private static func coverParts(_ events: [ASSEvent], _ kept: inout [Bool]) {
        let letters = events.map(\.letters)
        let wholes = events.indices.filter { events[$0].kind != .effect }.sorted {
            (events[$0].cue.start, $0) < (events[$1].cue.start, $1)
        }
        let starts = wholes.map { events[$0].cue.start }
        /// Of each whole line and row, its parts.
        var parts: [Int: [String: [Int]]] = [:]
        for part in events.indices where events[part].isPart {
            let end = starts.partitioningIndex { $0 >= events[part].cue.end }
            for whole in wholes[..<end].suffix(mostLines)
            where whole != part && letters[whole].utf8.count <= longest
                && letters[whole].utf8.count > letters[part].utf8.count
                && events[whole].overlaps(events[part]) && letters[whole].contains(letters[part])
            {
                parts[whole, default: [:]][events[part].row, default: []].append(part)
            }
        }
        for (whole, rows) in parts {
            let isSource = events[whole].kind == .source
            for row in rows.values where isSource || isWhole(row.map { letters[$0] }, letters[whole]) {
                for part in row { kept[part] = false }
                kept[whole] = true
            }
        }
    }

    /// Whether parts are all of a line, once or several times over.
    private static func isWhole(_ parts: [String], _ whole: String) -> Bool {
        var rest = whole[...]
        for part in parts {
            if rest.isEmpty { rest = whole[...] }
            guard rest.utf8.starts(with: part.utf8) else { return false }
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: part.utf8.count)...]
        }
        return rest.isEmpty
    }

    // MARK: Rows

    /// Parts side by side, shown together, are a line.
    private static func joinRows(_ events: [ASSEvent]) -> [Cue] {
        var cues: [Cue] = []
        var start = 0
        while start < events.count {
            var end = start + 1
            while end < events.count, isNext(events[end], behind: events[end - 1]) { end += 1 }
            cues.append(end - start == 1 ? events[start].cue : row(events[start..<end]))
            start = end
        }
        return cues
    }

    private static func isNext(_ event: ASSEvent, behind other: ASSEvent) -> Bool {
        guard let place = event.place, let before = other.place, event.row == other.row else { return false }
        guard place.y == before.y, place.x > before.x, event.cue.lines.count == 1, other.cue.lines.count == 1 else {
            return false
        }
        return event.overlaps(other) && (event.cue.start == other.cue.start || event.cue.end == other.cue.end)
            && event.cue.start >= other.cue.start
    }

    private static func row(_ events: ArraySlice<ASSEvent>) -> Cue {
        let pieces = events.flatMap { $0.cue.lines.flatMap(\.pieces) }
        let isSpaced = pieces.contains { $0.text.first == " " || $0.text.last == " " }
        // Letters and syllables touch each other; words do not.
        let isCut = isSpaced || pieces.allSatisfy { $0.text.unicodeScalars.count <= 2 }
        let start = events.map(\.cue.start).min() ?? .zero
        // What is there at once says nothing of times.
        let isAtOnce = events.allSatisfy { $0.cue.start == start }
        var line = CueLine()
        for event in events {
            var own = event.cue.lines.flatMap(\.pieces)
            if !isAtOnce, !own.isEmpty, own[0].time == nil { own[0].time = event.cue.start }
            if !isCut, !line.pieces.isEmpty { line.pieces.append(CueLine.Piece(text: " ")) }
            line.pieces += own
        }
        return Cue(start: start, end: events.map(\.cue.end).max() ?? start, lines: [line])
    }
}

extension Array {
    /// - Parameter isBehind: false for all elements up to a place, true from there on.
    fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
