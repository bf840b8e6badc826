import Events

/// Turns pictures into the fewest bytes that make the terminal show them.
///
/// It keeps a model of what the terminal last received in the picture's rectangle, so frames that were never painted cost
/// nothing and cannot leave anything behind. Whoever else writes to the terminal may leave the cursor and the attributes
/// anywhere; whoever writes *inside* the rectangle must say so with `cover` or `forget`. It expects the terminal to be
/// outside of insert and origin mode and without a scroll region, which is how curses leaves it.
package struct Painter: Sendable {
    package let quantizer: Quantizer
    let style: BlockStyle
    /// Largest difference in a channel, 0…255, that may stay between a pixel and what the terminal shows: cells that are near
    /// enough are left alone, others may take a color that is already set and within half of it. The comparison is with the displayed color, so
    /// errors never add up, and the next paint with 0 settles to the exact picture. Truecolor only.
    package var tolerance = 0

    /// The part of the picture's rectangle that is on the screen.
    package private(set) var visible = CellRect.zero
    /// Cells of the picture left of and above `visible`.
    private var hidden = CellPoint.zero
    private var rect = CellRect.zero
    private var screen = CellSize.zero
    private var covers: [CellRect] = []
    /// What the terminal shows, `visible.size.count` cells; `Cell.unknown` where nothing is known and under covers.
    private(set) var model: [UInt64] = []
    private var quantized = QuantizedCells()
    var looks: LookTable
    /// How often all looks were forgotten.
    package private(set) var looksForgotten = 0
    /// Whether the model may have characters of two columns.
    private var showsWide = false

    private static let reset = Array("\u{1B}[m".utf8)

    /// - Parameter shades: of a terminal without colors; blocks on dark ones of the style unless given.
    package init(depth: ColorDepth = .truecolor, style: BlockStyle = .any, shades: Shades? = nil) {
        self.init(depth: depth, style: style, shades: shades, looks: LookTable())
    }

    init(depth: ColorDepth, style: BlockStyle, shades: Shades? = nil, looks: LookTable) {
        quantizer = Quantizer(depth: depth, shades: shades ?? Shades(blocks: style), mergesHalves: style == .ascii)
        (self.style, self.looks) = (style, looks)
    }
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
        quantized.forget()
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
            if showsWide { forgetHalves(beside: lost.columns, start) }
            for column in lost.columns { model[start + column] = Cell.unknown.bits }
        }
    }

    /// Of a wide character that `columns` cut in two the terminal has dropped the other half, too.
    private mutating func forgetHalves(beside columns: Range<Int>, _ start: Int) {
        let (first, last) = (start + columns.lowerBound, start + columns.upperBound - 1)
        if Cell(bits: model[first]).isWideRest { model[first - 1] = Cell.unknown.bits }
        if Cell(bits: model[last]).isWideText { model[last + 1] = Cell.unknown.bits }
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
        paint(PaintedPicture(grid), into: &output)
    }

    /// The same with texts over the pixels; each cell of them adds its character, at most 32 bytes, and its attributes.
    package mutating func paint(_ picture: PaintedPicture, into output: inout [UInt8]) {
        let texts = layer(of: picture.texts)
        paint(.picture(picture.grid, texts), into: &output)
    }

    /// The same for a screen of characters.
    package mutating func paint(_ matrix: CellMatrix, into output: inout [UInt8]) {
        paint(.matrix(matrix), into: &output)
    }

    /// What is painted.
    private enum Source {
        case picture(PixelGrid, TextLayer?)
        case matrix(CellMatrix)

        var hasWide: Bool {
            switch self {
            case .picture(_, let texts): texts?.hasWide == true
            case .matrix(let matrix): matrix.hasWide
            }
        }

        var isMatrix: Bool { if case .matrix = self { true } else { false } }

        /// Room that a cell can take.
        func cellBytes(_ looks: LookTable) -> Int {
            if case .picture(_, nil) = self { return Pen.largestCell }
            return Pen.largestCell + Pen.textCell + (looks.linkBytes > 0 ? looks.linkBytes + Pen.linkCell : 0)
        }
    }

    private mutating func paint(_ source: Source, into output: inout [UInt8]) {
        let start = output.count
        guard !visible.isEmpty else { return }
        let columns = visible.size.columns
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: columns) { wanted in
            withUnsafeTemporaryAllocation(byteCount: (columns + 1) * source.cellBytes(looks), alignment: 8) { scratch in
                paintRows(source, wanted: wanted, scratch: scratch, into: &output)
            }
        }
        showsWide = source.hasWide
        if output.count > start { output += Painter.reset }
    }

    /// `nil` where there is no text.
    private mutating func layer(of texts: [PlacedText]) -> TextLayer? {
        guard !texts.isEmpty else { return nil }
        let layer = TextLayer(texts, size: visible.size, hidden: hidden, quantizer: quantizer, looks: &looks)
        if layer.isComplete { return layer }
        forgetLooks()
        return TextLayer(texts, size: visible.size, hidden: hidden, quantizer: quantizer, looks: &looks)
    }

    /// Their numbers mean something else from now on.
    mutating func forgetLooks() {
        looks.forget()
        looksForgotten += 1
        for place in model.indices where Cell(bits: model[place]).isText { model[place] = Cell.unknown.bits }
    }

    /// `wanted` holds one row of cells, `scratch` the bytes that one row can become.
    private mutating func paintRows(
        _ source: Source, wanted: UnsafeMutableBufferPointer<UInt64>, scratch: UnsafeMutableRawBufferPointer,
        into output: inout [UInt8]
    ) {
        guard let memory = scratch.baseAddress, let first = wanted.baseAddress else { return }
        let request = Request(self, source)
        let start = output.count
        let rows = visible.size.rows
        let columns = visible.size.columns
        // Blanks of a screen of characters are spaces for whoever copies them, whatever their color.
        let (origin, style) = (visible.origin, source.isMatrix ? .lower : style)
        let entries = looks.entries
        // Taken out for the while: the closure may not reach into `self`, whose model it holds.
        var quantized = QuantizedCells()
        swap(&quantized, &self.quantized)
        defer { self.quantized = quantized }
        model.withUnsafeMutableBufferPointer { model in
            DecimalTable.entries.withUnsafeBufferPointer { decimals in
                guard let model = model.baseAddress, let decimals = decimals.baseAddress else { return }
                let pen = Pen(out: memory, decimals: decimals)
                var encoder = HalfBlockEncoder(pen: pen, style: style, columns: columns)
                encoder.left = origin.column
                encoder.looks = entries
                // The other half is left for the noise of the frames to come.
                encoder.tolerance = (request.tolerance + 1) / 2
                for row in 0..<rows {
                    let shown = model + row * columns
                    request.fill(wanted, row: row, over: shown, reusing: &quantized)
                    encoder.pen.out = memory
                    encoder.encode(first, over: shown, row: origin.row + row)
                    guard encoder.pen.out > memory else { continue }
                    if output.count == start { output += Painter.reset }
                    output.append(contentsOf: UnsafeRawBufferPointer(start: memory, count: encoder.pen.out - memory))
                }
            }
        }
    }

    /// What the rows of one paint should show: the picture, except where popups and the tolerance keep what is there.
    private struct Request {
        let source: Source
        let halves: [UInt32]
        let quantizer: Quantizer
        let hidden: CellPoint
        let origin: CellPoint
        let count: Int
        let covers: [CellRect]
        let tolerance: Int

        init(_ painter: Painter, _ source: Source) {
            (self.source, halves) = (source, painter.looks.halves)
            quantizer = painter.quantizer
            hidden = painter.hidden
            origin = painter.visible.origin
            count = painter.visible.size.count
            covers = painter.covers.map { $0.intersection(painter.visible) }.filter { !$0.isEmpty }
            let isExact = if case .matrix = source { true } else { quantizer.depth != .truecolor }
            tolerance = isExact ? 0 : painter.tolerance.clamped(to: 0...255)
        }

        func fill(
            _ cells: UnsafeMutableBufferPointer<UInt64>, row: Int, over shown: UnsafeMutablePointer<UInt64>,
            reusing quantized: inout QuantizedCells
        ) {
            switch source {
            case .picture(let grid, let texts):
                fill(cells, from: grid, row: row, reusing: &quantized)
                texts?.fill(row, into: cells)
            case .matrix(let matrix): matrix.fill(cells, row: hidden.row + row, column: hidden.column)
            }
            // Covered cells are unknown in the model too, so nothing differs there and nothing is written.
            for cover in covers where cover.rows.contains(origin.row + row) {
                for column in cover.columns { cells[column - origin.column] = Cell.unknown.bits }
            }
            if source.hasWide { mendWide(cells, halves) }
            if tolerance > 0, let first = cells.baseAddress {
                Tolerance.keep(shown, in: first, count: cells.count, limit: tolerance)
            }
        }

        private func fill(
            _ cells: UnsafeMutableBufferPointer<UInt64>, from grid: PixelGrid, row: Int,
            reusing quantized: inout QuantizedCells
        ) {
            quantizer.pair(cells, from: grid, row: hidden.row + row, column: hidden.column)
            guard quantizer.depth != .truecolor else { return }
            quantized.quantize(cells, start: row * cells.count, count: count) {
                let cell = Cell(bits: $0)
                return quantizer.quantize(cell, row: hidden.row + row, column: hidden.column + $1).bits
            }
        }
    }
}

/// What the painter brings to the terminal: pixels, and characters over them.
package struct PaintedPicture: Hashable, Sendable {
    package var grid: PixelGrid
    /// Where two meet, the later one is seen; half a character never is.
    package var texts: [PlacedText]

    package init(_ grid: PixelGrid, _ texts: [PlacedText] = []) { (self.grid, self.texts) = (grid, texts) }
}
