import Cells
import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// Figures of the session, as the statistics popup shows them.
package struct StatisticsState: Sendable {
    package var counters: Counters
    package var generation: Generation
    package var queuedChunks: Int
    package var decodedBytes: Int
    /// Bytes of pictures in memory.
    package var keptBytes = 0
    package var bufferReady: Int
    package var bufferKnown: Int
    /// Frames that were on screen, and those that gave way to newer ones before the terminal had taken the one before.
    package var painted = 0
    package var dropped = 0
    /// Of the log: up to the playhead, and in all.
    package var faults = (soFar: 0, inAll: 0)
    package var seams = Seams.notSought
    /// What nobody has looked at but the seams, in words.
    package var unjudged: String?
    /// Bytes of the last picture that was painted, and of all that the terminal was sent.
    package var frameBytes = 0
    package var totalBytes = 0
    /// Of the last pictures that were painted.
    package var timing = TimingSummary()
    /// Of the message on screen up to here, and of the one before.
    package var message: MessageFigures?
    package var messageBefore: MessageFigures?
    package var picture: CellSize
    package var pixels: PixelSize
    package var colors: String

    /// Why nothing is heard, or how loud it is.
    package var sound = ""
    /// Of the frame on screen, and of its chunk so far.
    package var drift: (frame: TimeSpan?, chunk: DriftFigures?) = (nil, nil)
    /// Of a live session; `nil` where a tape is played.
    package var session: SessionFigures?
    /// What the tape lacks, or has otherwise than it was recorded; `nil` where nobody has found anything.
    package var damage: String?

    /// Whether somebody looked at the pixels of all frames, and what came of it.
    package enum Seams: Hashable, Sendable {
        case notSought, sought
        /// Up to the playhead, and in all of the log.
        case found(soFar: Int, inAll: Int)
    }

    package init(
        counters: Counters, generation: Generation, queuedChunks: Int, decodedBytes: Int, bufferReady: Int,
        bufferKnown: Int, picture: CellSize, pixels: PixelSize, colors: String
    ) {
        self.counters = counters
        self.generation = generation
        self.queuedChunks = queuedChunks
        self.decodedBytes = decodedBytes
        self.bufferReady = bufferReady
        self.bufferKnown = bufferKnown
        self.picture = picture
        self.pixels = pixels
        self.colors = colors
    }
}

package enum StatisticsPanel {
    /// Cells of the popup, its border included.
    private static let columns = 54

    /// Of what others have named; folded, so that nothing is cut of what is usual.
    private static let mostOutsideCells = 120
    /// Names of figures, with the blank before them.
    private static let nameColumns = 11
    /// So many are enough for figures that are folded.
    private static let leastColumns = 34
    /// With less there is nothing to be gained beside the picture.
    private static let leastMargin = 12

    /// - Parameters:
    ///   - picture: the cells that are drawn on, where a margin beside them may be free.
    ///   - scroll: lines above the first one that is shown, where not all have room; no more than the limit.
    /// - Returns: with the limit, 0 where all of it is shown.
    package static func popup(
        _ state: StatisticsState, in layout: ScreenLayout, beside picture: CellRect? = nil, scroll: Int = 0
    ) -> (panel: Panel, scrollLimit: Int) {
        let rows = rows(state)
        if let picture, let area = layout.picture, let panel = beside(picture, of: area, Self.rows(state, isTall: true))
        {
            return (panel, 0)
        }
        let lines = folded(rows, min(columns, layout.size.columns))
        if hidesFigures(in: layout, rows: lines.count + 2) { return low(rows, in: layout, scroll: scroll) }
        let rect = layout.inCorner(columns: columns, rows: lines.count + 2)
        return (Panel(rect, lines, border: Panel.Border(title: "statistics", style: TextStyle(.accent))), 0)
    }

    /// In the margin, with figures folded where that is narrow; `nil` where there is none, and where it has no room for all of them.
    private static func beside(_ picture: CellRect, of area: CellRect, _ rows: [(String, String)]) -> Panel? {
        let (left, right) = (
            picture.origin.column - area.origin.column, area.columns.upperBound - picture.columns.upperBound
        )
        let margin = max(left, right)
        // A row each at the least.
        guard margin >= leastMargin, rows.count + 2 <= area.size.rows else { return nil }
        // What the margin has no room for lies over the picture's edge, as little as will do.
        for columns in margin.clamped(to: leastColumns...columns)...columns {
            let lines = folded(rows, columns)
            guard lines.count + 2 <= area.size.rows else { continue }
            let column = left >= right ? area.origin.column : area.columns.upperBound - columns
            let rect = CellRect(column: column, row: area.origin.row, columns: columns, rows: lines.count + 2)
            return Panel(rect, lines, border: Panel.Border(title: "statistics", style: TextStyle(.accent)))
        }
        return nil
    }

    private static func folded(_ rows: [(String, String)], _ columns: Int) -> [TextLine] {
        let cells = max(1, columns - 2 - nameColumns)
        return rows.flatMap { name, value in
            // What fits has its blanks, too: columns of figures stand below each other.
            let parts =
                TerminalText.cellWidth(of: value) <= cells ? [value] : TerminalText.wrapped(value, toCells: cells)
            return parts.enumerated().map { row, part in
                TextLine([
                    TextSpan(
                        " " + TerminalText.padded(row == 0 ? name : "", toCells: nameColumns - 1), TextStyle(.faint)),
                    TextSpan(part),
                ])
            }
        }
    }

    /// Whether the usual place would cover the inspector, or has too few rows.
    private static func hidesFigures(in layout: ScreenLayout, rows: Int) -> Bool {
        if layout.size.rows < rows + 1 { return true }
        guard let inspector = layout.inspector else { return false }
        return layout.inCorner(columns: columns, rows: rows).columns.upperBound > inspector.origin.column
    }

    /// As few rows as will do, over the log and the timeline.
    private static func low(
        _ rows: [(String, String)], in layout: ScreenLayout, scroll: Int
    ) -> (panel: Panel, scrollLimit: Int) {
        let cells = max(1, layout.size.columns - 2)
        var lines: [TextLine] = []
        var used = cells
        for (name, value) in rows {
            let wanted = 1 + TerminalText.cellWidth(of: name) + 1 + TerminalText.cellWidth(of: value)
            let span = [TextSpan(" " + name, TextStyle(.faint)), TextSpan(" " + value)]
            if used + 2 + wanted <= cells {
                lines[lines.count - 1].spans += [TextSpan("  ")] + span
                used += 2 + wanted
            } else if wanted <= cells {
                lines.append(TextLine(span))
                used = wanted
            } else {
                lines += folded([(name, value)], layout.size.columns)
                used = cells
            }
        }
        let rect = layout.above(rows: lines.count + 2)
        let room = max(0, rect.size.rows - 2)
        let limit = max(0, lines.count - room)
        let shown = lines.dropFirst(scroll.clamped(to: 0...limit)).prefix(room).map { $0.fitting(cells) }
        let title = limit == 0 ? "statistics" : "statistics  ↑↓"
        return (Panel(rect, shown, border: Panel.Border(title: title, style: TextStyle(.accent))), limit)
    }

    private static func words(_ seams: StatisticsState.Seams) -> String {
        switch seams {
        case .notSought: "not tested"
        case .sought: "not tested yet"
        case .found(let soFar, let inAll): "\(soFar) up to here, \(inAll) in total"
        }
    }

    private static func rows(_ state: StatisticsState, isTall: Bool = false) -> [(String, String)] {
        let c = state.counters
        let damage = state.damage.map { [("tape", OutsideText.shown($0, cells: mostOutsideCells))] } ?? []
        return rows(state.session) + damage + [
            ("message", "\(state.generation), \(c.messagesFinished) finished, \(plural(c.chunksFinished, "chunk"))"),
            ("frames", "\(c.shown) shown, \(c.held) held, \(c.skipped) skipped"),
            ("faults", "\(state.faults.soFar) up to here, \(state.faults.inAll) in total"),
        ] + rows(state.message, before: state.messageBefore) + [
            ("seams", words(state.seams) + (state.unjudged.map { "; \($0)" } ?? "")),
            ("stream", "\(c.lost) lost, \(c.late + c.lateSounds) late, \(c.duplicates) duplicate, \(c.stale) stale"),
            (
                "pictures",
                "\(c.decoded) decoded, \(c.decodeFailures) broken, \(ByteText.size(state.decodedBytes)) waiting"
            ),
            ("buffer", "\(state.bufferReady)/\(state.bufferKnown) frames, \(plural(state.queuedChunks, "chunk"))"),
            ("kept", "\(ByteText.size(state.keptBytes)) of pictures"),
            ("sound", OutsideText.shown(state.sound, cells: mostOutsideCells)), ("drift", drift(state)),
            ("played", "\(state.painted) drawn, \(state.dropped) dropped"),
            ("bytes", "\(ByteText.size(state.frameBytes)) per frame, \(ByteText.size(state.totalBytes)) in total"),
        ] + (isTall ? tallRows(state.timing) : rows(state.timing)) + [
            (
                "picture",
                state.picture.isEmpty
                    ? "none drawn, \(state.colors)"
                    : "\(state.picture.columns)x\(state.picture.rows) cells, \(state.pixels.width)x\(state.pixels.height) px, \(state.colors)"
            )
        ]
    }

    private static func drift(_ state: StatisticsState) -> String {
        guard let chunk = state.drift.chunk else { return "no sound" }
        func text(_ drift: TimeSpan) -> String { TimeText.signed(drift) }
        let frame = state.drift.frame.map { "\(text($0)) ms" } ?? "-"
        return "\(frame), in its chunk \(text(chunk.least)) to \(text(chunk.most))"
    }

    private static func rows(_ session: SessionFigures?) -> [(String, String)] {
        guard let session else { return [] }
        return [
            ("backend", OutsideText.shown(session.address, cells: mostOutsideCells)),
            ("link", session.transport ?? "none"), ("room", OutsideText.shown(session.room, cells: mostOutsideCells)),
            (
                "received",
                "\(plural(session.messages, "message")), \(ByteText.size(session.bytes)), \(ByteText.size(session.waitingBytes)) to write"
            ),
        ]
    }

    // MARK: One message

    private static func rows(_ message: MessageFigures?, before: MessageFigures?) -> [(String, String)] {
        guard let message else { return [] }
        var rows = [("look-ups", MessageText.lookups(message)), ("stalls", MessageText.stalls(message))]
        if !message.missed.isEmpty { rows.insert(("missed", MessageText.missed(message, atMost: 3)), at: 1) }
        if let before, before.lookups > 0 { rows.append(("before", MessageText.status(before))) }
        return rows
    }

    // MARK: Timing

    private static let stageColumns = FrameTiming.Stage.allCases.map { max(6, $0.rawValue.count + 1) }

    /// A table, so that stages can be compared at a glance.
    private static func rows(_ timing: TimingSummary) -> [(String, String)] {
        guard timing.count > 0 else { return [] }
        func row(_ name: String, _ figure: (TimingSummary.Figures) -> Double) -> (String, String) {
            let stages = FrameTiming.Stage.allCases.map { timing.stages[$0].map { figure($0).fixed(1) } ?? "-" }
            return (name, cells(stages + [figure(timing.total).fixed(1)]))
        }
        var rows = [
            ("ms ", cells(FrameTiming.Stage.allCases.map(\.rawValue) + ["all"])), row("p50", \.p50), row("p99", \.p99),
        ]
        if timing.slowCount > 0 { rows.append(("slow", timing.slowText)) }
        return rows
    }

    /// The same on its side, for a narrow panel.
    private static func tallRows(_ timing: TimingSummary) -> [(String, String)] {
        guard timing.count > 0 else { return [] }
        func row(_ name: String, _ figures: [String]) -> (String, String) {
            (name, figures.map { TerminalText.rightAligned($0, toCells: 7) }.joined())
        }
        func row(_ name: String, _ figures: TimingSummary.Figures?) -> (String, String) {
            row(
                name,
                [\TimingSummary.Figures.p50, \.p99].map { path in figures.map { $0[keyPath: path].fixed(1) } ?? "-" })
        }
        let stages = FrameTiming.Stage.allCases.map { row($0.rawValue, timing.stages[$0]) }
        let slow = timing.slowCount > 0 ? [("slow", timing.slowText)] : []
        return [row("ms", ["p50", "p99"])] + stages + [row("all", timing.total)] + slow
    }

    private static func cells(_ values: [String]) -> String {
        zip(values, stageColumns + [6]).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }.joined()
    }
}
