import Cells
import Events
import Typesetting

/// Color ramps and block patterns in plain lines, so that they stay in the scroll-back.
enum TestCard {
    private static let mostCells = 72

    static func lines(_ quantizer: Quantizer, _ style: BlockStyle = .any, width: Int) -> [String] {
        let hues: [(name: String, color: (Int) -> UInt32)] = [
            ("red", { UInt32($0) << 16 }), ("green", { UInt32($0) << 8 }), ("blue", { UInt32($0) }),
        ]
        let grays: [(name: String, color: (Int) -> UInt32)] = [
            ("gray", { UInt32($0) * 0x010101 }), ("skin", { skin($0) }),
        ]
        let hasColors = quantizer.depth != .none
        let ramps = (hasColors ? hues : []) + grays
        let room = max(1, min(width, mostCells) - 8)
        var lines = TerminalText.wrapped(expectation(quantizer.depth), toCells: width)
        for ramp in ramps {
            let cells = (0..<room).map { column in
                let upper = ramp.color(column * 255 / room)
                let lower = ramp.color(min(255, (column * 2 + 1) * 255 / (2 * room)))
                return cell(upper, lower, PixelPoint(x: column, y: 0), quantizer, style)
            }
            lines.append(TerminalText.padded(ramp.name, toCells: 7) + " " + cells.joined() + reset(quantizer))
        }
        guard hasColors, style != .ascii else { return lines }
        lines += TerminalText.wrapped(
            "If the two rows differ or have gaps, try --blocks lower or --blocks upper:", toCells: width)
        lines.append(blocks("lower", "▄", min(24, room), 0xFFFFFF, 0x1030C0, quantizer))
        lines.append(blocks("upper", "▀", min(24, room), 0x1030C0, 0xFFFFFF, quantizer))
        return lines
    }

    private static func expectation(_ depth: ColorDepth) -> String {
        switch depth {
        case .none: "Without colors, each ramp should grow denser:"
        case .palette16: "Each ramp should brighten, in the few steps of 16 colors:"
        default: "Each ramp should brighten smoothly, without a line between its halves:"
        }
    }

    private static func skin(_ step: Int) -> UInt32 {
        UInt32(40 + step * 200 / 255) << 16 | UInt32(24 + step * 160 / 255) << 8 | UInt32(16 + step * 130 / 255)
    }

    private static func blocks(
        _ name: String, _ glyph: String, _ cells: Int, _ front: UInt32, _ back: UInt32, _ quantizer: Quantizer
    ) -> String {
        let place = PixelPoint.zero
        let text = String(repeating: glyph, count: cells)
        return TerminalText.padded(name, toCells: 7) + " " + color(quantizer.ink(front, at: place), isFront: true)
            + color(quantizer.ink(back, at: place), isFront: false) + text + reset(quantizer)
    }

    private static func cell(
        _ upper: UInt32, _ lower: UInt32, _ place: PixelPoint, _ quantizer: Quantizer, _ style: BlockStyle
    ) -> String {
        let below = PixelPoint(x: place.x, y: place.y + 1)
        if quantizer.depth == .none {
            let ink = quantizer.quantize(Cell(upper: Ink(pixel: upper), lower: Ink(pixel: lower)), row: 0, column: 0)
                .lower
            guard case .character(let scalar) = ink.meaning else { return " " }
            return String(scalar)
        }
        if style == .ascii { return color(quantizer.ink(upper, at: place), isFront: false) + " " }
        return color(quantizer.ink(lower, at: below), isFront: true)
            + color(quantizer.ink(upper, at: place), isFront: false) + "▄"
    }

    private static func color(_ ink: Ink, isFront: Bool) -> String {
        switch ink.meaning {
        case .rgb(let color):
            "\u{1B}[\(isFront ? 38 : 48);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)m"
        case .palette256(let index): "\u{1B}[\(isFront ? 38 : 48);5;\(index)m"
        case .palette16(let index): "\u{1B}[\(Int(index & 7) + (index < 8 ? 30 : 90) + (isFront ? 0 : 10))m"
        case .background, .character, .text, .unknown: ""
        }
    }

    private static func reset(_ quantizer: Quantizer) -> String { quantizer.depth == .none ? "" : "\u{1B}[0m" }
}
