import Events

/// What somebody marks of a hosted program's text with the mouse: characters, words or lines, from one place to another.
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

    fileprivate let unit: Unit
    package let anchor: Place
    package private(set) var head: Place
    /// A click alone marks no character.
    private var isMoved = false

    package init(_ unit: Unit, at place: Place) { (self.unit, anchor, head) = (unit, place, place) }

    package mutating func extend(to place: Place) {
        isMoved = isMoved || place != anchor
        head = place
    }

    package var isEmpty: Bool { unit == .character && !isMoved }

    /// Bytes that a terminal's clipboard takes for sure; what is more is not copied.
    package static let byteLimit = 100_000
}

/// The cells that are marked: from the first to the last one, row by row.
package struct MarkedText: Hashable, Sendable {
    package let start: TextSelection.Place
    package let end: TextSelection.Place

    /// - Parameter columns: of the screen.
    fileprivate func columns(ofLine line: Int, of columns: Int) -> Range<Int> {
        guard (start.line...end.line).contains(line) else { return 0..<0 }
        let first = line == start.line ? start.column : 0
        return first..<max(first, line == end.line ? end.column + 1 : columns)
    }
}

extension VirtualTerminal {
    /// - Parameter back: lines of the history that are scrolled into view.
    package func place(of cell: CellPoint, back: Int) -> TextSelection.Place {
        TextSelection.Place(
            line: history.pushed + cell.row - back, column: cell.column.clamped(to: 0...size.columns - 1))
    }

    /// What is marked as the text stands now; `nil` for nothing.
    package func marked(_ selection: TextSelection) -> MarkedText? {
        guard !selection.isEmpty else { return nil }
        var (low, high) = (min(selection.anchor, selection.head), max(selection.anchor, selection.head))
        switch selection.unit {
        case .character: if cell(at: low)?.look.contains(.rest) == true { low.column -= 1 }
        case .word: (low, high) = (wordStart(low), max(low, wordEnd(high)))
        case .line: (low, high) = (lineStart(low), max(low, lineEnd(high)))
        }
        return MarkedText(start: low, end: high)
    }

    /// The columns of a row that are marked.
    /// - Parameter row: as in `row(_:)`.
    func columns(of marked: MarkedText?, inRow row: Int) -> Range<Int> {
        marked?.columns(ofLine: row + history.pushed, of: size.columns) ?? 0..<0
    }

    /// The text of what is marked: a line break where a line ends, none where it only goes on in the next row; no blanks before
    /// one.
    /// - Returns: `nil` for more than `TextSelection.byteLimit` bytes.
    package func text(of marked: MarkedText) -> String? {
        var text = ""
        // Of lines that are gone by now nothing is left.
        let first = max(marked.start.line, firstLine)
        let last = min(marked.end.line, history.pushed + size.rows - 1)
        guard first <= last else { return "" }
        for line in first...last {
            let goesOn = wraps(line)
            let cells = cells(ofLine: line)
            let margin = TextSelection.Place(line: line, column: size.columns - 1)
            let columns = marked.columns(ofLine: line, of: size.columns)
                .clamped(to: 0..<min(cells.count, isFiller(margin) ? margin.column : size.columns))
            var words = ""
            for cell in cells.dropFirst(columns.lowerBound).prefix(columns.count) where !cell.look.contains(.rest) {
                let glyph = self.text(of: cell)
                words += glyph.isEmpty ? " " : glyph
            }
            if !goesOn { while words.last == " " { words.removeLast() } }
            text += words
            if line < last, !goesOn { text += "\n" }
            guard text.utf8.count <= TextSelection.byteLimit else { return nil }
        }
        return text
    }

    // MARK: Words and lines

    /// Rows that a word or a line is followed for in either direction: more than the clipboard takes.
    private var reach: Int { TextSelection.byteLimit / size.columns + 1 }

    private static let wordMarks = Set("_-./~:@%+#?&=,".unicodeScalars)

    /// The oldest one that belongs to what is shown: an alternate screen has no history.
    private var firstLine: Int { history.pushed - (isAlternate ? 0 : history.count) }

    private func cells(ofLine line: Int) -> ArraySlice<ScreenCell> {
        line >= firstLine ? row(line - history.pushed) : []
    }

    /// Whether the line goes on in the next one.
    private func wraps(_ line: Int) -> Bool { line >= firstLine && isWrapped(line - history.pushed) }

    private func cell(at place: TextSelection.Place) -> ScreenCell? {
        let cells = cells(ofLine: place.line)
        guard (0..<cells.count).contains(place.column) else { return nil }
        return cells[cells.startIndex + place.column]
    }

    /// Letters, digits, and what addresses and paths have; the second half of a character is as the first.
    private func isOfWord(_ place: TextSelection.Place) -> Bool {
        guard let cell = cell(at: place) else { return false }
        if cell.look.contains(.rest), place.column > 0 {
            return isOfWord(TextSelection.Place(line: place.line, column: place.column - 1))
        }
        guard let first = text(of: cell).unicodeScalars.first else { return false }
        return first.properties.isAlphabetic || first.properties.numericType != nil || Self.wordMarks.contains(first)
    }

    /// A wide character that has no room in the last column begins the next row.
    private func isFiller(_ place: TextSelection.Place) -> Bool {
        guard place.column == size.columns - 1, wraps(place.line), (cell(at: place)?.glyph ?? 0) == 0 else {
            return false
        }
        return cells(ofLine: place.line + 1).first?.columns == 2
    }

    private func wordStart(_ place: TextSelection.Place) -> TextSelection.Place {
        guard isOfWord(place) else { return place }
        var start = place
        while place.line - start.line < reach {
            var next = TextSelection.Place(line: start.line, column: start.column - 1)
            if next.column < 0 {
                guard wraps(start.line - 1) else { return start }
                next = TextSelection.Place(line: start.line - 1, column: size.columns - 1)
                if isFiller(next) { next.column -= 1 }
            }
            guard isOfWord(next) else { return start }
            start = next
        }
        return start
    }

    private func wordEnd(_ place: TextSelection.Place) -> TextSelection.Place {
        guard isOfWord(place) else { return place }
        var end = place
        while end.line - place.line < reach {
            var next = TextSelection.Place(line: end.line, column: end.column + 1)
            if next.column >= size.columns || isFiller(next) {
                guard wraps(end.line) else { return end }
                next = TextSelection.Place(line: end.line + 1, column: 0)
            }
            guard isOfWord(next) else { return end }
            end = next
        }
        return end
    }

    private func lineStart(_ place: TextSelection.Place) -> TextSelection.Place {
        var line = place.line
        while place.line - line < reach, wraps(line - 1) { line -= 1 }
        return TextSelection.Place(line: line, column: 0)
    }

    private func lineEnd(_ place: TextSelection.Place) -> TextSelection.Place {
        var line = place.line
        while line - place.line < reach, wraps(line) { line += 1 }
        return TextSelection.Place(line: line, column: size.columns - 1)
    }
}
