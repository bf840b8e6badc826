import Cells
import Events
import Keys
import Panels
import PictureInPicture
import Typesetting

// What lies over a hosted program.
extension ScreenModel {
    /// Keys are the program's: nothing of ours is open that takes them.
    package var passesKeys: Bool { screen == .host && popup == nil && prompt == nil && !host.isScrolling }

    /// A line is typed into, which takes text as it is.
    package var takesText: Bool { prompt != nil }

    /// A line of ours lies over the program's, until something is typed.
    package var isSayingSomething: Bool {
        notice != nil || host.isPrefixed || host.isQuitting || host.scrolledBack > 0
    }

    /// The next key of a certain kind ends the program, as is said.
    package var asksWhetherToQuit: Bool { screen == .host && host.isQuitting && notice != nil }

    /// Too few rows for a tile, and for words beside the program's.
    package var isCramped: Bool { screen == .host && geometry.cells.rows < 7 }

    /// The mouse is ours: the wheel moves through the history.
    package var takesWheel: Bool { screen == .host && host.isScrolling }

    /// Keys that close what lies over the program, beside those that close it everywhere.
    mutating func closesOverProgram(_ key: Key) -> Bool {
        guard screen == .host, prompt == nil else { return false }
        switch (popup, key) {
        case (.palette, _): return false
        case (.help(let state), .character("q")), (.help(let state), .named(.enter, _)):
            if state.filter.isTyping { return false }
            popup = nil
        case (.some, .character("q")): popup = nil
        case (nil, .named(.enter, [])) where host.isScrolling: host.stopScrolling()
        default: return false
        }
        return true
    }

    /// A key while the wheel has scrolled back: a few go on from there, and all others come back.
    mutating func receiveWhileGlancing(_ key: Key?, _ played: Played) -> [ScreenAction] {
        notice = nil
        let moves: [Command] = [.logUp, .logDown, .toStart, .search]
        guard let command = key.flatMap({ keys.command(for: $0) }), moves.contains(command) else {
            host.comeBack()
            return []
        }
        host.takeKeys()
        return perform(command, played)
    }

    mutating func showFound(_ back: Int?) {
        if let back {
            host.show(back: back)
        } else if prompt?.purpose == .historySearch {
            prompt?.error = "Not found"
        } else {
            notice = "No further matches"
        }
    }

    mutating func leaveHistorySearch() -> [ScreenAction] {
        host.endSearch()
        return [.findInHistory(.forgotten)]
    }
}

// What is said at the tile, which hides nothing of the program for long.
extension ScreenModel {
    /// Captions, and what is to be said, beside the tile: below one in an upper corner and above one in a lower one.
    func hostPanels(_ layout: ScreenLayout, tile: CellRect?, _ played: Played) -> [Panel] {
        var rows = TileSide(of: tile, corner: self.tile.corner, in: layout.size)
        var panels: [Panel] = []
        let said = prompt == nil ? said(columns: min(layout.size.columns, Self.wordColumns)) : nil
        if isCramped { return [said.flatMap { overProgram($0, in: layout.size) }].compactMap(\.self) }
        // A refusal is not left out for a caption.
        if tile != nil, showsCaption(played), rows.free > said?.count ?? 0,
            let rect = rows.next(columns: Self.captionColumns, rows: min(2, rows.free - (said?.count ?? 0)))
        {
            let caption = CaptionPanel.panel(
                played.caption, word: played.litWord, last: played.placeWord,
                shownFor: played.timeline.now - played.captionStart, in: rect)
            panels.append(rows.take(caption))
        }
        if let said, let rect = rows.next(columns: Self.columns(of: said), rows: said.count) {
            panels.append(rows.take(StatusLine.said(said, in: rect)))
        }
        return panels
    }

    /// In one row, the first or the last, away from the program's cursor; `nil` where that has the only one.
    private func overProgram(_ said: [String], in size: CellSize) -> Panel? {
        guard size.rows > 1 else { return nil }
        let columns = min(size.columns, Self.columns(of: said))
        let row = 2 * host.cursorRow < size.rows ? size.rows - 1 : 0
        return StatusLine.said(
            said, in: CellRect(column: size.columns - columns, row: row, columns: columns, rows: 1))
    }

    /// With a blank before it, and one behind it.
    private static func columns(of said: [String]) -> Int {
        (said.map { TerminalText.cellWidth(of: $0) }.max() ?? 0) + 2
    }

    /// What the avatar says stands at the tile.
    package func showsCaption(_ played: Played) -> Bool { picture.showsCaptions && !played.caption.isEmpty }

    private static let captionColumns = 30
    private static let wordColumns = 46

    private func said(columns: Int) -> [String]? {
        let cells = max(1, columns - 2)
        if let notice {
            return TerminalText.wrapped(OutsideText.shown(notice, cells: Limits.shownNameCells), toCells: cells)
        }
        let place = "line \(host.historyLines - host.scrolledBack) of \(host.historyLines)"
        if host.isScrolling {
            let searching: [(Command, String)] =
                host.hasMatches ? [(.nextMatch, "up"), (.previousMatch, "down")] : []
            let keys = advice([(.search, "searches")] + searching + [(.close, "goes back")])
            return Self.rows([place, "↑↓ PgUp PgDn Home End"] + keys, cells)
        }
        if host.isPrefixed { return Self.rows(advice(Self.hints) + advice([(.toggleHelp, "keys")]), cells) }
        if host.scrolledBack > 0 {
            return Self.rows([place] + advice([(.search, "searches")]) + ["any other key goes back"], cells)
        }
        return nil
    }

    private func advice(_ commands: [(command: Command, word: String)]) -> [String] {
        commands.map { keys.advice("", $0.command, " " + $0.word) }.filter { !$0.isEmpty }
    }

    /// In rows of so many cells, none of them broken.
    private static func rows(_ parts: [String], _ cells: Int) -> [String] {
        parts.reduce(into: []) { rows, part in
            if let last = rows.last, TerminalText.cellWidth(of: last) + 2 + TerminalText.cellWidth(of: part) <= cells {
                rows[rows.count - 1] += "  " + part
            } else {
                rows.append(TerminalText.cut(part, toCells: cells))
            }
        }
    }

    private static let hints: [(command: Command, word: String)] = [
        (.nextTileCorner, "corner"), (.nextTileMode, "hide"), (.toggleMute, "mute"), (.say, "say"), (.hush, "hush"),
        (.quit, "quit"),
        (.scrollBack, "history"), (.toggleCaptions, "captions"), (.pasteSelection, "paste"), (.togglePause, "pause"),
        (.smallerTile, "smaller"),
        (.largerTile, "larger"), (.showStage, "picture"), (.toggleDebug, "debugger"),
    ]
}

/// The cells beside a tile that are free for words, from the tile outward.
private struct TileSide {
    private let isBelow: Bool
    private let isAtLeft: Bool
    /// Columns of the tile; of a tile that there is not those at the screen's edge.
    private let columns: Range<Int>
    private let size: CellSize
    /// The first row that is free on that side.
    private var row: Int

    init(of tile: CellRect?, corner: TileCorner, in size: CellSize) {
        self.size = size
        isAtLeft = corner == .topLeft || corner == .bottomLeft
        guard let tile else {
            (isBelow, row) = (true, 0)
            columns = isAtLeft ? 0..<1 : max(0, size.columns - 1)..<size.columns
            return
        }
        columns = tile.columns
        let (above, below) = (tile.rows.lowerBound, size.rows - tile.rows.upperBound)
        // The last row is where a program says something itself.
        isBelow = below > 1 && (corner == .topLeft || corner == .topRight) || above < 1
        row = isBelow ? tile.rows.upperBound : tile.rows.lowerBound - 1
    }

    var free: Int { isBelow ? max(1, size.rows - 1) - row : row + 1 }

    /// - Returns: `nil` where no row is left.
    func next(columns wanted: Int, rows: Int) -> CellRect? {
        let count = min(rows, free)
        guard count > 0, size.columns > 0 else { return nil }
        let width = min(size.columns, max(wanted, columns.count))
        let column = isAtLeft ? columns.lowerBound : columns.upperBound - width
        return CellRect(
            column: column.clamped(to: 0...size.columns - width), row: isBelow ? row : row - count + 1, columns: width,
            rows: count)
    }

    /// Only the rows that have something in them are taken.
    mutating func take(_ panel: Panel) -> Panel {
        var rect = panel.rect
        let count = min(panel.lines.count, rect.size.rows)
        if !isBelow { rect.origin.row += rect.size.rows - count }
        rect.size.rows = count
        row += isBelow ? count : -count
        var taken = panel
        taken.rect = rect
        return taken
    }
}
