import Events

/// Makes one group of cues that show the same text one after the other (reader 1.12).
enum CueGrouping {
    private static let gap = TimeSpan.milliseconds(60)

    /// - Parameter cues: in the order of time.
    static func groups(_ cues: [Cue]) -> [CueGroup] {
        let shown = cues.map(ShownCue.init)
        var groups: [CueGroup] = []
        var start = 0
        while start < shown.count {
            var end = start + 1
            var last = shown[start].end
            while end < shown.count, shown[end].isSame(as: shown[start]), shown[end].start - last <= gap {
                last = max(last, shown[end].end)
                end += 1
            }
            groups.append(group(shown[start..<end], end: last))
            start = end
        }
        return groups
    }

    private static func group(_ cues: ArraySlice<ShownCue>, end: TimeSpan) -> CueGroup {
        let first = cues[cues.startIndex]
        let lanes = PerLane { lane in first.lanes[lane]?.text }
        let marked = PerLane { lane in marks(cues, lane) }
        let words = PerLane { lane -> [WordTime] in
            guard let count = lanes[lane]?.tokens.count else { return [] }
            return marked[lane].isEmpty ? even(count, first.start, end) : times(marked[lane], count, first.start, end)
        }
        let isMarked = Lane.allCases.contains { !marked[$0].isEmpty }
        return CueGroup(start: first.start, end: end, lanes: lanes, words: words, isMarked: isMarked)
    }

    /// How many tokens have been reached from which time on; empty where nothing marks any.
    private static func marks(_ cues: ArraySlice<ShownCue>, _ lane: Lane) -> [(time: TimeSpan, reached: Int)] {
        let marks = cues.compactMap { cue in cue.lanes[lane]?.reached.map { (cue.start, $0) } }
        // A single cue that is all bold marks nothing.
        guard marks.count > 1 || marks.contains(where: { $0.1 < (cues.first?.lanes[lane]?.text.tokens.count ?? 0) })
        else {
            return []
        }
        return marks
    }

    private static func times(
        _ marks: [(time: TimeSpan, reached: Int)], _ count: Int, _ start: TimeSpan, _ end: TimeSpan
    ) -> [WordTime] {
        var times: [WordTime] = []
        for (place, mark) in marks.enumerated() where mark.reached > times.count {
            let next = place + 1 < marks.count ? marks[place + 1].time : end
            let new = min(mark.reached, count) - times.count
            guard new > 0 else { continue }
            let from = times.isEmpty && place == 0 ? start : mark.time
            times += even(new, from, max(from, next), firstIndex: times.count)
        }
        let rest = count - times.count
        return rest > 0 ? times + even(rest, times.last?.end ?? start, end, firstIndex: times.count) : times
    }

    private static func even(_ count: Int, _ start: TimeSpan, _ end: TimeSpan, firstIndex: Int = 0) -> [WordTime] {
        let length = max(0, (end - start).microseconds)
        func time(_ place: Int) -> TimeSpan { start + TimeSpan(microseconds: length / Int64(count) * Int64(place)) }
        return (0..<count).map { WordTime(firstIndex + $0, time($0), $0 + 1 == count ? max(start, end) : time($0 + 1)) }
    }
}

/// A cue by lanes.
struct ShownCue {
    struct Line {
        let text: LaneText
        /// Tokens up to the current one; `nil` where nothing marks one.
        let reached: Int?
    }

    let start: TimeSpan
    let end: TimeSpan
    let lanes: PerLane<Line?>

    /// Where no line has the color of originals, the lines of a cue are one text that was too long for a line; so are those that
    /// have it, and more others than there are lanes for.
    init(_ cue: Cue) {
        (start, end) = (cue.start, cue.end)
        let originals = cue.lines.filter { $0.has(CueColor.original) }
        let others = cue.lines.filter { !$0.has(CueColor.original) }
        let areLanes = !originals.isEmpty && others.count <= 2
        lanes = PerLane(
            original: Self.line(Self.joined(originals)),
            transliteration: areLanes ? others.dropFirst().first.flatMap(Self.line) : nil,
            translation: areLanes ? others.first.flatMap(Self.line) : Self.line(Self.joined(others)))
    }

    private static func joined(_ lines: [CueLine]) -> CueLine {
        CueLine(pieces: Array(lines.map(\.pieces).joined(separator: [CueLine.Piece(text: " ")])))
    }

    func isSame(as other: ShownCue) -> Bool {
        Lane.allCases.allSatisfy { lanes[$0]?.text.text == other.lanes[$0]?.text.text }
    }

    private static func line(_ line: CueLine) -> Line? {
        let text = line.text.kept
        let tokens = text.split(separator: " ").map(String.init)
        guard !tokens.isEmpty else { return nil }
        return Line(text: LaneText(text, tokens: tokens), reached: reached(line, tokens.count))
    }

    /// The bold piece is the current word; without one, that many are over which have the color of spoken ones.
    private static func reached(_ line: CueLine, _ count: Int) -> Int? {
        var (tokens, isApart) = (0, true)
        var (bold, spoken): (Int?, Int?) = (nil, nil)
        for piece in line.pieces {
            var hasWords = false
            for scalar in piece.text.unicodeScalars {
                switch TextScalar(scalar) {
                case .dropped: break
                case .space, .lineBreak, .paragraphEnd: isApart = true
                case .visible:
                    if isApart { tokens += 1 }
                    isApart = false
                    hasWords = hasWords || TextScalar.isSpeakable(scalar)
                }
            }
            guard hasWords else { continue }
            if piece.isBold { bold = tokens }
            if let color = piece.color, CueColor.spoken.contains(color) { spoken = tokens }
        }
        return (bold ?? spoken).map { min($0, count) }
    }
}
