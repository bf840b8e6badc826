import Events
import Support
import Testing

@testable import Cells

/// A painter and the terminal that gets its bytes, driven by chance.
struct PaintingScene {
    var random: SplitMix64
    var painter: Painter
    var terminal: TerminalModel
    var covers: [CellRect] = []
    var grid = PixelGrid(.zero)
    /// Over the grid; none where the scene writes none.
    var texts: [PlacedText] = []
    var screen: CellSize
    /// Where the picture's upper left pixel is; may lie outside of the screen.
    var corner = CellPoint.zero
    var colors: [UInt32]
    private var writesTexts = false

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        screen = CellSize(columns: Int.random(in: 1...16, using: &random), rows: Int.random(in: 1...7, using: &random))
        terminal = TerminalModel(size: screen)
        let depths: [ColorDepth] = [.truecolor, .truecolor, .palette256, .palette16, .none]
        painter = Painter(
            depth: depths.randomElement(using: &random) ?? .truecolor,
            style: BlockStyle.allCases.randomElement(using: &random) ?? .any)
        colors = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            colors.append(UInt32.random(in: 0...0xFFFFFF, using: &random))
        }
        colors.append(PixelGrid.background)
        move()
        newFrame()
    }

    /// A scene whose frames have texts, painted with few numbers for their looks, so that they run out.
    init(textsWithSeed seed: UInt64) {
        self.init(seed: seed)
        writesTexts = true
        painter = Painter(
            depth: painter.quantizer.depth, style: painter.style, looks: LookTable(limit: 2 * Self.mostGlyphs + 10))
        move()
        newFrame()
    }

    mutating func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: newFrame()
        case 50..<55: move()
        case 55..<60: resizeTerminal()
        case 60..<70: coverSomething()
        case 70..<75: uncover()
        case 75..<80: scribbleInside()
        case 80..<83: painter.forgetAll()
        case 83..<90: painter.tolerance = [0, 0, 4, 30].randomElement(using: &random) ?? 0
        default: moveCursorAway()
        }
    }

    mutating func rect(around limit: CellSize) -> CellRect {
        CellRect(
            column: Int.random(in: -2..<limit.columns + 1, using: &random),
            row: Int.random(in: -2..<limit.rows + 1, using: &random),
            columns: Int.random(in: 0...limit.columns + 2, using: &random),
            rows: Int.random(in: 0...limit.rows + 2, using: &random))
    }

    /// Half of the time the whole screen, so that the last column and the last row are met.
    mutating func move() {
        let whole = CellRect(origin: .zero, size: screen)
        let rect = Bool.random(using: &random) ? whole : rect(around: screen)
        corner = rect.origin
        painter.place(rect, on: screen)
    }

    mutating func resizeTerminal() {
        screen = CellSize(columns: Int.random(in: 1...16, using: &random), rows: Int.random(in: 1...7, using: &random))
        terminal.resize(to: screen)
        move()
        painter.forgetAll()
    }

    mutating func coverSomething() {
        covers.append(rect(around: screen))
        painter.cover(covers)
        fillPopups()
    }

    mutating func uncover() {
        if !covers.isEmpty { covers.remove(at: Int.random(in: 0..<covers.count, using: &random)) }
        painter.cover(covers)
    }

    /// A popup writes text where it lies, now and whenever it likes.
    mutating func fillPopups() {
        for cover in covers { write("p", in: cover) }
    }

    /// Somebody writes into the picture and says so.
    mutating func scribbleInside() {
        let area = rect(around: screen)
        write("x", in: area)
        painter.forget(area)
    }

    mutating func write(_ text: String, in rect: CellRect) {
        for row in rect.rows where row >= 0 && row < screen.rows {
            for column in rect.columns where column >= 0 && column < screen.columns {
                terminal.feed("\u{1B}[?7l\u{1B}[\(row + 1);\(column + 1)H\u{1B}[7;31m\(text)\u{1B}[?7h")
            }
        }
    }

    mutating func moveCursorAway() {
        let row = Int.random(in: 1...screen.rows, using: &random)
        let column = Int.random(in: 1...screen.columns, using: &random)
        let look = ["0", "1;7", "4;38;5;99", "48;2;1;2;3", "7;90;105"].randomElement(using: &random) ?? "0"
        terminal.feed("\u{1B}[\(row);\(column)H\u{1B}[\(look)m")
    }

    mutating func newFrame() {
        defer { newTexts() }
        let whole = PixelSize(width: painter.visible.size.columns, height: painter.visible.size.rows * 2)
        if Int.random(in: 0..<4, using: &random) == 0 || grid.size.isEmpty {
            let height = max(whole.height - Int.random(in: 0...2, using: &random), 0)
            grid = PixelGrid(PixelSize(width: whole.width + Int.random(in: -1...2, using: &random), height: height))
        }
        let share = [3, 20, 100].randomElement(using: &random) ?? 100
        let noise: UInt32 = [0, 0x010203, 0x0F0F0F].randomElement(using: &random) ?? 0
        for y in 0..<grid.size.height {
            for x in 0..<grid.size.width where Int.random(in: 0..<100, using: &random) < share {
                let color = colors.randomElement(using: &random) ?? 0
                let flip = UInt32.random(in: 0...1, using: &random) * noise
                grid[PixelPoint(x: x, y: y)] = color == PixelGrid.background ? color : color ^ flip
            }
        }
    }

    private static let mostGlyphs = 24
    private static let glyphs = ["a", "#", " ", "é", "e\u{301}", "▲", "李", "李", "한", "👩", "か"]

    private mutating func newTexts() {
        guard writesTexts, Int.random(in: 0..<3, using: &random) > 0 else { return }
        if Bool.random(using: &random) { texts = [] }
        let colors = [colors.randomElement(using: &random) ?? 0, 0xFF3742, PixelGrid.background]
        while texts.count < 4, Int.random(in: 0..<4, using: &random) > 0 {
            let place = CellPoint(
                column: Int.random(in: -3..<grid.size.width + 3, using: &random),
                row: Int.random(in: -1..<grid.cells.rows + 1, using: &random))
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Self.glyphs.randomElement(using: &random) ?? " "
            }
            let look = TextLook(
                colors.randomElement(using: &random) ?? 0, on: colors.randomElement(using: &random) ?? 0,
                TextAttributes(rawValue: UInt16.random(in: 0..<32, using: &random)))
            texts.append(PlacedText(text.joined(), at: place, look))
        }
    }

    /// What the picture's rectangle should show with the pixels exact, from its own upper left corner on.
    func requested() -> CellGrid {
        let size = CellSize(columns: screen.columns - corner.column, rows: screen.rows - corner.row)
        return CellGrid(grid, size: size, quantizer: painter.quantizer)
    }
}

extension Ink {
    /// How the terminal model names it; `nil` for characters and unknown.
    var displayed: TerminalModel.Color? {
        switch meaning {
        case .rgb(let color): .rgb(color)
        case .background: .defaultBackground
        case .palette256(let index), .palette16(let index): .indexed(index)
        case .character, .text, .unknown: nil
        }
    }
}

/// Whether the terminal shows `cell` at `place`.
func shows(_ cell: Cell, _ terminal: TerminalModel, at place: CellPoint) -> Bool {
    if case .character(let scalar) = cell.upper.meaning {
        return terminal[place].text == String(scalar) && terminal[place].attributes == .init()
    }
    guard let halves = terminal.halves(at: place) else { return false }
    return halves.upper == cell.upper.displayed && halves.lower == cell.lower.displayed
}
