import Cells
import Events

/// What lies at one pixel of the picture's source.
package struct ProbeState: Hashable, Sendable {
    /// 8 bits a channel, sRGB, straight alpha.
    package struct Color: Hashable, Sendable {
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8
        package var alpha: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }

    package var point: PixelPoint
    package var size: PixelSize
    package var base: Color?
    /// `nil` outside of the overlay.
    package var overlay: Color?
    package var composite: Color?

    package init(point: PixelPoint, size: PixelSize, base: Color?, overlay: Color?, composite: Color?) {
        self.point = point
        self.size = size
        self.base = base
        self.overlay = overlay
        self.composite = composite
    }
}

package enum ProbePanel {
    private static let columns = 46

    package static func popup(_ state: ProbeState, in layout: ScreenLayout) -> Panel {
        let rect = layout.inCorner(columns: columns, rows: 6)
        let rows = [line("base", state.base), line("overlay", state.overlay), line("both", state.composite)]
        let place = TextLine(" \(state.point.x),\(state.point.y) of \(state.size.width)x\(state.size.height)")
        let lines = ([place] + rows).prefix(max(0, rect.size.rows - 2))
        return Panel(
            rect, lines.map { $0.fitting(max(0, rect.size.columns - 2)) },
            border: Panel.Border(title: "pixel", style: TextStyle(.accent)))
    }

    private static func line(_ name: String, _ color: ProbeState.Color?) -> TextLine {
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

    private static func hex(_ color: ProbeState.Color) -> String {
        "#"
            + [color.red, color.green, color.blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16, uppercase: true)
            }.joined()
    }

    private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// How strong a channel is, in eighths.
    private static func bar(_ channel: UInt8) -> String { bars[Int(channel) / 32] }
}
