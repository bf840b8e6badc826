import Engine
import Events
import Typesetting

/// A frame record as one line of text in columns (specification 6.1, 6.4). A value that is wider than its column pushes the
/// others to the right: none of it is lost.
package enum FrameLine {
    /// Name and width in cells of each column; the last one takes what is left.
    private static let columns: [(name: String, width: Int)] = [
        ("frame", 5), ("time", 8), ("mode", 6), ("msg", 3), ("chunk", 8), ("base", 4), ("want", 4), ("late", 5),
        ("status", 10), ("overlay and clip", 0),
    ]

    package static var header: String { heading(columns) }

    package static func text(_ record: FrameRecord) -> String {
        let fields = [
            String(record.ordinal), record.shown.inSeconds, record.mode.word, String(record.generation),
            place(record), String(record.baseIndex), want(record), TimeText.signed(record.shown - record.due),
            record.status.words(with: []),
        ]
        return zip(fields, columns).map { TerminalText.column($0, toCells: $1.width + 1) }.joined() + name(record)
    }

    private static func heading(_ columns: [(name: String, width: Int)]) -> String {
        columns.map { $0.width == 0 ? $0.name : TerminalText.column($0.name, toCells: $0.width + 1) }.joined()
    }

    private static func place(_ record: FrameRecord) -> String {
        record.position.map { "\($0.chunk):\($0.frame + 1)/\($0.frameCount)" } ?? "-"
    }

    static func want(_ record: FrameRecord) -> String {
        guard record.demandedClip != nil else { return "-" }
        return record.demandedIndex == record.baseIndex && record.demandedClip == record.clip
            ? "=" : String(record.demandedIndex)
    }

    /// The overlay, or where there is none the clip.
    static func name(_ record: FrameRecord) -> String {
        shown(record.overlayKey.map { sheetFirst($0, false) } ?? record.clip?.rawValue ?? "no picture yet", record.note)
    }

    /// The overlay alone.
    static func overlayName(_ record: FrameRecord, isShort: Bool = false) -> String {
        shown(record.overlayKey.map { sheetFirst($0, isShort) } ?? "-", record.note)
    }

    /// The clip as drawn, and where another one was wanted that one too.
    static func clipName(_ record: FrameRecord) -> String {
        let drawn = record.clip?.rawValue ?? "-"
        guard let demanded = record.demandedClip, demanded != record.clip else { return shown(drawn, nil) }
        return shown("\(drawn), demanded \(demanded.rawValue)", nil)
    }

    private static func shown(_ name: String, _ note: String?) -> String {
        OutsideText.shown(name + (note.map { " (\($0))" } ?? ""), cells: Limits.shownNameCells)
    }

    /// What tells one mouth from another stands at the end of a usual key, where narrow panels would cut it off.
    /// - Parameter isShort: without the ending of the file's name.
    private static func sheetFirst(_ key: PictureKey, _ isShort: Bool) -> String {
        let parts = key.rawValue.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, let sheet = parts.last, !sheet.isEmpty else { return key.rawValue }
        let stem = isShort ? sheet.lastIndex(of: ".").map { sheet[..<$0] } ?? sheet : sheet
        return "\(stem.isEmpty ? sheet : stem) \(parts.dropLast().joined(separator: "/"))"
    }
}
