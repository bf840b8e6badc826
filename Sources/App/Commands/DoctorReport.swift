import Cells
import Events
import Files
import Platform
import Sound
import Terminal

/// `cameo doctor`: findings, and a test card.
@MainActor
package enum DoctorReport {
    /// - Throws: `TerminalError` when there is no terminal to examine.
    package static func print(colors: ColorDepth?, blocks: BlockStyle) throws {
        let device = try TerminalDevice()
        let found = try CapabilityProbe.capabilities(of: device, override: colors)
        let output = LineOutput()
        for (name, value, source) in rows(found, device.windowSize) + sound() {
            try output.write("\(TextCells.padded(name, toCells: 20)) \(TextCells.padded(value, toCells: 24)) \(source)")
        }
        try output.write("")
        for line in TestCard.lines(
            Quantizer(depth: found.colors.value), width: min(device.windowSize.cells.columns, 72))
        {
            try output.write(line)
        }
        try output.flush()
    }

    private static func rows(
        _ found: Capabilities, _ window: WindowSize
    ) -> [(name: String, value: String, source: String)] {
        let cell = found.cellPixels
        let background = found.background.value.map { "rgb \($0.red) \($0.green) \($0.blue)" }
        return [
            ("terminal", TextCells.visible(found.name.value ?? "unknown"), found.name.source),
            ("size", "\(window.cells.columns)x\(window.cells.rows) cells", "asked the system"),
            ("colors", found.colors.value.rawValue, found.colors.source),
            ("cell", "\(cell.value.width)x\(cell.value.height)", cell.source),
            ("background", background ?? "unknown", found.background.source),
            ("synchronized output", yes(found.hasSynchronizedOutput.value), found.hasSynchronizedOutput.source),
            ("characters", found.hasUnicode.value ? "UTF-8" : "not UTF-8", found.hasUnicode.source),
            ("underline styles", yes(found.hasUnderlineStyles.value), found.hasUnderlineStyles.source),
            ("links", yes(found.takesLinks.value), found.takesLinks.source),
            ("inside tmux", yes(found.isInsideTmux.value), found.isInsideTmux.source),
            ("answers questions", yes(found.answers.value), found.answers.source),
        ].map { ($0.0, $0.1, TextCells.visible($0.2)) }
    }

    /// A line a device that sound can be played on.
    private static func sound() -> [(name: String, value: String, source: String)] {
        do throws(SoundError) {
            let names = try quietly { () throws(SoundError) in try SoundDevice.deviceNames() }
            guard !names.isEmpty else { return [("sound", "no device", "asked the sound system")] }
            return names.map { ("sound", TextCells.visible($0), "asked the sound system") }
        } catch {
            return [("sound", "no device", TextCells.visible(error.reason))]
        }
    }

    private static func yes(_ value: Bool) -> String { value ? "yes" : "no" }
}

/// Color ramps and block patterns in plain lines, so that they stay in the scroll-back.
enum TestCard {
    static func lines(_ quantizer: Quantizer, width: Int) -> [String] {
        let ramps: [(name: String, color: (Int) -> UInt32)] = [
            ("red", { UInt32($0) << 16 }), ("green", { UInt32($0) << 8 }), ("blue", { UInt32($0) }),
            ("gray", { UInt32($0) * 0x010101 }), ("skin", { skin($0) }),
        ]
        let room = max(1, width - 8)
        var lines = ["Each ramp has to rise smoothly, without lines between its two halves:"]
        for ramp in ramps {
            let cells = (0..<room).map { column in
                let upper = ramp.color(column * 255 / room)
                let lower = ramp.color(min(255, (column * 2 + 1) * 255 / (2 * room)))
                return cell(upper, lower, PixelPoint(x: column, y: 0), quantizer)
            }
            lines.append(TextCells.padded(ramp.name, toCells: 7) + " " + cells.joined() + reset(quantizer))
        }
        lines.append("Both rows have to look the same, with straight edges and no gaps; else use --blocks:")
        lines.append(blocks("lower", "▄", 0xFFFFFF, 0x1030C0, quantizer))
        lines.append(blocks("upper", "▀", 0x1030C0, 0xFFFFFF, quantizer))
        return lines
    }

    private static func skin(_ step: Int) -> UInt32 {
        UInt32(40 + step * 200 / 255) << 16 | UInt32(24 + step * 160 / 255) << 8 | UInt32(16 + step * 130 / 255)
    }

    private static func blocks(
        _ name: String, _ glyph: String, _ front: UInt32, _ back: UInt32, _ quantizer: Quantizer
    ) -> String {
        let place = PixelPoint.zero
        let text = String(repeating: glyph, count: 24)
        return TextCells.padded(name, toCells: 7) + " " + color(quantizer.ink(front, at: place), isFront: true)
            + color(quantizer.ink(back, at: place), isFront: false) + text + reset(quantizer)
    }

    private static func cell(_ upper: UInt32, _ lower: UInt32, _ place: PixelPoint, _ quantizer: Quantizer) -> String {
        let below = PixelPoint(x: place.x, y: place.y + 1)
        if quantizer.depth == .none {
            let ink = quantizer.quantize(Cell(upper: Ink(pixel: upper), lower: Ink(pixel: lower)), row: 0, column: 0)
                .lower
            guard case .character(let byte) = ink.meaning else { return " " }
            return String(UnicodeScalar(byte))
        }
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
