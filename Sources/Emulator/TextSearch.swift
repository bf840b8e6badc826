/// A text that is looked for on a screen and in what has left it. Small letters stand for capital ones, too, where no capital one is
/// given, and a letter for the same with marks.
package struct TextSearch: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case older, newer }

    /// The first scalar of each character.
    private let letters: [UInt32]
    private let foldsCase: Bool

    /// - Returns: `nil` for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        foldsCase = text == text.lowercased()
        letters = text.compactMap { $0.unicodeScalars.first?.value }
    }

    /// A line as it was written, which may take several rows.
    fileprivate struct Line {
        var letters: [UInt32] = []
        var places: [TextSelection.Place] = []
        /// Columns of each letter.
        var columns: [Int] = []

        /// The memory stays for the next one.
        mutating func removeAll() {
            letters.removeAll(keepingCapacity: true)
            places.removeAll(keepingCapacity: true)
            columns.removeAll(keepingCapacity: true)
        }
    }

    /// Where it stands in a line, the first place first.
    fileprivate func matches(in line: Line) -> [MarkedText] {
        let count = letters.count
        guard line.letters.count >= count else { return [] }
        var found: [MarkedText] = []
        var place = 0
        while place + count <= line.letters.count {
            if (0..<count).allSatisfy({ isSame(line.letters[place + $0], letters[$0]) }) {
                var end = line.places[place + count - 1]
                end.column += line.columns[place + count - 1] - 1
                found.append(MarkedText(start: line.places[place], end: end))
                place += count
            } else {
                place += 1
            }
        }
        return found
    }

    private func isSame(_ written: UInt32, _ wanted: UInt32) -> Bool {
        if written == wanted { return true }
        guard foldsCase, written >= 0x41 else { return false }
        if written < 0x80 || wanted < 0x80 { return written <= 0x5A && written + 0x20 == wanted }
        return Unicode.Scalar(written)?.properties.lowercaseMapping.unicodeScalars.first?.value == wanted
    }
}

extension VirtualTerminal {
    /// The nearest place of a text above or below another place, which is not one itself; on an alternate screen of that screen alone.
    /// - Parameter place: `nil` for the screen's end.
    package func find(
        _ search: TextSearch, _ direction: TextSearch.Direction, from place: TextSelection.Place? = nil
    ) -> MarkedText? {
        let first = isAlternate ? 0 : -history.count
        let place = place ?? TextSelection.Place(line: history.pushed + size.rows, column: 0)
        var row = lineStart((place.line - history.pushed).clamped(to: first...size.rows - 1), notAbove: first)
        var line = TextSearch.Line()
        while true {
            let next = read(&line, from: row)
            let matches = search.matches(in: line)
            switch direction {
            case .older:
                if let match = matches.last(where: { $0.start < place }) { return match }
                guard row > first else { return nil }
                row = lineStart(row - 1, notAbove: first)
            case .newer:
                if let match = matches.first(where: { $0.start > place }) { return match }
                guard next < size.rows else { return nil }
                row = next
            }
        }
    }

    private func lineStart(_ row: Int, notAbove first: Int) -> Int {
        var row = row
        while row > first, isWrapped(row - 1) { row -= 1 }
        return row
    }

    /// The line that begins in a row.
    /// - Returns: the row behind it.
    private func read(_ line: inout TextSearch.Line, from start: Int) -> Int {
        line.removeAll()
        var row = start
        repeat {
            for (column, cell) in self.row(row).enumerated() where cell.columns > 0 && !cell.look.contains(.filler) {
                line.letters.append(letter(of: cell))
                line.places.append(TextSelection.Place(line: history.pushed + row, column: column))
                line.columns.append(cell.columns)
            }
            row += 1
        } while row < size.rows && isWrapped(row - 1)
        return row
    }

    private func letter(of cell: ScreenCell) -> UInt32 {
        if cell.glyph == 0 { return 0x20 }
        guard cell.glyph & ScreenCell.clusterBit != 0 else { return cell.glyph }
        return text(of: cell).unicodeScalars.first?.value ?? 0x20
    }
}
