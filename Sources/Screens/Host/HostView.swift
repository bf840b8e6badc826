import Cells
import Events
import Keys
import Panels

// What lies over a hosted program.
extension ScreenModel {
    /// Keys are the program's: nothing of ours is open that takes them.
    package var passesKeys: Bool { screen == .host && popup == nil && prompt == nil && !host.isScrolling }

    /// A line of ours lies over the program's, until something is typed.
    package var isSayingSomething: Bool {
        notice != nil || host.isPrefixed || host.isQuitting || host.scrolledBack > 0
    }

    /// The mouse is ours: the wheel moves through the history.
    package var takesWheel: Bool { screen == .host && host.isScrolling }

    /// The row at the bottom where something is to be said.
    func hostLine(_ layout: ScreenLayout) -> Panel? {
        guard let rect = layout.status, let text = hostWords(cells: rect.size.columns - 2) else { return nil }
        let style = TextStyle(isReverse: true)
        let shown = TextCells.padded(" " + text, toCells: rect.size.columns)
        return Panel(rect, [TextLine([TextSpan(shown, style)], fill: style)])
    }

    private func hostWords(cells: Int) -> String? {
        if let notice { return notice }
        if host.isScrolling {
            let words = "line \(host.historyLines - host.scrolledBack) of \(host.historyLines)"
            let wide = words + "  ↑↓ PgUp PgDn Home End  Esc goes on"
            return wide.count <= cells ? wide : words + "  Esc goes on"
        }
        if !host.isPrefixed, host.scrolledBack > 0 {
            return "line \(host.historyLines - host.scrolledBack) of \(host.historyLines)  any key goes back"
        }
        guard host.isPrefixed else { return nil }
        return prefixHints(cells: cells)
    }

    /// The keys behind the prefix, as many as there is room for, those that are needed most first; the one that shows all of them is
    /// always there.
    private func prefixHints(cells: Int) -> String {
        let last = keys.advice("", .toggleHelp, " keys")
        return Self.hints.reduce(into: "") { text, hint in
            let next = keys.advice("", hint.command, " \(hint.word)  ")
            if text.count + next.count + last.count <= cells { text += next }
        } + last
    }

    private static let hints: [(command: Command, word: String)] = [
        (.nextTileCorner, "corner"), (.nextTileMode, "hide"), (.toggleMute, "mute"), (.say, "say"), (.hush, "hush"),
        (.quit, "quit"),
        (.scrollBack, "history"), (.pasteSelection, "paste"), (.togglePause, "pause"), (.smallerTile, "smaller"),
        (.largerTile, "larger"), (.showStage, "picture"), (.toggleDebug, "debugger"),
    ]
}
