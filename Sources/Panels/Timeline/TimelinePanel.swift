import Cells
import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// What the timeline is drawn from.
package struct TimelineState: Sendable {
    package var view: TimelineView
    /// Session time at the playhead.
    package var playhead: Instant
    /// Until when there is anything to show.
    package var heard: Instant
    /// Of the whole tape, when known.
    package var duration: Instant?
    package var landmarks: Landmarks
    /// How loud the chunks in view are, as `SoundLevels` says.
    package var levels: [SessionLog.ChunkName: [UInt8]] = [:]

    package init(
        view: TimelineView, playhead: Instant, heard: Instant, duration: Instant? = nil,
        landmarks: Landmarks = Landmarks()
    ) {
        self.view = view
        self.playhead = playhead
        self.heard = heard
        self.duration = duration
        self.landmarks = landmarks
    }
}

/// Lanes over time; as many as there are rows for, the most important ones of those in which there is anything.
package enum TimelinePanel {
    package static func panel(
        _ log: SessionLog, _ index: TimelineIndex, _ state: TimelineState, in rect: CellRect
    ) -> Panel {
        guard !rect.isEmpty else { return Panel(rect, []) }
        let scale = scale(state.view, in: rect)
        let bins = (0..<scale.columns).map { column in
            scale.time(column) <= state.heard
                ? index.bin(index.frames(from: scale.time(column), before: scale.time(column + 1))) : nil
        }
        let stretch = TimelineDrawing(log: log, index: index, state: state, scale: scale, bins: bins)
        let chosen = TimelineLane.chosen(rows: rect.size.rows, busy: TimelineLane.busy(index, state.landmarks))
        let lines = chosen.lanes.map { lane in
            line(lane, stretch, labelCells: rect.size.columns - scale.columns, leftOut: chosen.leftOut)
        }
        return Panel(rect, lines)
    }

    /// The moment at which the column of a cell begins; `nil` beside the lanes.
    package static func time(at point: CellPoint, _ view: TimelineView, in rect: CellRect) -> Instant? {
        let scale = scale(view, in: rect)
        let column = point.column - rect.origin.column - (rect.size.columns - scale.columns)
        guard rect.contains(point), (0..<scale.columns).contains(column) else { return nil }
        return scale.time(column)
    }

    private static func scale(_ view: TimelineView, in rect: CellRect) -> TimeScale {
        let labels = rect.size.columns >= 30 ? labelCells : 0
        return TimeScale(from: view.from, span: view.span, columns: max(0, rect.size.columns - labels))
    }

    private static let labelCells = 6

    private static func line(
        _ lane: TimelineLane, _ stretch: TimelineDrawing, labelCells: Int, leftOut: Int
    ) -> TextLine {
        var cells = stretch.cells(of: lane)
        if let column = stretch.scale.column(stretch.state.playhead), lane != .axis {
            cells[column].style.isReverse = true
        }
        // The uppermost one says how many there is no room for.
        let isCut = lane == .axis && leftOut > 0
        let label = TextSpan(
            TerminalText.padded(
                isCut ? "+\(leftOut)" : lane.label, toCells: labelCells),
            TextStyle(isCut ? .warning : .faint))
        var spans = labelCells > 0 ? [label] : []
        for cell in cells {
            if let last = spans.indices.last, spans[last].style == cell.style {
                spans[last].text += cell.text
            } else {
                spans.append(TextSpan(cell.text, cell.style))
            }
        }
        return TextLine(spans)
    }
}

extension TimelinePanel {
    /// What the signs of the lanes mean, for the help.
    package static let legend: [(sign: String, meaning: String)] = [
        ("chunk", "|3── chunk 3 from its first frame, # several"),
        ("stat", "─ sync, · clip only, ! fault, else the worst letter"),
        ("mode", "T talk, b bridge, f finish, r return, · idle"),
        ("arr dec", "▁ under 25 ms before due … █ over 1.6 s, ! too late, × not there"),
        ("mark", "◆ mark, ● breakpoint, A B slots, = selection"),
        ("+3", "lanes hidden for lack of space"),
        ("hold", "▁ under 40 ms … █ over 2.5 s"),
        ("skip", "skipped frames"),
        ("frz", "F freeze, g gap between chunks"),
        (
            "snd",
            "~ in sync, + lips over \(DriftRating.soundBehind.words) ahead, "
                + "- sound over \(DriftRating.soundAhead.words) ahead"
        ),
        ("came", "chunk (last digit) with data received, * several"),
        ("lost", "L lost, l late, 2 duplicate, x stale, n note"),
        ("░", "not indexed yet"),
    ]
}

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
