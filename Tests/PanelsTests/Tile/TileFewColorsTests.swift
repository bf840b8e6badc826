import Cells
import Events
import Panels
import PictureInPicture
import Support
import Testing

/// The tile where there are few colors or none, or other characters.
@Suite struct TileFewColorsTests {
    private func drawing(
        _ content: TileContent, _ depth: ColorDepth, _ color: UInt32? = nil,
        _ change: (inout TileSnapshot.Overlays) -> Void = { _ in }
    ) -> TileDrawing { TileDrawing(content, filledWith: color, depth: depth, change) }

    @Test("PN59 with few colors, none, or no Unicode the same stands in the same place")
    func sameLayout() {
        func letters(_ terminal: TerminalModel) -> [String] {
            terminal.lines.map { line in String(line.map { $0.isASCII && $0.isLetter ? $0 : " " }).trimmed }
        }
        for content in [TileContent.video, .avatar, .reconnecting] {
            let full = drawing(content, .truecolor) { $0.quality = .good }
            for depth in [ColorDepth.palette256, .palette16, .none] {
                for signs in [TileSigns.unicode, .ascii] {
                    var few = drawing(content, depth) { $0.quality = .good }
                    few.signs = signs
                    let expected = letters(full.shown()).map {
                        $0 + ($0.hasPrefix("Anna") && signs == .ascii ? " m" : "")
                    }
                    #expect(letters(few.shown()) == expected, "\(content) \(depth)")
                    #expect(
                        signs == .unicode || few.shown().lines.joined().allSatisfy { $0.isASCII || "▀▄█".contains($0) })
                }
            }
        }
    }

    @Test("in the palettes each area is of one color, and no character has its background's")
    func palettes() {
        for depth in [ColorDepth.palette256, .palette16] {
            let quantizer = Quantizer(depth: depth)
            for isSpeaking in [false, true] {
                let grid = drawing(.avatar, depth) { $0.isSpeaking = isSpeaking }.drawn().picture.grid
                for place in [PixelPoint(x: 0, y: 0), PixelPoint(x: 7, y: 3)] {
                    let inks = (0..<64).map { quantizer.ink(grid[place], at: PixelPoint(x: $0 % 8, y: $0 / 8)) }
                    #expect(Set(inks).count == 1, "\(depth) \(place)")
                }
            }
            for frame in [nil, 0, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x808080] as [UInt32?] {
                let shown = drawing(.video, depth, frame) { ($0.quality, $0.hasAudio) = (.poor, false) }.shown()
                for column in 0..<16 {
                    let cell = shown[CellPoint(column: column, row: 4)]
                    guard !"▀▄█ ".contains(cell.text) else { continue }
                    #expect(cell.attributes.foreground != cell.attributes.background, "\(depth) \(column)")
                }
            }
        }
    }

    @Test("without colors: a border, letters with room around them, a star before the name of who speaks")
    func noColors() {
        let shown = drawing(.avatar, .none) { ($0.isSpeaking, $0.quality) = (true, .poor) }.shown()
        let expected = [
            "+--------------+", "|   ░▓▓▓▓▓▓░   |", "|   █▓ AB ▓█   |", "|   ░▓▓▓▓▓▓░   |", "+*Anna Bo ♪--▄..",
        ]
        #expect(shown.lines == expected)
        var off = drawing(.avatar, .none) { $0.isSpeaking = true }
        off.style.showsSpeaking = false
        #expect(off.bar.hasPrefix("+Anna"))
    }

    @Test("without colors reconnecting is words on a blank, and dots that come and go")
    func noColorsReconnecting() {
        var drawing = drawing(.reconnecting, .none, 0xFFFFFF)
        let (edge, blank) = ("+--------------+", "|              |")
        #expect(drawing.shown().lines == [edge, "| Reconnecting |", blank, blank, edge])
        drawing.reconnecting = TimeSpan(seconds: 1.2)
        #expect(drawing.shown().lines[2] == "|    • • •     |")
    }

    @Test("PN60 a sign that takes two columns in the locale is one of ASCII, and all stays in its column")
    func wideSigns() {
        let wide: Set<Unicode.Scalar> = ["▲", "♪", "…", "‖", "▆", "•"]
        let signs = TileSigns { wide.contains($0) ? 2 : 1 }
        var drawing = TileDrawing(.video, name: "Maximilian", filledWith: 0) {
            ($0.isPinned, $0.isPaused, $0.quality, $0.hasAudio) = (true, true, .excellent, false)
        }
        drawing.signs = signs
        #expect(drawing.shown().lines.last == " ^ Maxi~ = ✗ .:!")
        for sign in TileSigns.Sign.allCases {
            #expect(signs[sign].columns == 1 && TileSigns.ascii[sign].text.utf8.count == 1)
        }
    }
}
