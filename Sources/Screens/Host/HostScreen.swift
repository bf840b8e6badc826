import Events
import Keys
import Panels
import Typesetting

/// The screen of a hosted program: all cells are the program's, but for the tile and what lies over it for a moment.
package struct HostScreen: Hashable, Sendable {
    /// The prefix was typed: the next key is ours.
    package internal(set) var isPrefixed = false
    /// Lines of the history that are scrolled into view; 0 for the screen as it is.
    package internal(set) var scrolledBack = 0
    /// Keys move through the history and do not go to the program. Where only the wheel scrolled they do, and come back.
    package internal(set) var isScrolling = false
    /// A text has been found, and there may be more of it.
    var hasMatches = false
    /// What was scrolled back to before somebody searched; `nil` where that was the screen as it is.
    private var searchedFrom: Int?
    /// How many lines there are, as the owner said.
    var historyLines = 0
    /// Where the program's cursor is, on a screen on which nothing of ours has room beside it.
    package internal(set) var cursorRow = 0
    /// Who has the keys, as of the last prefix.
    var program: String?
    /// The prefix, as messages call it.
    var prefixName = "Ctrl-]"
    /// Somebody wants to quit, and was told what ends with that.
    var isQuitting = false
}

/// Nothing of ours stands beside the program.
struct HostPanels: PanelArrangement {
    func arrange(in free: CellRect, isSplit: Bool) -> Arranged { Arranged(.zero) }
}

extension HostScreen: ScreenPart {
    var arrangement: any PanelArrangement { HostPanels() }
    var isForStepping: Bool { false }
    var helpGroups: [HelpPanel.Group] { [] }

    func closables(_ stepping: Stepping) -> Set<Closable> { isScrolling ? [.log] : [] }

    mutating func handle(_ input: ScreenPartInput, _ stepping: inout Stepping, _ context: ScreenContext) -> Outcome? {
        switch input {
        case .close(.log): stopScrolling()
        case .command(let command): return handle(command, context)
        case .close, .mouse, .opened, .panelsDue: return nil
        }
        return .nothing
    }

    private mutating func handle(_ command: Command, _ context: ScreenContext) -> Outcome? {
        let page = max(1, context.cells.rows - 2)
        if command != .quit { isQuitting = false }
        switch command {
        case .scrollBack: return scroll(by: 0, "The scrollback is empty")
        case .logUp: return scroll(by: page, "The scrollback is empty")
        case .logDown: return scroll(by: -page)
        case .inspectorUp: return scroll(by: 1)
        case .inspectorDown: return scroll(by: -1)
        case .togglePause:
            return Outcome(context.played.isPaused ? "Tile resumed" : "Tile paused", [.togglePause])
        case .toStart: return scroll(by: historyLines)
        case .toEnd: stopScrolling()
        case .search:
            (isScrolling, searchedFrom) = (true, isScrolling ? scrolledBack : nil)
            return Outcome(nil, [.findInHistory(.begun)], prompt: Prompt(.historySearch))
        case .nextMatch: return isScrolling ? Outcome(nil, [.findInHistory(.next(.older))]) : .nothing
        case .previousMatch: return isScrolling ? Outcome(nil, [.findInHistory(.next(.newer))]) : .nothing
        case .quit:
            if isScrolling {
                stopScrolling()
            } else if !isQuitting {
                isQuitting = true
                let name = program.map { OutsideText.shown($0, cells: 20) } ?? "the program"
                let keys = context.keys.hint(of: .quit).map { "\(prefixName) \($0)" } ?? "the same keys"
                return Outcome("Press \(keys) again to close \(name) and quit")
            } else {
                return nil
            }
        default: return nil
        }
        return .nothing
    }

    private mutating func scroll(by lines: Int, _ nothing: String? = nil) -> Outcome {
        guard historyLines > 0 else { return Outcome(nothing) }
        scrolledBack = (scrolledBack + lines).clamped(to: 0...historyLines)
        isScrolling = isScrolling || lines >= 0
        if lines < 0, scrolledBack == 0 { stopScrolling() }
        return .nothing
    }

    mutating func stopScrolling() { (scrolledBack, isScrolling, hasMatches) = (0, false, false) }

    /// The wheel scrolls, and keys stay the program's.
    mutating func glance(by lines: Int) { scrolledBack = (scrolledBack + lines).clamped(to: 0...historyLines) }

    /// Where a text was found.
    mutating func show(back: Int) { (scrolledBack, hasMatches) = (back.clamped(to: 0...historyLines), true) }

    /// As it was before the search.
    mutating func endSearch() {
        hasMatches = false
        if let searchedFrom { scrolledBack = searchedFrom } else { stopScrolling() }
    }

    /// What the wheel has scrolled back to stays, and keys move on from there.
    mutating func takeKeys() { isScrolling = true }

    /// Something was typed for the program.
    mutating func comeBack() { if !isScrolling { scrolledBack = 0 } }

    /// More lines have left the screen: what is looked at stays where it is.
    mutating func follow(historyLines lines: Int, pushed: Int) {
        historyLines = lines
        if scrolledBack > 0 { scrolledBack = min(scrolledBack + pushed, lines) }
    }

    /// While keys move through the history.
    mutating func receive(_ event: MouseEvent) -> [ScreenAction] {
        switch event.action {
        case .wheelUp: _ = scroll(by: 3)
        case .wheelDown: _ = scroll(by: -3)
        case .pressed:
            // From here on the mouse selects, and keys are the program's again.
            isScrolling = false
            return [.beginSelection(event.cell)]
        case .dragged, .released: break
        }
        return []
    }
}
