import Cells
import Events
import Support
import Testing

@testable import Emulator

/// What the outer terminal gets of a hosted program's screen.
@Suite("A screen painted")
struct HostedPaintingTests {
    private static let size = CellSize(columns: 30, rows: 8)

    /// A terminal, its painter, and the terminal that is painted to.
    private struct Stage {
        var hosted = VirtualTerminal(size: HostedPaintingTests.size)
        var painting = ScreenPainting(Painter(depth: .truecolor))
        var outer = TerminalModel(size: HostedPaintingTests.size)

        init() {
            painting.painter.place(
                CellRect(
                    column: 0, row: 0, columns: HostedPaintingTests.size.columns, rows: HostedPaintingTests.size.rows),
                on: HostedPaintingTests.size)
        }

        mutating func paint() -> [UInt8] {
            var bytes: [UInt8] = []
            let changed = hosted.takeChangedRows()
            if painting.take(hosted, changed: changed) { painting.paint(into: &bytes) }
            outer.feed(bytes)
            return bytes
        }
    }

    @Test(
        "it shows the same cells, also after partial changes, and nothing but cells is written",
        arguments: UInt64(1)...30)
    func same(seed: UInt64) {
        var stage = Stage()
        var random = RandomOutput(seed: seed)
        for _ in 0..<20 {
            stage.hosted.feed(random.bytes(150).filter { $0 < 0x80 })
            let bytes = stage.paint()
            #expect(Self.isStrict(bytes))
            #expect(Self.differences(stage).isEmpty, "\(Self.differences(stage))")
            #expect(stage.paint().isEmpty)
        }
    }

    @Test("a reversed screen is drawn whole, and what is scrolled back into view")
    func wholeScreens() {
        var stage = Stage()
        stage.hosted.say((0..<12).map { "line \($0)\r\n" }.joined() + "^[Hx")
        _ = stage.paint()
        stage.hosted.say("^[?5h")
        _ = stage.paint()
        #expect(stage.outer[CellPoint(column: 0, row: 0)].attributes.isReversed)
        stage.hosted.say("^[?5l")
        var bytes: [UInt8] = []
        let isOther = stage.painting.take(stage.hosted, changed: 0..<0, back: 2)
        #expect(isOther)
        stage.painting.paint(into: &bytes)
        stage.outer.feed(bytes)
        #expect(stage.outer.lines[0] == "line 3" && stage.outer.lines[2].hasPrefix("x"))
        #expect(!stage.outer[CellPoint(column: 0, row: 0)].attributes.isReversed)
    }

    @Test("private characters and joined emoji are drawn, a joiner at the end of a cell is not")
    func hosted() {
        var stage = Stage()
        stage.hosted.say("\u{E0B0}\u{1F468}\u{200D}\u{1F467}^[8mx")
        let text = String(decoding: stage.paint(), as: UTF8.self)
        #expect(text.contains("\u{E0B0}") && !text.unicodeScalars.contains("\u{200D}") && !text.contains("x"))
    }

    /// Cells of plain characters whose text, colors or attributes the outer terminal has otherwise.
    private static func differences(_ stage: Stage) -> [String] {
        var found: [String] = []
        for row in 0..<size.rows {
            for (column, cell) in stage.hosted.row(row).enumerated() {
                let text = stage.hosted.text(of: cell)
                guard text.unicodeScalars.count < 2, text.unicodeScalars.allSatisfy({ $0.value < 0x2500 }),
                    cell.columns == 1
                else { continue }
                let place = CellPoint(column: column, row: row)
                let isEmpty = cell.look.contains(.concealed) || text.isEmpty || text == " "
                if isEmpty ? isBlank(stage, place, cell) : isSame(stage, place, cell) { continue }
                found.append("\(place): \(cell) \(stage.outer[place])")
            }
        }
        return found
    }

    /// A blank may be painted as a block in the color of the background: no eye tells them apart.
    private static func isBlank(_ stage: Stage, _ place: CellPoint, _ cell: ScreenCell) -> Bool {
        guard let (upper, lower) = stage.outer.halves(at: place), upper == lower else { return false }
        let isReversed = cell.look.contains(.reversed)
        let standard = isReversed ? TerminalModel.Color.defaultForeground : .defaultBackground
        return color(upper, standard) == wanted(isReversed ? cell.foreground : cell.background, stage.hosted.colors)
            && stage.outer[place].attributes.isUnderlined == (cell.look.underline != .none)
    }

    private static func isSame(_ stage: Stage, _ place: CellPoint, _ cell: ScreenCell) -> Bool {
        let shown = stage.outer[place].attributes
        let (look, colors) = (cell.look, stage.hosted.colors)
        return stage.outer[place].text == stage.hosted.text(of: cell)
            && color(shown.foreground, .defaultForeground) == wanted(cell.foreground, colors)
            && color(shown.background, .defaultBackground) == wanted(cell.background, colors)
            && shown.isReversed == look.contains(.reversed) && shown.isUnderlined == (look.underline != .none)
            && shown.isBold == look.contains(.bold) && shown.isFaint == look.contains(.faint)
            && shown.isItalic == look.contains(.italic) && shown.isStruck == look.contains(.struck)
    }

    private static func color(_ color: TerminalModel.Color, _ standard: TerminalModel.Color) -> CellColor? {
        switch color {
        case standard: .standard
        case .indexed(let number): .palette(number)
        case .rgb(let pixel): .rgb(pixel)
        default: nil
        }
    }

    private static func wanted(_ color: CellColor, _ colors: TerminalColors) -> CellColor {
        if case .palette(let number) = color.meaning, let changed = colors.changed[number] { return .rgb(changed) }
        return color
    }

    /// Characters, SGR and the cursor's place.
    private static func isStrict(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).replacing(#/\u{1B}\[[0-9;]*[mHABCD]/#, with: "")
        return text.unicodeScalars.allSatisfy { $0.value == 8 || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
    }
}
