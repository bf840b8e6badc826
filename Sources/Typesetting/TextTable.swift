/// Rows of texts in columns, as commands print them: a line a row where there is room, else several, broken between words.
package struct TextTable {
    private let rows: [[String]]
    private let most: Int

    /// The last column needs this many cells to stand beside the others.
    private static let lastColumnAtLeast = 24

    /// - Parameter most: as `TerminalText.aligned` has it.
    package init(_ rows: [[String]], atMost most: Int = .max) { (self.rows, self.most) = (rows, most) }

    /// - Parameter width: cells of a line; `nil` for lines of any length.
    package func lines(toCells width: Int?) -> [String] {
        let whole = TerminalText.aligned(rows, atMost: most)
        guard let width, whole.contains(where: { TerminalText.cellWidth(of: $0) > width }) else { return whole }
        let heads = TerminalText.aligned(rows.map { $0.dropLast() + [""] }, atMost: most)
        let start = heads.map(TerminalText.cellWidth).max() ?? 0
        guard width - start >= Self.lastColumnAtLeast else { return rows.flatMap { Self.stacked($0, width) } }
        return zip(rows, heads).flatMap { row, head in
            FoldedLine.folded(head + (row.last ?? ""), indent: start, width: width)
        }
    }

    /// A row whose last text stands below the others.
    private static func stacked(_ row: [String], _ width: Int) -> [String] {
        let head = FoldedLine.folded(row.dropLast().joined(separator: "  "), width: width)
        return head + FoldedLine.folded("    " + (row.last ?? ""), indent: 4, width: width)
    }
}
