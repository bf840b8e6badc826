import Events

extension TerminalState: SequenceSink {
    @inline(__always) mutating func characters(ascii run: UnsafeRawBufferPointer) {
        guard cursor.characterSets.isPlain, !modes.inserts else {
            for byte in run { character(UInt32(byte)) }
            return
        }
        var rest = run
        while let memory = rest.baseAddress, rest.count > 0 {
            if cursor.isPending { wrap() }
            let end = lineEnd
            let count = min(rest.count, end - cursor.column)
            let part = UnsafeRawBufferPointer(start: memory, count: count)
            grid.write(part, row: cursor.row, column: cursor.column, pen: cursor.pen)
            lastScalar = UInt32(memory.load(fromByteOffset: count - 1, as: UInt8.self))
            advance(count, end)
            rest = UnsafeRawBufferPointer(start: memory + count, count: rest.count - count)
            if !modes.wraps, rest.count > 0 {
                // All that has no room overwrites the last column; the last of it stays.
                let last = UnsafeRawBufferPointer(rebasing: rest[(rest.count - 1)...])
                grid.write(last, row: cursor.row, column: end - 1, pen: cursor.pen)
                lastScalar = UInt32(last[0])
                return
            }
        }
    }

    @inline(__always) private mutating func advance(_ count: Int, _ end: Int) {
        cursor.column += count
        if cursor.column >= end {
            cursor.column = end - 1
            // Without DECAWM, too: it may be set before the next character comes.
            cursor.isPending = true
        }
    }

    /// Goes to the next line, of which this one is the beginning.
    private mutating func wrap() {
        cursor.isPending = false
        guard modes.wraps else { return }
        let row = cursor.row
        if lineEnd == size.columns { grid.rows[row].flags.insert(.wrapped) }
        cursor.column = margins.columns.lowerBound
        index()
    }

    mutating func character(_ scalar: UInt32) {
        let scalar = cursor.characterSets.scalar(scalar)
        // C1 controls as UTF-8 mean nothing here; see docs/inside/emulation.md.
        if (0x80..<0xA0).contains(scalar) { return }
        let width = widths.width(scalar)
        if width > 0 { put(scalar, columns: width) } else { add(scalar) }
    }

    /// A character, without the marks that may follow.
    mutating func put(_ scalar: UInt32, columns: Int) {
        guard columns <= margins.columns.count else { return }
        if cursor.isPending { wrap() }
        var end = lineEnd
        if cursor.column + columns > end {
            guard modes.wraps else { return }
            // A wide character does not stand half in the last column.
            if end == size.columns {
                grid.erase(
                    cursor.row, cursor.column..<end, to: ScreenCell(background: cursor.pen.background, look: .filler))
            }
            wrap()
            end = lineEnd
        }
        if modes.inserts {
            grid.insertCells(columns, row: cursor.row, cursor.column..<end, blank: blank)
        }
        var cell = cursor.pen
        cell.glyph = scalar
        grid.write(cell, row: cursor.row, column: cursor.column, columns: columns)
        lastScalar = scalar
        advance(columns, end)
    }

    // MARK: Characters of more than one scalar

    /// Adds a mark to the character before the cursor, where there is one and room for it.
    ///
    /// A joined emoji is as wide as its parts are together, as `wcwidth` has it, which is what programs add up.
    private mutating func add(_ mark: UInt32) {
        guard let place = placeBefore(), let scalar = Unicode.Scalar(mark) else { return }
        let text = clusters.text(of: grid[cursor.row, place].glyph)
        guard text.utf8.count + 4 <= Clusters.mostBytes else { return }
        var scalars = text.unicodeScalars
        scalars.append(scalar)
        guard let glyph = clusterGlyph(String(scalars)) else { return }
        grid[cursor.row, place].glyph = glyph
        grid.change(cursor.row)
    }

    /// Where the character begins that was written last.
    private func placeBefore() -> Int? {
        var place = cursor.isPending ? cursor.column : cursor.column - 1
        guard place >= 0 else { return nil }
        if grid[cursor.row, place].look.contains(.rest) { place -= 1 }
        return place >= 0 && grid[cursor.row, place].glyph != 0 ? place : nil
    }

    private mutating func clusterGlyph(_ text: String) -> UInt32? {
        if clusters.isFull { collectClusters() }
        return clusters.glyph(text)
    }

    /// Forgets the clusters that are nowhere any more.
    private mutating func collectClusters() {
        let old = clusters
        var kept = Clusters()
        let change: (inout ScreenCell) -> Void = { cell in
            guard cell.glyph & ScreenCell.clusterBit != 0 else { return }
            cell.glyph = kept.glyph(old.text(of: cell.glyph)) ?? 0
        }
        grid.mapCells(change)
        other.mapCells(change)
        history.mapCells(change)
        clusters = kept
    }
}
