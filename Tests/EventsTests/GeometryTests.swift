import Events
import Testing

@Suite struct GeometryTests {
    @Test(
        "rectangles share what lies in both, and nothing where they only touch",
        arguments: [
            (PixelRect(x: 0, y: 0, width: 10, height: 10), PixelRect(x: 0, y: 0, width: 10, height: 10)),
            (PixelRect(x: -5, y: -5, width: 10, height: 10), PixelRect(x: 0, y: 0, width: 5, height: 5)),
            (PixelRect(x: 9, y: 3, width: 1, height: 99), PixelRect(x: 9, y: 3, width: 1, height: 7)),
            (PixelRect(x: 10, y: 0, width: 5, height: 5), .zero), (PixelRect(x: 0, y: -5, width: 5, height: 5), .zero),
            (PixelRect(x: 3, y: 3, width: 0, height: 5), .zero), (PixelRect(x: 3, y: 3, width: -4, height: 5), .zero),
        ])
    func intersection(other: PixelRect, shared: PixelRect) {
        let rect = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(rect.intersection(other) == shared)
        #expect(other.intersection(rect) == shared)
    }

    @Test("rectangles of any numbers can be intersected without a trap")
    func extremeRectangles() {
        let numbers = [Int.min, -1, 0, 1, Int.max]
        let usual = PixelRect(x: 0, y: 0, width: 100, height: 50)
        for x in numbers {
            for width in numbers {
                let odd = PixelRect(x: x, y: 0, width: width, height: 50)
                let shared = odd.intersection(usual)
                #expect(shared.isEmpty || (0..<100).contains(shared.minX))
                #expect(shared.size.width <= 100)
                #expect(odd.intersection(odd).size.width <= max(0, width))
            }
        }
        let all = PixelRect(x: .min, y: .min, width: .max, height: .max)
        #expect(all.intersection(usual) == .zero)
        #expect(PixelRect(x: 1, y: 1, width: .max, height: .max).intersection(usual).size.width == 99)
    }

    @Test("cell rectangles of any numbers have columns and rows, and can be intersected without a trap")
    func extremeCellRectangles() {
        let numbers = [Int.min, -1, 0, 1, Int.max]
        let screen = CellRect(column: 0, row: 0, columns: 80, rows: 24)
        for place in numbers {
            for length in numbers {
                let odd = CellRect(column: place, row: place, columns: length, rows: length)
                let shared = odd.intersection(screen)
                #expect(shared == screen.intersection(odd) && shared.size.columns <= 80 && shared.size.rows <= 24)
                #expect(odd.rows == odd.columns && odd.columns.isEmpty == (length <= 0 || place == .max))
            }
        }
        let wide = CellRect(column: 70, row: 20, columns: .max, rows: .max)
        #expect(wide.intersection(screen) == CellRect(column: 70, row: 20, columns: 10, rows: 4))
        #expect(CellRect(column: 80, row: 0, columns: 1, rows: 1).intersection(screen) == .zero)
    }

    @Test("a cell rectangle contains its cells and not its right and lower edge")
    func cellRectangle() {
        let rect = CellRect(column: 2, row: 3, columns: 4, rows: 2)
        #expect(rect.contains(CellPoint(column: 5, row: 4)))
        #expect(!rect.contains(CellPoint(column: 6, row: 4)))
        #expect(!rect.contains(CellPoint(column: 5, row: 5)))
        #expect(CellRect(column: 1, row: 1, columns: -3, rows: 2).columns.isEmpty)
    }
}
