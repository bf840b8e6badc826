import Events

/// Turns pictures into the fewest bytes that make the terminal show them.
///
/// It keeps a model of what the terminal last received in the picture's rectangle, so frames that were never painted cost
/// nothing and cannot leave anything behind. Whoever else writes to the terminal may leave the cursor and the attributes
/// anywhere; whoever writes *inside* the rectangle must say so with `cover` or `forget`. It expects the terminal to be
/// outside of insert and origin mode and without a scroll region, which is how curses leaves it.
package struct Painter: Sendable {
    /// Changing the depth or the dither makes the model meaningless for comparing, so every cell is painted again.
    package var quantiser: Quantiser {
        didSet { if quantiser != oldValue { forgetAll() } }
    }
    package var style: BlockStyle
    /// Largest difference in a channel, 0…255, that may stay between a pixel and what the terminal shows: cells that are near
    /// enough are left alone, others may take a colour that is already set and within half of it. The comparison is with the displayed colour, so
    /// errors never add up, and the next paint with 0 settles to the exact picture. Truecolour only.
    package var tolerance = 0
    /// Brackets a frame that touches more cells than this into a synchronised update (`?2026`); never when `nil`.
    package var synchronisedAbove: Int?

    /// The part of the picture's rectangle that is on the screen.
    package private(set) var visible = CellRect.zero
    package private(set) var lastPaint = PaintStatistics()
    /// Cells of the picture left of and above `visible`.
    private var hidden = CellPoint.zero
    private var rect = CellRect.zero
    private var screen = CellSize.zero
    private var covers: [CellRect] = []
    /// What the terminal shows, `visible.size.count` cells; `Cell.unknown` where nothing is known and under covers.
    private var model: [UInt64] = []

    package init(depth: ColorDepth = .truecolor, style: BlockStyle = .any, isDithered: Bool = true) {
        quantiser = Quantiser(depth: depth, isDithered: isDithered)
        self.style = style
    }

    /// What the terminal shows in `visible` if it obeyed.
    package var believed: CellGrid { CellGrid(size: visible.size, cells: model.map(Cell.init(bits:))) }
}

/// Figures of one paint.
package struct PaintStatistics: Equatable, Sendable {
    /// Cells that differed from what the terminal showed.
    package var changedCells = 0
    package var bytes = 0
    /// Sequences that set a colour.
    package var colourSequences = 0
}

// Where the picture is, and what others did to it.
extension Painter {
    /// Puts the picture at `rect` of a terminal of `screen` cells; what lies outside of the screen is not painted.
    /// A change of either forgets everything: the text front end redraws what was there.
    package mutating func place(_ rect: CellRect, on screen: CellSize) {
        guard rect != self.rect || screen != self.screen else { return }
        (self.rect, self.screen) = (rect, screen)
        let side = Limits.pictureSide
        let whole = CellRect(column: 0, row: 0, columns: min(screen.columns, side), rows: min(screen.rows, side))
        visible = rect.intersection(whole)
        // No grid reaches further than the limit, so a cut of that size hides it whole.
        hidden = CellPoint(
            column: -rect.origin.column.clamped(to: -side...0), row: -rect.origin.row.clamped(to: -side...0))
        model = [UInt64](repeating: Cell.unknown.bits, count: visible.size.count)
    }

    /// Says which rectangles of the screen belong to popups from now on. They are left alone, and painted again once they
    /// are no longer in the list.
    package mutating func cover(_ rects: [CellRect]) {
        covers = rects
        for rect in rects { forget(rect) }
    }

    /// Says that somebody wrote into `rect` of the screen: its cells are painted again.
    package mutating func forget(_ rect: CellRect) {
        let lost = rect.intersection(visible)
        guard !lost.isEmpty else { return }
        for row in lost.rows {
            let start = (row - visible.origin.row) * visible.size.columns - visible.origin.column
            for column in lost.columns { model[start + column] = Cell.unknown.bits }
        }
    }

    /// After a resize, Ctrl-L, or a return from the shell: paints everything again.
    package mutating func forgetAll() { forget(visible) }
}

// Painting.
extension Painter {
    /// Appends the bytes that make the terminal show `grid` with its upper left pixel in the corner of the rectangle.
    ///
    /// Cells that the grid does not reach show the background. When nothing differs, nothing is appended; otherwise the bytes
    /// begin and end with SGR 0, name their first cell absolutely and leave the cursor anywhere. At most about 45 bytes a
    /// cell; well below a millisecond for 12,000 cells that all change.
    package mutating func paint(_ grid: PixelGrid, into output: inout [UInt8]) {
        let start = output.count
        lastPaint = PaintStatistics()
        guard !visible.isEmpty else { return }
        let columns = visible.size.columns
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: columns) { wanted in
            let room = columns * Pen.largestCell + Pen.largestCell
            withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { scratch in
                paintRows(grid, wanted: wanted, scratch: scratch, into: &output)
            }
        }
        guard output.count > start else { return }
        output += Array("\u{1B}[m".utf8)
        if let threshold = synchronisedAbove, lastPaint.changedCells > threshold {
            output.insert(contentsOf: "\u{1B}[?2026h".utf8, at: start)
            output += Array("\u{1B}[?2026l".utf8)
        }
        lastPaint.bytes = output.count - start
    }

    private mutating func paintRows(
        _ grid: PixelGrid, wanted: UnsafeMutableBufferPointer<UInt64>, scratch: UnsafeMutableRawBufferPointer,
        into output: inout [UInt8]
    ) {
        guard let memory = scratch.baseAddress, let first = wanted.baseAddress else { return }
        let (visible, hidden, quantiser, style) = (visible, hidden, quantiser, style)
        let covers = covers.map { $0.intersection(visible) }.filter { !$0.isEmpty }
        let tolerance = quantiser.depth == .truecolor ? min(max(tolerance, 0), 255) : 0
        var changed = 0
        var sequences = 0
        model.withUnsafeMutableBufferPointer { model in
            DecimalTable.entries.withUnsafeBufferPointer { decimals in
                guard let shown = model.baseAddress, let decimals = decimals.baseAddress else { return }
                let columns = visible.size.columns
                var encoder = RowEncoder(pen: Pen(out: memory, decimals: decimals), style: style, columns: columns)
                encoder.left = visible.origin.column
                // The other half is left for the noise of the frames to come.
                encoder.tolerance = (tolerance + 1) / 2
                for row in 0..<visible.size.rows {
                    let shown = shown + row * columns
                    quantiser.fill(wanted, from: grid, row: hidden.row + row, column: hidden.column)
                    for cover in covers where cover.rows.contains(row + visible.origin.row) {
                        for column in cover.columns { first[column - visible.origin.column] = Cell.unknown.bits }
                    }
                    if tolerance > 0 { Tolerance.keep(shown, in: first, count: columns, limit: tolerance) }
                    encoder.pen.out = memory
                    let cells = encoder.encode(first, over: shown, row: row + visible.origin.row)
                    guard cells > 0 else { continue }
                    if changed == 0 { output += Array("\u{1B}[m".utf8) }
                    changed += cells
                    output.append(contentsOf: UnsafeRawBufferPointer(start: memory, count: encoder.pen.out - memory))
                }
                sequences = encoder.pen.colourSequences
            }
        }
        lastPaint.changedCells = changed
        lastPaint.colourSequences = sequences
    }
}
