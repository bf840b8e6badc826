import Events

/// A part of a hosted program's text that somebody marks with the mouse: characters, words or lines, from one place to another.
///
/// Lines are counted from the first that was ever written, so that it stays with its text when that scrolls.
package struct TextSelection: Hashable, Sendable {
    /// What a click, a double and a triple one mark.
    package enum Unit: Hashable, Sendable { case character, word, line }

    package struct Place: Hashable, Comparable, Sendable {
        /// Rows that have left the screen at its top count from 0.
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

        package static func < (one: Place, other: Place) -> Bool {
            (one.line, one.column) < (other.line, other.column)
        }
    }

    private let unit: Unit
    private let anchor: Place
    private var head: Place
    /// A click alone marks no character.
    private var isMoved = false

    package init(_ unit: Unit, at place: Place) { (self.unit, anchor, head) = (unit, place, place) }

    package mutating func extend(to place: Place) {
        isMoved = isMoved || place != anchor
        head = place
    }

    package var isEmpty: Bool { unit == .character && !isMoved }

    /// From the first cell to the last one, both marked.
    fileprivate func ends(in terminal: VirtualTerminal) -> ClosedRange<Place> {
        let (low, high) = (min(anchor, head), max(anchor, head))
        switch unit {
        case .character: return low...high
        case .word: return terminal.wordStart(low)...max(low, terminal.wordEnd(high))
        case .line: return terminal.lineStart(low)...max(low, terminal.lineEnd(high))
        }
    }

    /// Characters in the clipboard of a terminal are few; what is more is not copied.
    package static let byteLimit = 100_000
}

extension VirtualTerminal {
    /// - Parameter back: lines of the history that are scrolled into view.
    package func place(of cell: CellPoint, back: Int) -> TextSelection.Place {
        TextSelection.Place(
            line: history.pushed + cell.row - back, column: cell.column.clamped(to: 0...size.columns - 1))
    }

    /// The columns of a row that are marked.
    /// - Parameter row: as in `row(_:)`.
    func columns(of selection: TextSelection?, inRow row: Int) -> Range<Int> {
        guard let selection, !selection.isEmpty else { return 0..<0 }
        let ends = selection.ends(in: self)
        let line = row + history.pushed
        guard (ends.lowerBound.line...ends.upperBound.line).contains(line) else { return 0..<0 }
        let start = line == ends.lowerBound.line ? ends.lowerBound.column : 0
        let end = line == ends.upperBound.line ? ends.upperBound.column + 1 : size.columns
        return start..<max(start, end)
    }

    /// What is marked: a line break where a line ends, none where it only goes on in the next row; no blanks before one.
    /// - Returns: `nil` for more than `TextSelection.byteLimit` bytes.
    package func text(of selection: TextSelection) -> String? {
        guard !selection.isEmpty else { return "" }
        let ends = selection.ends(in: self)
        var text = ""
        // Of lines that are gone by now nothing is left.
        let first = max(ends.lowerBound.line, history.pushed - history.count)
        let last = min(ends.upperBound.line, history.pushed + size.rows - 1)
        guard first <= last else { return "" }
        for line in first...last {
            let row = line - history.pushed
            let cells = self.row(row)
            let marked = columns(of: selection, inRow: row).clamped(to: 0..<cells.count)
            var words = ""
            for cell in cells.dropFirst(marked.lowerBound).prefix(marked.count) where !cell.look.contains(.rest) {
                let glyph = self.text(of: cell)
                words += glyph.isEmpty ? " " : glyph
            }
            let goesOn = isWrapped(row)
            if !goesOn { while words.last == " " { words.removeLast() } }
            text += words
            if line < last, !goesOn { text += "\n" }
            guard text.utf8.count <= TextSelection.byteLimit else { return nil }
        }
        return text
    }

    // MARK: Words and lines

    private static let wordMarks = Set("_-./~:@%+#?&=,".unicodeScalars)

    /// Letters, digits, and what addresses and paths have.
    private func isOfWord(_ place: TextSelection.Place) -> Bool? {
        let cells = row(place.line - history.pushed)
        guard cells.indices.contains(cells.startIndex + place.column), place.column >= 0 else { return nil }
        let cell = cells[cells.startIndex + place.column]
        // The second half is as the first.
        if cell.look.contains(.rest), place.column > 0 {
            return isOfWord(TextSelection.Place(line: place.line, column: place.column - 1))
        }
        guard let first = text(of: cell).unicodeScalars.first else { return false }
        return first.properties.isAlphabetic || first.properties.numericType != nil || Self.wordMarks.contains(first)
    }

    fileprivate func wordStart(_ place: TextSelection.Place) -> TextSelection.Place {
        guard isOfWord(place) == true else { return place }
        var start = place
        while true {
            var next = start
            next.column -= 1
            if next.column < 0 {
                guard isWrapped(start.line - 1 - history.pushed) else { return start }
                next = TextSelection.Place(line: start.line - 1, column: size.columns - 1)
            }
            guard isOfWord(next) == true else { return start }
            start = next
        }
    }

    fileprivate func wordEnd(_ place: TextSelection.Place) -> TextSelection.Place {
        guard isOfWord(place) == true else { return place }
        var end = place
        while true {
            var next = end
            next.column += 1
            if next.column >= size.columns {
                guard isWrapped(end.line - history.pushed) else { return end }
                next = TextSelection.Place(line: end.line + 1, column: 0)
            }
            guard isOfWord(next) == true else { return end }
            end = next
        }
    }

    fileprivate func lineStart(_ place: TextSelection.Place) -> TextSelection.Place {
        var line = place.line
        while isWrapped(line - 1 - history.pushed) { line -= 1 }
        return TextSelection.Place(line: line, column: 0)
    }

    fileprivate func lineEnd(_ place: TextSelection.Place) -> TextSelection.Place {
        var line = place.line
        while isWrapped(line - history.pushed) { line += 1 }
        return TextSelection.Place(line: line, column: size.columns - 1)
    }
}
