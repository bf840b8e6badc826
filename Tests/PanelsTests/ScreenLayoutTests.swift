import Events
import Panels
import Testing

@Suite struct ScreenLayoutTests {
    private static let wishes = [
        ScreenLayout.Wish(), ScreenLayout.Wish(log: true), ScreenLayout.Wish(caption: true),
        ScreenLayout.Wish(log: true, caption: true),
    ]

    /// The first size at which `isRight` does not hold.
    private static func wrong(_ isRight: (ScreenLayout) -> Bool) -> String? {
        for columns in 1...300 {
            for rows in 1...100 {
                for wish in wishes {
                    let layout = ScreenLayout(CellSize(columns: columns, rows: rows), wish)
                    if !isRight(layout) { return "\(columns)x\(rows) \(wish): \(layout)" }
                }
            }
        }
        return nil
    }

    private static func rects(_ layout: ScreenLayout) -> [CellRect] {
        [layout.picture, layout.caption, layout.status, layout.log].compactMap { $0 }
    }

    @Test("from 1x1 to 300x100 every part is inside of the screen")
    func inside() {
        #expect(
            Self.wrong { layout in
                Self.rects(layout).allSatisfy {
                    !$0.isEmpty && $0.origin.column >= 0 && $0.origin.row >= 0
                        && $0.columns.upperBound <= layout.size.columns && $0.rows.upperBound <= layout.size.rows
                }
            } == nil)
    }

    @Test("no two parts share a cell, and together they are the screen")
    func disjoint() {
        #expect(
            Self.wrong { layout in
                let rects = Self.rects(layout)
                for (place, rect) in rects.enumerated() {
                    for other in rects[(place + 1)...]
                    where rect.columns.overlaps(other.columns) && rect.rows.overlaps(other.rows) {
                        return false
                    }
                }
                return rects.isEmpty || rects.reduce(0) { $0 + $1.size.count } == layout.size.count
            } == nil)
    }

    @Test("the picture has at least half of what the status line and the caption leave")
    func half() {
        #expect(
            Self.wrong { layout in
                guard let picture = layout.picture else { return true }
                let used = (layout.caption == nil ? 0 : 1) + 1
                return 2 * picture.size.count >= layout.size.columns * (layout.size.rows - used)
            } == nil)
    }

    @Test("the status line is the last row")
    func status() {
        #expect(
            Self.wrong { layout in
                layout.status.map {
                    $0 == CellRect(column: 0, row: layout.size.rows - 1, columns: layout.size.columns, rows: 1)
                } ?? (layout.picture == nil)
            } == nil)
    }

    @Test("there is a picture exactly where the terminal is at least 8x4")
    func smallest() {
        #expect(
            Self.wrong { ($0.picture != nil) == ($0.size.columns >= 8 && $0.size.rows >= 4) } == nil)
    }

    @Test("a caption row is there only when it was wished for")
    func caption() {
        let size = CellSize(columns: 80, rows: 24)
        #expect(ScreenLayout(size).caption == nil)
        #expect(
            ScreenLayout(size, ScreenLayout.Wish(caption: true)).caption
                == CellRect(column: 0, row: 22, columns: 80, rows: 1))
    }

    @Test("the log is beside the picture where that leaves whole lines, else below it")
    func log() {
        let wish = ScreenLayout.Wish(log: true)
        let wide = ScreenLayout(CellSize(columns: 200, rows: 60), wish)
        #expect(wide.picture == CellRect(column: 0, row: 0, columns: 118, rows: 59))
        #expect(wide.log == CellRect(column: 118, row: 0, columns: 82, rows: 59))
        let narrow = ScreenLayout(CellSize(columns: 80, rows: 24), wish)
        #expect(narrow.picture == CellRect(column: 0, row: 0, columns: 80, rows: 14))
        #expect(narrow.log == CellRect(column: 0, row: 14, columns: 80, rows: 9))
    }

    @Test("popups of any size stay on the screen")
    func popups() {
        #expect(
            Self.wrong { layout in
                [(1, 1), (34, 16), (54, 13), (400, 200)].allSatisfy { columns, rows in
                    [layout.centred(columns: columns, rows: rows), layout.inCorner(columns: columns, rows: rows)]
                        .allSatisfy {
                            $0.origin.column >= 0 && $0.origin.row >= 0
                                && $0.columns.upperBound <= layout.size.columns
                                && $0.rows.upperBound <= layout.size.rows
                        }
                }
            } == nil)
    }
}
