import Events
import Support
import Testing

@testable import Cells

@Suite("Texts over a picture")
struct PainterTextTests {
    private static let white = UInt32(0xFFFFFF)

    /// A painter at the upper left corner of a screen of 20x3, and what it writes, `ESC` as `^`.
    private struct Sheet {
        var painter: Painter
        var terminal = TerminalModel(size: CellSize(columns: 20, rows: 3))

        init(_ depth: ColorDepth = .truecolor, looks: LookTable = LookTable(), columns: Int = 6) {
            painter = Painter(depth: depth, style: .any, looks: looks)
            painter.place(CellRect(column: 0, row: 0, columns: columns, rows: 1), on: terminal.size)
        }

        mutating func paint(_ texts: PlacedText..., pixel: UInt32 = 1) -> String {
            var grid = PixelGrid(PixelSize(width: painter.visible.size.columns, height: 2))
            for y in 0..<2 { for x in 0..<grid.size.width { grid[PixelPoint(x: x, y: y)] = pixel } }
            var bytes: [UInt8] = []
            painter.paint(PaintedPicture(grid, texts), into: &bytes)
            terminal.feed(bytes)
            return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
        }

        var line: String { terminal.lines[0] }
    }

    private func text(_ text: String, _ column: Int, _ look: TextLook = TextLook(0xFFFFFF, on: 1)) -> PlacedText {
        PlacedText(text, at: CellPoint(column: column, row: 0), look)
    }

    @Test("characters among pixels: their colors, bold only where it is asked for")
    func bytes() {
        var sheet = Sheet(columns: 4)
        let name = text("ab", 1, TextLook(0xFFFFFF, on: 1, .bold))
        #expect(sheet.paint(name) == "^[m^[H^[48;2;0;0;1m ^[1m^[38;2;255;255;255mab^[22m ^[m")
        #expect(sheet.paint(name).isEmpty)
        #expect(sheet.paint(text("aX", 1, name.look)) == "^[m^[1;3H^[1m^[38;2;255;255;255;48;2;0;0;1mX^[22m^[m")
        #expect(sheet.paint() == "^[m^[1;2H^[48;2;0;0;1m  ^[m")
    }

    @Test("a color that is the terminal's own is no block's color afterwards")
    func ownColors() {
        var sheet = Sheet(columns: 2)
        #expect(sheet.paint(text("a", 0, TextLook())) == "^[m^[Ha^[48;2;0;0;1m ^[m")
        #expect(sheet.paint(text("a", 0, TextLook()), pixel: PixelGrid.background) == "^[m^[1;2H ^[m")
    }

    @Test("of a wide character both cells are written when either changes")
    func wideHalves() {
        var sheet = Sheet()
        _ = sheet.paint(text("李", 1))
        #expect(sheet.line == " 李")
        _ = sheet.paint(text("a", 2))
        #expect(sheet.line == "  a")
        _ = sheet.paint(text("李", 1), text("a", 1))
        #expect(sheet.line == " a")
        _ = sheet.paint(text("李李", 0))
        _ = sheet.paint(text("李", 1))
        #expect(sheet.line == " 李")
        #expect(sheet.paint(text("李", 1)).isEmpty)
    }

    @Test("at an edge and beside a popup there is a blank instead of half a character")
    func cutWide() {
        var sheet = Sheet()
        _ = sheet.paint(text("李", -1), text("b", 2), text("李", 5, TextLook(0xFFFFFF, on: 0x123456)))
        #expect(sheet.line == "  b" && sheet.terminal.wrappedLines == 0)
        #expect(sheet.terminal[CellPoint(column: 5, row: 0)].attributes.background == .rgb(0x123456))
        _ = sheet.paint(text("李", 1))
        sheet.painter.cover([CellRect(column: 2, row: 0, columns: 1, rows: 1)])
        sheet.terminal.feed("\u{1B}[1;3Hp\u{1B}[m")
        _ = sheet.paint(text("李", 1))
        #expect(sheet.line == "  p")
        sheet.painter.cover([])
        _ = sheet.paint(text("李", 1))
        #expect(sheet.line == " 李")
    }

    @Test("who writes over one half of a character has to name that half only")
    func forgottenHalf() {
        for column in [1, 2] {
            var sheet = Sheet()
            _ = sheet.paint(text("李", 1))
            sheet.terminal.feed("\u{1B}[1;\(column + 1)Hx")
            sheet.painter.forget(CellRect(column: column, row: 0, columns: 1, rows: 1))
            _ = sheet.paint(text("李", 1))
            #expect(sheet.line == " 李", "column \(column)")
        }
    }

    @Test("colors of each depth, and none where there are none")
    func depths() {
        let name = text("a", 0, TextLook(0xFF3742, on: 0x0000B4, .bold))
        for (depth, bytes) in [
            (ColorDepth.palette256, "^[1m^[38;5;196;48;5;19ma"), (.palette16, "^[1m^[91;44ma"), (.none, "^[1ma"),
        ] {
            var sheet = Sheet(depth, columns: 1)
            #expect(sheet.paint(name) == "^[m^[H" + bytes + "^[22m^[m")
        }
    }

    @Test(
        "the nearest of 256, of the tile's colors",
        arguments: [
            (0x19232D, 235), (0x1F2126, 235), (0x0078FF, 33), (0x00CC99, 43), (0x33CC66, 41), (0xE64D4D, 167),
            (0xFF3742, 196), (0xB3B3B3, 249), (0xFFFFFF, 231), (0, 16),
        ] as [(UInt32, UInt8)])
    func nearest(color: UInt32, index: UInt8) { #expect(Palette256.nearest(color) == index) }

    @Test("when the numbers of the looks run out, all that was known of characters is forgotten")
    func fullTable() {
        var least = Sheet(looks: LookTable(limit: 1))
        for letter in ["a", "b", "c"] {
            _ = least.paint(text(letter, 0))
            #expect(least.line == letter, "the same number as the one before")
        }
        var sheet = Sheet(looks: LookTable(limit: 12))
        for letter in "abcdefghijklmnopqrstuvwxyz" {
            _ = sheet.paint(text("\(letter)李\(letter)", 0))
            #expect(sheet.line == "\(letter)李\(letter)")
            #expect(sheet.painter.looks.entries.count <= 12)
        }
        // More than there are at all: what finds none is left to the pixels.
        var small = Sheet(looks: LookTable(limit: 4))
        _ = small.paint(text("abcdef", 0))
        #expect(small.line == "abcd")
    }

    @Test("texts far away, above and below neither trap nor paint")
    func farAway() {
        var sheet = Sheet()
        let numbers = [Int.min, -40_000, -1, 1, 40_000, Int.max]
        for corner in [CellPoint.zero, CellPoint(column: -1, row: -1)] {
            sheet.painter.place(
                CellRect(origin: corner, size: CellSize(columns: 8, rows: 2)), on: sheet.terminal.size)
            for place in numbers.flatMap({ row in numbers.map { CellPoint(column: $0, row: row) } }) {
                _ = sheet.paint(PlacedText("ab李", at: place, TextLook()))
                #expect(sheet.line.isEmpty || place.row == 1 && abs(place.column) == 1, "\(place)")
            }
        }
    }

    @Test("texts of all widths, moved, covered, scribbled on: the terminal shows them, in every color depth")
    func terminalShowsTexts() {
        for seed in 0..<150 as Range<UInt64> {
            var scene = PaintingScene(textsWithSeed: seed)
            for _ in 0..<40 {
                scene.step()
                if Int.random(in: 0..<3, using: &scene.random) > 0, !check(&scene, "seed \(seed)") { return }
            }
        }
    }

    private func check(_ scene: inout PaintingScene, _ context: String) -> Bool {
        let before = scene.terminal
        var bytes: [UInt8] = []
        scene.painter.paint(PaintedPicture(scene.grid, scene.texts), into: &bytes)
        scene.terminal.feed(bytes)
        let terminal = scene.terminal
        let isClean =
            terminal.unparsed.isEmpty && terminal.wrappedLines == 0 && terminal.scrolledLines == 0
            && (bytes.isEmpty || terminal.attributes == .init())
        #expect(isClean, "\(context)")
        let wrong = WantedTexts(scene).firstDifference(scene, before: before)
        #expect(wrong == nil, "\(context) at \(String(describing: wrong))")
        var again: [UInt8] = []
        scene.painter.paint(PaintedPicture(scene.grid, scene.texts), into: &again)
        #expect(again.isEmpty, "\(context): a second paint of the same")
        return isClean && wrong == nil && again.isEmpty
    }
}
