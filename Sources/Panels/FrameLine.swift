import Cells
import Engine
import Events

/// A frame record as one line of text in columns (reference 6.1, 6.4).
package enum FrameLine {
    /// Name and width in cells of each column; the last one takes what is left.
    private static let columns: [(name: String, width: Int)] = [
        ("frame", 6), ("time", 9), ("mode", 6), ("msg", 3), ("chunk", 9), ("base", 5), ("want", 5), ("late", 6),
        ("status", 14), ("clip / overlay", 0),
    ]

    package static var header: String {
        columns.map { $0.width == 0 ? $0.name : TextCells.padded($0.name, toCells: $0.width) }.joined(separator: " ")
    }

    package static func text(_ record: FrameRecord) -> String {
        let fields = [
            String(record.ordinal), time(record.shown), shortMode(record.mode), String(record.generation),
            place(record), String(record.baseIndex), want(record), late(record), record.status.text,
        ]
        let padded = zip(fields, columns).map { TextCells.padded($0, toCells: $1.width) }
        return (padded + [name(record)]).joined(separator: " ")
    }

    /// For narrow panels: place, base, status, and no more.
    package static func short(_ record: FrameRecord) -> String {
        let fields: [(String, Int)] = [
            (time(record.shown), 9), (place(record), 9), (String(record.baseIndex), 4), (record.status.text, 0),
        ]
        return fields.map { $1 == 0 ? $0 : TextCells.padded($0, toCells: $1) }.joined(separator: " ")
    }

    /// Seconds and milliseconds since the session began.
    package static func time(_ moment: Instant) -> String {
        let milliseconds = max(0, moment.microseconds / 1_000)
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func place(_ record: FrameRecord) -> String {
        record.position.map { "\($0.chunk):\($0.frame + 1)/\($0.frameCount)" } ?? "-"
    }

    private static func want(_ record: FrameRecord) -> String {
        record.demandedIndex == record.baseIndex && record.demandedClip == record.clip
            ? "=" : String(record.demandedIndex)
    }

    /// Milliseconds from when the frame was due to when it was shown.
    private static func late(_ record: FrameRecord) -> String {
        let late = (record.shown - record.due).microseconds / 1_000
        return late == 0 ? "0" : (late > 0 ? "+\(late)" : "\(late)")
    }

    private static func name(_ record: FrameRecord) -> String {
        let name = record.overlayKey?.rawValue ?? record.clip?.rawValue ?? "no picture yet"
        let note = record.note.map { " (\($0))" } ?? ""
        return TextCells.cut(TextCells.visible(name + note), toCells: Limits.shownNameCells)
    }

    package static func shortMode(_ mode: ModeName) -> String {
        switch mode {
        case .idle: "idle"
        case .transition: "bridge"
        case .overlay: "talk"
        case .finishingBase: "finish"
        case .returnTransition: "return"
        }
    }

    /// Colour of a status; the word itself says the same without colour.
    package static func color(_ status: FrameStatus) -> TextColor {
        switch status {
        case .sync: .good
        case .held, .skipped: .warning
        case .noOverlay: .info
        case .desyncIndex, .desyncClip, .desyncBaseMissing: .bad
        }
    }
}
