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
        guard let rect = layout.status, let text = hostWords else { return nil }
        let style = TextStyle(isReverse: true)
        let shown = TextCells.padded(" " + text, toCells: rect.size.columns)
        return Panel(rect, [TextLine([TextSpan(shown, style)], fill: style)])
    }

    private var hostWords: String? {
        if let notice { return notice }
        if host.isScrolling {
            return "line \(host.historyLines - host.scrolledBack) of \(host.historyLines)"
                + "  ↑↓ PgUp PgDn Home End  Esc goes on"
        }
        if !host.isPrefixed, host.scrolledBack > 0 {
            return "line \(host.historyLines - host.scrolledBack) of \(host.historyLines)  any key goes back"
        }
        guard host.isPrefixed else { return nil }
        return
            "c corner  y Y size  h hide  m mute  p pause  : say  [ history  ] paste  s picture  d debugger  ? keys  q quit"
    }
}
