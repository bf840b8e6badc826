import Cells
import Engine
import Events
import Typesetting

/// Which frames stand side by side, and what tells them apart.
package enum PairPanel {
    /// At the top of a picture: the slot, the frame and its status.
    package static func label(_ name: String, _ record: FrameRecord?, over picture: CellRect) -> Panel {
        let number = record.map { " \($0.ordinal) " } ?? " - "
        let status = record?.status.text ?? ""
        let line = TextLine([
            TextSpan(" \(name)", TextStyle(.info, isBold: true, isReverse: true)),
            TextSpan(number, TextStyle(isBold: true, isReverse: true)),
            TextSpan(
                "\(status) ",
                TextStyle(record?.status.role.textColor ?? .plain, isBold: true, isReverse: true)),
        ])
        let columns = max(0, min(line.cellWidth, picture.size.columns))
        let rect = CellRect(origin: picture.origin, size: CellSize(columns: columns, rows: min(1, picture.size.rows)))
        return Panel(rect, rect.size.rows > 0 ? [line.fitting(columns)] : [])
    }

    /// One line: as many whole parts as there is room for.
    package static func difference(
        _ a: FrameRecord?, _ b: FrameRecord?, _ name: String, in rect: CellRect
    ) -> Panel {
        guard let a, let b, rect.size.rows > 0 else { return Panel(rect, []) }
        var line = TextLine([TextSpan(" A → \(name)", TextStyle(.info, isBold: true))])
        var room = rect.size.columns - TerminalText.cellWidth(of: line.spans[0].text)
        for part in parts(a, b) {
            let text = "  " + part
            room -= TerminalText.cellWidth(of: text)
            if room < 0 { break }
            line.spans.append(TextSpan(text))
        }
        return Panel(rect, [line.fitting(max(0, rect.size.columns))])
    }

    private static func parts(_ a: FrameRecord, _ b: FrameRecord) -> [String] {
        let frames = b.ordinal - a.ordinal
        var parts = ["\(frames > 0 ? "+" : "")\(plural(frames, "frame"))", TimeText.signedWords(b.shown - a.shown)]
        let isSameClip = a.clip == b.clip
        if isSameClip, a.baseIndex == b.baseIndex {
            parts.append("same base")
        } else {
            parts.append("base \(a.baseIndex) → \(b.baseIndex)" + (isSameClip ? "" : " of another clip"))
        }
        if a.drawnOverlay == b.drawnOverlay {
            parts.append(a.drawnOverlay == nil ? "no overlays" : "same overlay")
        } else {
            let (first, second) = (sheet(a), sheet(b))
            parts.append(
                first == second ? "overlay \(first) of another base" : "overlay \(first) → \(second)")
        }
        if !isSameClip { parts.append("clip \(shown(a.clip?.rawValue)) → \(shown(b.clip?.rawValue))") }
        return parts
    }

    /// What tells one mouth from another.
    private static func sheet(_ record: FrameRecord) -> String {
        guard record.drawnOverlay != nil else { return "-" }
        let name = FrameLine.overlayName(record, isShort: true)
        return OutsideText.shown(name.split(separator: " ").first.map(String.init) ?? name, cells: 24)
    }

    private static func shown(_ name: String?) -> String { OutsideText.shown(name ?? "-", cells: 40) }
}

extension FrameRecord {
    /// `nil` also where the base was drawn without the one that came.
    fileprivate var drawnOverlay: PictureKey? { status == .noOverlay ? nil : overlayKey }
}
