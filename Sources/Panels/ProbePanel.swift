import Cells
import Events
import Frames

/// What lies at one pixel of the picture's source.
package enum ProbePanel {
    private static let columns = 46

    package static func popup(_ reading: PixelReading, in layout: ScreenLayout) -> Panel {
        let rect = layout.inCorner(columns: columns, rows: 6)
        let rows = [line("base", reading.base), line("overlay", reading.overlay), line("both", reading.composite)]
        let place = TextLine(" \(reading.point.x),\(reading.point.y) of \(reading.size.width)x\(reading.size.height)")
        let lines = ([place] + rows).prefix(max(0, rect.size.rows - 2))
        return Panel(
            rect, lines.map { $0.fitting(max(0, rect.size.columns - 2)) },
            border: Panel.Border(title: "pixel", style: TextStyle(.accent)))
    }

    private static func line(_ name: String, _ color: PixelReading.Value?) -> TextLine {
        let label = TextSpan(" " + TextCells.padded(name, toCells: 8), TextStyle(.faint))
        guard let color else { return TextLine([label, TextSpan("-")]) }
        let numbers = [color.red, color.green, color.blue].map { BreakpointsPanel.right(String($0), 4) }.joined()
        let alpha = color.alpha == 255 ? "" : "  alpha \(color.alpha)"
        return TextLine([
            label, TextSpan(hex(color), TextStyle(isBold: true)), TextSpan(numbers + "  "),
            TextSpan(bar(color.red), TextStyle(.bad)), TextSpan(bar(color.green), TextStyle(.good)),
            TextSpan(bar(color.blue), TextStyle(.info)), TextSpan(alpha),
        ])
    }

    private static func hex(_ color: PixelReading.Value) -> String {
        "#"
            + [color.red, color.green, color.blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16, uppercase: true)
            }.joined()
    }

    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// How strong a channel is, in eighths.
    private static func bar(_ channel: UInt8) -> String { bars[Int(channel) / 32] }
}
