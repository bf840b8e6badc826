import Cells
import Debugger
import Engine
import Events
import Sessions
import Typesetting

/// Which columns the log of the step-debug screen has, by its width. A value that is wider than its column takes blanks
/// of those behind it, and pushes to the right what has none: nothing of it is lost.
///
/// Times of arrival, decoding and showing are milliseconds from when the frame was due: `-812` is 812 ms early.
struct LogColumns: Sendable {
    struct Column: Sendable {
        let name: String
        /// Cells without the blank after them; 0 takes what is left.
        var width: Int
        let alignment: Alignment
        let style: @Sendable (FrameRecord, SessionLog) -> TextStyle?
        let text: @Sendable (FrameRecord, SessionLog) -> String

        enum Alignment: Sendable { case left, right }

        init(
            _ name: String, _ width: Int, _ alignment: Alignment = .left,
            style: @escaping @Sendable (FrameRecord, SessionLog) -> TextStyle? = { _, _ in nil },
            _ text: @escaping @Sendable (FrameRecord, SessionLog) -> String
        ) {
            self.name = name
            self.width = width
            self.alignment = alignment
            self.style = style
            self.text = text
        }
    }

    /// None of a log without frames, such as a call's: its lines say when, what it is about and what happened.
    let columns: [Column]
    private var cells = 0

    private init(columns: [Column], cells: Int = 0) { (self.columns, self.cells) = (columns, cells) }

    /// - Parameter log: one of several messages names them in its places, for which there is room from 72 cells on.
    static func fitting(_ cells: Int, in log: SessionLog) -> LogColumns {
        guard log.frameCount > 0 else { return LogColumns(columns: [], cells: cells) }
        let columns = chosen(for: cells)
        guard cells >= 72, log.hasSeveralMessages else { return LogColumns(columns: columns) }
        return LogColumns(
            columns: columns.map { column in
                var column = column
                if column.name == place.name { column.width += 2 }
                return column
            })
    }

    private static func chosen(for cells: Int) -> [Column] {
        switch cells {
        case 140...: full
        case 118...: wide
        case 100...: large
        case 72...: middle
        case 38...: narrow
        default: tiny
        }
    }

    var header: String {
        guard !columns.isEmpty else {
            return TerminalText.rightAligned("time", toCells: Self.timeCells) + " "
                + TerminalText.padded("about", toCells: aboutCells) + "what happened"
        }
        return columns.map { column in
            column.width == 0 ? column.name : Self.filled(column.name, column) + " "
        }.joined()
    }

    /// What a note is about has a column where there are no others, else no width.
    var aboutCells: Int { columns.isEmpty ? cells < 60 ? 6 : 14 : 0 }
    static let timeCells = 8

    /// Of lines without a frame.
    var headerOfBook: String {
        guard !columns.isEmpty else { return header }
        let time = columns.first { $0.name == "time" }.map { Self.filled($0.name, $0) + " " } ?? ""
        return String(repeating: " ", count: indent) + time + "event"
    }

    /// Cells before the column with the time: lines without a frame leave them blank.
    var indent: Int {
        let before = columns.prefix { $0.name != "time" }
        return before.count == columns.count ? 0 : before.reduce(0) { $0 + $1.width + 1 }
    }

    func spans(_ record: FrameRecord, _ log: SessionLog) -> [TextSpan] {
        var spans: [TextSpan] = []
        // Cells by which the columns so far are wider than they should be.
        var excess = 0
        for column in columns {
            let text = column.text(record, log)
            let filled = column.width == 0 ? text : Self.filled(text, column, lessBy: excess)
            excess = max(0, excess + TerminalText.cellWidth(of: filled) - column.width)
            if let style = column.style(record, log) {
                spans.append(TextSpan(filled, style))
                spans.append(TextSpan(" "))
            } else if spans.last?.style == .plain {
                spans[spans.count - 1].text += filled + " "
            } else {
                spans.append(TextSpan(filled + " "))
            }
        }
        // Blanks at the end would count as something that is cut off.
        while let last = spans.last, last.text.allSatisfy({ $0 == " " }) { spans.removeLast() }
        if let last = spans.last, last.text.last == " " { spans[spans.count - 1].text.removeLast() }
        return spans
    }

    /// - Parameter excess: cells of blanks that are left out, as far as there are any.
    private static func filled(_ text: String, _ column: Column, lessBy excess: Int = 0) -> String {
        let cells = column.width - excess
        guard column.alignment == .left else { return TerminalText.rightAligned(text, toCells: cells) }
        return text + String(repeating: " ", count: max(0, cells - TerminalText.cellWidth(of: text)))
    }

    // MARK: The sets

    private static let full = [
        frame, time, mode, message, letter, place, count, base, want, character, picture, arrived, decoded, late, hold,
        status, clip, overlay,
    ]
    private static let wide = [
        frame, time, letter, place, base, want, character, picture, arrived, decoded, late, hold, status, shortOverlay,
    ]
    /// The letter says the status, so that a usual overlay's name has room.
    private static let large = [
        frame, time, letter, place, base, want, picture, arrived, decoded, late, hold, shortOverlay,
    ]
    private static let middle = [frame, time, letter, place, base, want, arrived, decoded, late, hold, overlayOrClip]
    private static let narrow = [time, letter, place, base, want, late, overlayOrClip]
    private static let tiny = [letter, place, base]

    private static let frame = Column("frame", 6, .right) { record, _ in String(record.ordinal) }
    private static let time = Column("time", timeCells, .right) { record, _ in record.shown.inSeconds }
    private static let mode = Column("mode", 6) { record, _ in record.mode.word }
    private static let message = Column("msg", 3, .right) { record, _ in String(record.generation) }
    /// `!` where the status is good and a fault marks the frame.
    private static let letter = Column("S", 1, style: statusStyle) { record, log in
        let isFaulty = record.status == .sync && !log.faults(marking: record.ordinal).isEmpty
        return isFaulty ? "!" : String(record.status.letter)
    }
    private static let status = Column("status", 10, style: statusStyle) { record, log in
        record.status.words(with: log.faults(marking: record.ordinal).map(\.kind))
    }
    /// Chunk, section and sequence, as they can be typed.
    private static let place = Column("chunk", 8) { record, log in log.name(of: record)?.typed ?? "-" }
    /// Frame of its chunk, counted from 1, and how many there are.
    private static let count = Column("of", 7) { record, _ in
        record.position.map { "\($0.frame + 1)/\($0.frameCount)" } ?? ""
    }
    private static let base = Column("base", 4, .right) { record, _ in
        record.clip == nil ? "-" : String(record.baseIndex)
    }
    /// `=` where it is the drawn one; `!` and the index that the overlay fits where that is neither.
    private static let want = Column("want", 4, .right, style: wantStyle) { record, log in
        log.madeFor(record.ordinal).map { "!\($0)" } ?? FrameLine.want(record)
    }
    private static let character = Column("ch", 2) { record, _ in
        OutsideText.shown(record.character ?? "", cells: 2)
    }
    /// Whether the overlay's picture was there: decoded, arrived only, or not at all.
    private static let picture = Column("pic", 3) { record, _ in
        // What stays of a held frame is the picture of the one before.
        guard record.arrived != nil || record.overlayKey != nil && record.status != .held else { return "" }
        return record.decoded != nil ? "yes" : (record.arrived != nil ? "raw" : "no")
    }
    private static let arrived = Column("arr", 6, .right) { record, _ in
        record.arrived.map { TimeText.signed($0 - record.due) } ?? ""
    }
    private static let decoded = Column("dec", 6, .right) { record, _ in
        record.decoded.map { TimeText.signed($0 - record.due) } ?? ""
    }
    private static let late = Column("late", 5, .right) { record, _ in
        record.wasShown ? TimeText.signed(record.shown - record.due) : ""
    }
    private static let hold = Column("hold", 5, .right) { record, log in
        guard record.status == .held else { return "" }
        return log.hold(at: record).map(TimeText.unsigned) ?? "..."
    }
    private static let clip = Column("clip", 23) { record, _ in FrameLine.clipName(record) }
    private static let overlay = Column("overlay", 0) { record, _ in FrameLine.overlayName(record) }
    private static let shortOverlay = Column("overlay", 0) { record, _ in
        FrameLine.overlayName(record, isShort: true)
    }
    private static let overlayOrClip = Column("overlay or clip", 0) { record, _ in FrameLine.name(record) }

    @Sendable private static func wantStyle(_ record: FrameRecord, _ log: SessionLog) -> TextStyle? {
        record.status == .seam ? TextStyle(.bad, isBold: true) : nil
    }

    @Sendable private static func statusStyle(_ record: FrameRecord, _ log: SessionLog) -> TextStyle? {
        let color = record.status.role(with: log.faults(marking: record.ordinal).map(\.kind)).textColor
        return TextStyle(color, isBold: color == .bad)
    }
}
