import Cells
import Debugger
import Events

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

/// Lanes over time, most important first; as many as there are rows for.
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
        let stretch = TimelineStretch(log: log, index: index, state: state, scale: scale, bins: bins)
        let lines = TimelineLane.allCases.prefix(rect.size.rows).map { lane in
            line(lane, stretch, labelCells: rect.size.columns - scale.columns)
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

    private static func line(_ lane: TimelineLane, _ stretch: TimelineStretch, labelCells: Int) -> TextLine {
        var cells = stretch.cells(of: lane)
        if let column = stretch.scale.column(stretch.state.playhead), lane != .axis {
            cells[column].style.isReverse = true
        }
        let label = TextSpan(TextCells.padded(lane.label, toCells: labelCells), TextStyle(.faint))
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

/// One row of the timeline.
enum TimelineLane: CaseIterable {
    case axis, chunk, status, mode, arrival, mark, decoding, hold, skip, freeze, sound, came, lost, message

    var label: String {
        switch self {
        case .axis: "time"
        case .chunk: "chunk"
        case .status: "stat"
        case .mode: "mode"
        case .arrival: "arr"
        case .mark: "mark"
        case .decoding: "dec"
        case .hold: "hold"
        case .skip: "skip"
        case .freeze: "frz"
        case .sound: "snd"
        case .came: "came"
        case .lost: "lost"
        case .message: "msg"
        }
    }
}

extension TimelinePanel {
    /// What the signs of the lanes mean, for the help.
    package static let legend: [(sign: String, meaning: String)] = [
        ("chunk", "|3── chunk 3 from its first frame on, # several"),
        ("stat", "─ sync, · clip only, else the worst letter"),
        ("mode", "T talk, b bridge, f finish, r return, · idle"),
        ("arr dec", "▁ under 25 ms before due … █ over 1.6 s, ! too late, × not there"),
        ("mark", "◆ mark, ● breakpoint, A B slots, = selection"),
        ("hold", "▁ under 40 ms … █ over 2.5 s"),
        ("skip", "frames passed over"),
        ("frz", "F freeze, g gap between chunks"),
        ("snd", "~ with the picture, + over 40 ms ahead, - behind"),
        ("came", "chunk (last digit) of which something came, * several"),
        ("lost", "L lost, l late, 2 twice, x stale, n note"),
        ("░", "not heard yet"),
    ]
}
