/// Lines that have left the screen at its top, oldest first; the oldest go when there is no room.
package struct ScreenHistory: Sendable {
    struct Line: Sendable {
        /// Without what was never written at its end.
        var cells: [ScreenCell]
        var flags: LineFlags
    }

    /// Lines.
    let limit: Int
    /// Cells of all lines, 16 bytes each; bounds what very long lines take.
    static let cellLimit = 4 << 20

    private var lines: [Line] = []
    /// Where the oldest is, once they go round.
    private var first = 0
    private var cellCount = 0
    /// Lines that were pushed since the beginning, those that are gone as well.
    package private(set) var pushed = 0

    init(limit: Int) { self.limit = max(0, limit) }

    package var count: Int { lines.count }

    subscript(index: Int) -> Line { lines[place(index)] }

    private func place(_ index: Int) -> Int {
        let place = first + index
        return place < lines.count ? place : place - lines.count
    }

    mutating func push(_ cells: ArraySlice<ScreenCell>, _ flags: LineFlags) {
        pushed += 1
        guard limit > 0 else { return }
        cellCount += cells.count
        if lines.count == limit, cellCount - lines[first].cells.count <= Self.cellLimit {
            // The oldest line's memory is the newest one's.
            cellCount -= lines[first].cells.count
            lines[first].cells.removeAll(keepingCapacity: true)
            lines[first].cells.append(contentsOf: cells)
            lines[first].flags = flags
            first = first + 1 == lines.count ? 0 : first + 1
        } else {
            straighten()
            if cellCount > Self.cellLimit { makeRoom() }
            lines.append(Line(cells: Array(cells), flags: flags))
        }
    }

    /// Of very long lines more than one goes at once, so that this is seldom.
    private mutating func makeRoom() {
        var gone = 0
        while gone < lines.count, cellCount > Self.cellLimit - Self.cellLimit / 8 {
            cellCount -= lines[gone].cells.count
            gone += 1
        }
        lines.removeFirst(gone)
    }

    private mutating func straighten() {
        guard first > 0 else { return }
        lines = Array(lines[first...] + lines[..<first])
        first = 0
    }

    /// Takes the newest lines back.
    mutating func popLast() -> Line? {
        straighten()
        guard let last = lines.popLast() else { return nil }
        cellCount -= last.cells.count
        return last
    }

    /// All lines, oldest first; none are left.
    mutating func takeAll() -> [Line] {
        straighten()
        defer { (lines, cellCount) = ([], 0) }
        return lines
    }

    mutating func removeAll() { (lines, first, cellCount) = ([], 0, 0) }

    /// Changes what each cell refers to.
    mutating func mapCells(_ change: (inout ScreenCell) -> Void) {
        for line in lines.indices {
            for cell in lines[line].cells.indices { change(&lines[line].cells[cell]) }
        }
    }
}
