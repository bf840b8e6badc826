import Emulator
import Events
import Screens

/// A text that is looked for on a hosted program's screen and in its history, and where it was found last.
struct ScrollbackSearch {
    private(set) var match: MarkedText?
    private var text = ""
    /// Where it is looked for while it is typed; the end of the screen where that is `nil`.
    private var origin: TextSelection.Place?

    /// - Parameters:
    ///   - back: lines of the history that are scrolled into view.
    ///   - tile: under which nothing can be seen.
    /// - Returns: what is to be scrolled to; `nil` inside of it for nothing that was found, and without it where nothing was asked.
    mutating func find(
        _ search: HistorySearch, in terminal: VirtualTerminal, back: Int, under tile: CellRect?
    ) -> Int?? {
        let found: MarkedText?
        switch search {
        case .begun:
            self = ScrollbackSearch()
            if back > 0 {
                origin = TextSelection.Place(line: terminal.history.pushed - back + terminal.size.rows, column: 0)
            }
            return nil
        case .typed(let typed):
            // The cursor has been moved in it.
            if typed == text, !typed.isEmpty, let match {
                return Self.back(showing: match, in: terminal, back: back, under: tile)
            }
            (text, match) = (typed, nil)
            guard let search = TextSearch(typed) else { return nil }
            found = terminal.find(search, .older, from: origin)
        case .next(let direction):
            guard let search = TextSearch(text) else { return .some(nil) }
            found = terminal.find(search, direction == .older ? .older : .newer, from: match?.start)
        case .forgotten:
            self = ScrollbackSearch()
            return nil
        }
        guard let found else { return .some(nil) }
        match = found
        return Self.back(showing: found, in: terminal, back: back, under: tile)
    }

    /// As far as it is scrolled already where that shows it; else it stands in the middle.
    private static func back(
        showing match: MarkedText, in terminal: VirtualTerminal, back: Int, under tile: CellRect?
    ) -> Int {
        let (row, rows) = (match.start.line - terminal.history.pushed, terminal.size.rows)
        let middle = rows / 2
        let covered = tile.map { aroundWords($0, in: terminal.size) }
        let places = [row + back] + (0..<rows).sorted { abs($0 - middle) < abs($1 - middle) }
        let isSeen = { (place: Int) in
            // The last row has the line in which it is typed.
            (0..<max(1, rows - 1)).contains(place) && (0...terminal.history.count).contains(place - row)
                && covered?.contains(CellPoint(column: match.start.column, row: place)) != true
        }
        let place = places.first(where: isSeen) ?? row + back
        return (place - row).clamped(to: 0...terminal.history.count)
    }

    /// The tile with the rows above and below it that say where it is scrolled to.
    private static func aroundWords(_ tile: CellRect, in size: CellSize) -> CellRect {
        let rows = max(0, tile.rows.lowerBound - 2)..<tile.rows.upperBound + 2
        let columns = max(0, tile.columns.upperBound - 48)..<min(size.columns, tile.columns.lowerBound + 48)
        return CellRect(
            column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
    }
}
