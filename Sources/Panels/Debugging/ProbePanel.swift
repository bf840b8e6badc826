import Cells
import Events
import Frames
import Typesetting

/// What lies at one pixel of the picture's source: base frame, overlay and both, and the color itself beside them.
package enum ProbePanel {
    /// Cells of the text and of the color at its left; the text's border included where it has one.
    private struct Form {
        let columns: Int
        let rows: Int
        let swatch: Int
        let hasBorder: Bool

        /// With decimal figures.
        static let full = Form(columns: 41, rows: 6, swatch: 6, hasBorder: true)
        static let compact = Form(columns: 19, rows: 4, swatch: 4, hasBorder: false)

        /// The largest that leaves most of a picture free.
        static func fitting(_ picture: CellSize) -> Form? {
            if picture.columns >= 60, picture.rows >= 16 { return .full }
            return picture.columns >= 36 && picture.rows >= 7 && compact.hasCorner(in: picture) ? .compact : nil
        }

        /// Whether one of the corners is free wherever the pixel is.
        private func hasCorner(in picture: CellSize) -> Bool {
            2 * (columns + swatch) < picture.columns || 2 * rows < picture.rows
        }
    }

    /// - Parameters:
    ///   - cell: where the pixel is; `nil` when it is not in view.
    ///   - picture: what the popup may cover a part of.
    /// - Returns: the popup, and cells of the picture that are to show the color.
    package static func popup(
        _ reading: PixelReading, at cell: CellPoint?, on picture: CellRect, in layout: ScreenLayout
    ) -> (panel: Panel, swatch: CellRect?) {
        guard let form = Form.fitting(picture.size) else { return (line(reading, at: cell, in: layout), nil) }
        let rect = ScreenLayout.corner(
            of: picture, columns: form.columns + form.swatch, rows: form.rows, awayFrom: cell ?? picture.origin)
        let swatch = CellRect(origin: rect.origin, size: CellSize(columns: form.swatch, rows: rect.size.rows))
        let text = CellRect(
            column: rect.origin.column + form.swatch, row: rect.origin.row,
            columns: max(0, rect.size.columns - form.swatch), rows: rect.size.rows)
        let room = form.hasBorder ? 2 : 0
        let lines = lines(reading, hasFigures: form.hasBorder).prefix(max(0, text.size.rows - room))
            .map { $0.fitting(max(0, text.size.columns - room)) }
        let border = form.hasBorder ? Panel.Border(title: "pixel", style: TextStyle(.accent)) : nil
        return (Panel(text, lines, border: border), swatch)
    }

    private static func lines(_ reading: PixelReading, hasFigures: Bool) -> [TextLine] {
        let size = hasFigures ? " of \(reading.size.width)x\(reading.size.height)" : ""
        return [TextLine(" \(reading.point.x),\(reading.point.y)\(size)")]
            + parts(reading).map { name, value in
                let label = TextSpan(" " + TerminalText.padded(name, toCells: 10), TextStyle(.faint))
                guard let value else { return TextLine([label, TextSpan("-")]) }
                let figures = hasFigures ? TextSpan(Self.figures(value)) : TextSpan("")
                return TextLine([label, TextSpan(hex(value), TextStyle(isBold: true)), figures])
            }
    }

    private static func parts(_ reading: PixelReading) -> [(String, PixelReading.Value?)] {
        [("base", reading.base), ("overlay", reading.overlay), ("composite", reading.composite)]
    }

    /// Where the picture is too small for a popup: as few rows as will do above the status line, or at the top when the pixel
    /// is there.
    private static func line(_ reading: PixelReading, at cell: CellPoint?, in layout: ScreenLayout) -> Panel {
        let cells = layout.size.columns
        let words =
            ["\(reading.point.x),\(reading.point.y)"]
            + parts(reading).map { "\($0) \($1.map(hex) ?? "-")" }
        var lines: [String] = []
        for word in words {
            if let last = lines.last, TerminalText.cellWidth(of: last) + 2 + TerminalText.cellWidth(of: word) < cells {
                lines[lines.count - 1] += "  " + word
            } else {
                lines.append(" " + word)
            }
        }
        var rect = layout.above(rows: lines.count)
        if let cell, rect.contains(cell) { rect.origin.row = 0 }
        return Panel(rect, lines.prefix(rect.size.rows).map { TextLine($0).fitting(cells) })
    }

    private static func figures(_ value: PixelReading.Value) -> String {
        let channels = [value.red, value.green, value.blue].map { TerminalText.rightAligned(String($0), toCells: 4) }
        return channels.joined() + (value.alpha == 255 ? "" : " a\(value.alpha)")
    }

    private static func hex(_ value: PixelReading.Value) -> String {
        "#"
            + [value.red, value.green, value.blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16, uppercase: true)
            }.joined()
    }
}
