import Events

/// Makes one group of cues that show the same text at the same time, as on several layers, or one after the other (reader 1.12).
struct CueGrouping {
    private struct Group {
        var cues: [ShownCue]
        var end: TimeSpan
    }

    /// Between cues of one group.
    private static let gap = TimeSpan.milliseconds(60)
    /// The same, where another word is marked in each.
    private static let markedGap = TimeSpan.seconds(1)
    /// Of those that are shown at once.
    private static let mostOpen = 32

    private var groups: [Group] = []
    /// Those that may go on.
    private var open: [Int] = []

    /// - Parameter cues: in the order of time.
    static func groups(_ cues: [Cue]) -> [CueGroup] {
        var grouping = CueGrouping()
        for cue in cues { grouping.take(ShownCue(cue)) }
        return grouping.groups.map(group)
    }

    private mutating func take(_ cue: ShownCue) {
        open.removeAll { groups[$0].end + Self.markedGap < cue.start }
        guard let place = open.last(where: { goesOn(groups[$0], with: cue) }) else {
            open.append(groups.count)
            if open.count > Self.mostOpen { open.removeFirst() }
            groups.append(Group(cues: [cue], end: cue.end))
            return
        }
        groups[place].cues.append(cue)
        groups[place].end = max(groups[place].end, cue.end)
    }

    private func goesOn(_ group: Group, with cue: ShownCue) -> Bool {
        guard let last = group.cues.last, cue.isSame(as: last) else { return false }
        // What is sung again has times again.
        if cue.isTimed, last.isTimed, cue.start >= group.end { return false }
        return cue.start - group.end <= Self.gap || cue.isMarkedElsewhere(than: last)
    }

    private static func group(_ group: Group) -> CueGroup {
        let first = group.cues[0]
        let start = first.start
        let marks = PerLane { lane -> WordMarks? in
            let lines = group.cues.compactMap { cue in cue.lanes[lane].map { (line: $0, start: cue.start) } }
            return lines.isEmpty ? nil : WordMarks(lines)
        }
        let lanes = PerLane { lane in
            marks[lane].flatMap { marks in first.lanes[lane].map { LaneText($0.text, tokens: marks.tokens) } }
        }
        let words = PerLane { lane in marks[lane].map { times($0, start, group.end) } ?? [] }
        let isMarked = Lane.allCases.contains { !(marks[$0]?.anchors ?? []).isEmpty }
        return CueGroup(start: start, end: group.end, lanes: lanes, words: words, isMarked: isMarked)
    }

    // MARK: Times

    /// Words between two of which the times are known are spread evenly.
    private static func times(_ marks: WordMarks, _ start: TimeSpan, _ end: TimeSpan) -> [WordTime] {
        var anchors = marks.anchors.filter { (start...end).contains($0.time) }
        if let first = anchors.first, first.word > 0 {
            // Those before a word that is there from the start on share its time.
            if first.time == start { anchors[0].word = 0 } else { anchors.insert((0, start), at: 0) }
        } else if anchors.isEmpty {
            anchors = [(0, start)]
        }
        var times: [WordTime] = []
        for (place, anchor) in anchors.enumerated() {
            let next = place + 1 < anchors.count ? anchors[place + 1] : (word: marks.tokens.count, time: end)
            times += even(anchor.word..<next.word, anchor.time, next.time)
        }
        return times
    }

    private static func even(_ words: Range<Int>, _ start: TimeSpan, _ end: TimeSpan) -> [WordTime] {
        let (count, length) = (Int64(words.count), max(0, (end - start).microseconds))
        func time(_ word: Int) -> TimeSpan {
            start + TimeSpan(microseconds: length / count * Int64(word - words.lowerBound))
        }
        return words.map { WordTime($0, time($0), $0 + 1 == words.upperBound ? max(start, end) : time($0 + 1)) }
    }
}

/// A cue by lanes.
struct ShownCue {
    let start: TimeSpan
    let end: TimeSpan
    let lanes: PerLane<MarkedLine?>

    /// Where no line has the color of originals, the lines of a cue are one text that was too long for a line; so are those that
    /// have it, and more others than there are lanes for.
    init(_ cue: Cue) {
        (start, end) = (cue.start, cue.end)
        let originals = cue.lines.filter { $0.has(CueColor.original) }
        let others = cue.lines.filter { !$0.has(CueColor.original) }
        let areLanes = !originals.isEmpty && others.count <= 2
        lanes = PerLane(
            original: MarkedLine(CueLine.joined(originals)),
            transliteration: areLanes ? others.dropFirst().first.flatMap(MarkedLine.init) : nil,
            translation: areLanes ? others.first.flatMap(MarkedLine.init) : MarkedLine(CueLine.joined(others)))
    }

    func isSame(as other: ShownCue) -> Bool { Lane.allCases.allSatisfy { lanes[$0]?.text == other.lanes[$0]?.text } }

    var isTimed: Bool { Lane.allCases.contains { lanes[$0]?.isTimed == true } }

    /// Whether both have a word that looks unlike the others, and not the same one.
    func isMarkedElsewhere(than other: ShownCue) -> Bool {
        Lane.allCases.contains { lane in
            guard let line = lanes[lane], let before = other.lanes[lane] else { return false }
            return line.isMarked && before.isMarked && !line.looks(like: before)
        }
    }
}
