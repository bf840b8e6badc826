import Events
import Support
import Testing

@testable import Cells

@Suite("Painter against a terminal")
struct PainterPropertyTests {
    @Test("frames, drops, moves, resizes, popups and other writers: the terminal shows what the painter believes")
    func terminalShowsBelief() {
        for seed in 0..<120 as Range<UInt64> {
            var scene = PaintingScene(seed: seed)
            for _ in 0..<40 {
                scene.step()
                // One in three is never painted: a dropped frame.
                if Int.random(in: 0..<3, using: &scene.random) > 0, !check(&scene, seed) { return }
            }
        }
    }

    /// Paints once and compares everything; false after the first difference, so that a failure is short.
    private func check(_ scene: inout PaintingScene, _ seed: UInt64) -> Bool {
        let before = scene.terminal
        var bytes: [UInt8] = []
        scene.painter.paint(scene.grid, into: &bytes)
        scene.terminal.feed(bytes)
        let context: Comment = "seed \(seed)"
        let isClean =
            expect(scene.terminal.unparsed.isEmpty, context) && expect(scene.terminal.wrappedLines == 0, context)
            && expect(scene.terminal.scrolledLines == 0, context)
            && expect(bytes.isEmpty || scene.terminal.attributes == .init(), context)
            && expect(!scene.terminal.modes.contains(2026), context)
        guard isClean, checkCells(scene, before, context) else { return false }
        var again: [UInt8] = []
        scene.painter.paint(scene.grid, into: &again)
        return expect(again.isEmpty, "seed \(seed): a second paint of the same frame")
    }

    private func checkCells(_ scene: PaintingScene, _ before: TerminalModel, _ context: Comment) -> Bool {
        let visible = scene.painter.visible
        let believed = scene.painter.believed
        let requested = scene.requested()
        for row in 0..<scene.screen.rows {
            for column in 0..<scene.screen.columns {
                let place = CellPoint(column: column, row: row)
                guard visible.contains(place), !scene.covers.contains(where: { $0.contains(place) }) else {
                    guard expect(scene.terminal[place] == before[place], "\(context) outside") else { return false }
                    continue
                }
                let inside = CellPoint(column: column - visible.origin.column, row: row - visible.origin.row)
                let cell = believed[inside]
                let wanted = requested[CellPoint(column: column - scene.corner.column, row: row - scene.corner.row)]
                guard expect(shows(cell, scene.terminal, at: place), "\(context) belief at \(place)"),
                    expect(isNear(cell, wanted, scene.painter.tolerance), "\(context) picture at \(place)")
                else { return false }
            }
        }
        return true
    }

    private func isNear(_ a: Cell, _ b: Cell, _ tolerance: Int) -> Bool {
        [(a.upper, b.upper), (a.lower, b.lower)].allSatisfy { first, second in
            guard case (.rgb(let one), .rgb(let two)) = (first.meaning, second.meaning) else { return first == second }
            return [16, 8, 0].allSatisfy { abs(Int(one >> $0 & 255) - Int(two >> $0 & 255)) <= tolerance }
        }
    }

    private func expect(_ isTrue: Bool, _ comment: Comment) -> Bool {
        #expect(isTrue, comment)
        return isTrue
    }

    @Test("after any tolerance, a paint with 0 settles to the exact picture")
    func settles() {
        var random = SplitMix64(seed: 7)
        var painter = Painter()
        painter.place(CellRect(column: 0, row: 0, columns: 12, rows: 6), on: CellSize(columns: 12, rows: 6))
        var grid = PixelGrid(filling: CellSize(columns: 12, rows: 6))
        var bytes: [UInt8] = []
        painter.tolerance = 8
        for frame in 0..<30 {
            for y in 0..<12 {
                for x in 0..<12 {
                    grid[PixelPoint(x: x, y: y)] =
                        0x404040 + UInt32(frame) * 0x010101 + UInt32.random(in: 0...3, using: &random)
                }
            }
            painter.paint(grid, into: &bytes)
        }
        #expect(painter.believed != CellGrid(grid, size: CellSize(columns: 12, rows: 6), quantizer: painter.quantizer))
        painter.tolerance = 0
        painter.paint(grid, into: &bytes)
        #expect(painter.believed == CellGrid(grid, size: CellSize(columns: 12, rows: 6), quantizer: painter.quantizer))
    }

    @Test("the same pixels in another place are quantized anew")
    func anotherPlace() {
        let screen = CellSize(columns: 4, rows: 2)
        var grid = PixelGrid(PixelSize(width: 5, height: 4))
        for y in 0..<4 { for x in 0..<5 { grid[PixelPoint(x: x, y: y)] = 0x4A709A } }
        var bytes: [UInt8] = []
        let whole = CellSize(columns: 5, rows: 2)
        for depth in [ColorDepth.palette256, .palette16, .none] {
            var painter = Painter(depth: depth)
            for column in [0, -1, 0] {
                painter.place(CellRect(origin: CellPoint(column: column, row: 0), size: whole), on: screen)
                painter.paint(grid, into: &bytes)
                let wanted = CellGrid(grid, size: whole, quantizer: painter.quantizer)
                for place in (0..<8).map({ CellPoint(column: $0 % 4, row: $0 / 4) }) {
                    let source = CellPoint(column: place.column - column, row: place.row)
                    #expect(painter.believed[place] == wanted[source], "\(depth) at \(column), \(place)")
                }
            }
        }
    }

    @Test("places and sizes that no terminal has neither trap nor paint")
    func absurdPlaces() {
        let numbers = [Int.min, Int.min + 1, -1, 0, 1, 5, Int.max - 1, Int.max]
        var random = SplitMix64(seed: 3)
        func any() -> Int { numbers.randomElement(using: &random) ?? 0 }
        var painter = Painter()
        for _ in 0..<2_000 {
            painter.place(
                CellRect(column: any(), row: any(), columns: any(), rows: any()),
                on: CellSize(columns: min(any(), 5), rows: min(any(), 5)))
            painter.forget(CellRect(column: any(), row: any(), columns: any(), rows: any()))
            painter.cover([CellRect(column: any(), row: any(), columns: any(), rows: any())])
            var bytes: [UInt8] = []
            painter.paint(PixelGrid(PixelSize(width: 5, height: 5)), into: &bytes)
            #expect(bytes.count < 5 * 5 * 20)
            var grid = PixelGrid(PixelSize(width: 3, height: 3))
            let target = PixelRect(x: any(), y: any(), width: any(), height: any())
            grid.blit([1, 2, 3, 4, 5, 6], as: .rgb, size: PixelSize(width: 2, height: 1), into: target)
            let isCopied = grid.blit([1, 2, 3], as: .rgb, size: PixelSize(width: any(), height: 7), into: target)
            #expect(!isCopied)
        }
    }
}

extension Painter {
    /// What the terminal shows in `visible` if it obeyed.
    fileprivate var believed: CellGrid { CellGrid(size: visible.size, cells: model.map(Cell.init(bits:))) }
}
