import Events

extension PixelGrid {
    /// The picture as lines for output that scrolls, one for each row of cells; each begins and ends with SGR 0 and moves the cursor by
    /// nothing but its characters.
    package func lines(_ depth: ColorDepth) -> [String] {
        (0..<cells.rows).map { row in
            var painter = Painter(depth: depth)
            let whole = CellRect(column: 0, row: -row, columns: cells.columns, rows: cells.rows)
            painter.place(whole, on: CellSize(columns: cells.columns, rows: 1))
            var bytes: [UInt8] = []
            painter.paint(self, into: &bytes)
            // All of the row is written, so that its beginning is the only place that is named.
            return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[H", with: "", maxReplacements: 1)
        }
    }
}
