import Cells
import Events
import Typesetting

/// What is waited for while there is no picture yet, whole, in the middle of where it will be.
package enum WaitingPanel {
    /// - Parameters:
    ///   - address: of the backend; `nil` where a tape is played.
    ///   - picture: cells of the picture that is to come.
    /// - Returns: `nil` where a picture comes without being waited for.
    package static func panel(_ state: StatusState, address: String?, in picture: CellRect) -> Panel? {
        let cells = min(longestLine, picture.size.columns - 4)
        guard cells >= 4, let (title, style) = title(state) else { return nil }
        let words = words(state, address)
        let rows = max(0, picture.size.rows - 2)
        let next = words.next.flatMap { lines($0, cells) } + keys(state)
        // What comes next and the keys stay: where there is little room what has happened is cut.
        let said = words.said.flatMap { lines($0, cells) }.cut(toRows: max(0, rows - next.count))
        let shown = (said + next).prefix(rows)
        guard !shown.isEmpty else { return nil }
        let width = max(TerminalText.cellWidth(of: title) + 2, shown.map(\.cellWidth).max() ?? 0) + 3
        let size = CellSize(columns: min(width, picture.size.columns), rows: shown.count + 2)
        let rect = CellRect(
            column: picture.origin.column + (picture.size.columns - size.columns) / 2,
            row: picture.origin.row + (picture.size.rows - size.rows) / 2, columns: size.columns, rows: size.rows)
        return Panel(
            rect, shown.map { $0.fitting(max(0, size.columns - 2)) }, border: Panel.Border(title: title, style: style))
    }

    private static func lines(_ text: String, _ cells: Int) -> [TextLine] {
        TerminalText.wrapped(text, toCells: cells).map { TextLine([TextSpan(" " + $0)]) }
    }

    private static let longestLine = 64

    private static func title(_ state: StatusState) -> (String, TextStyle)? {
        switch state.link {
        case .connecting?: ("Connecting", TextStyle(.accent))
        case .waiting?: ("Disconnected", TextStyle(.warning))
        case .refused?: ("Refused by the backend", TextStyle(.bad))
        case .gaveUp?: ("Cannot connect", TextStyle(.bad))
        case .connected?: ("Connected", TextStyle(.accent))
        // Of a tape it is there within a moment, but where its clip does not come.
        case nil: state.time < Instant(seconds: 1) ? nil : ("No picture yet", TextStyle(.accent))
        }
    }

    /// Where to and why not; what comes next, and how far it has come.
    private static func words(_ state: StatusState, _ address: String?) -> (said: [String], next: [String]) {
        let shown = { OutsideText.shown($0, cells: StatusLine.longestMessage) }
        var words = (said: [address.map(shown)].compactMap(\.self), next: [String]())
        switch state.link {
        case .connecting(let attempt)?: if attempt > 0 { words.next.append("attempt \(attempt)") }
        case .waiting(let until, let attempt, let attempts, let reason, let plain)?:
            words.said.append(shown(state.audience == .viewer ? plain ?? reason : reason))
            words.next.append("attempt \(attempt) of \(attempts) in \(LinkState.seconds(until - state.now)) s")
        case .refused(let reason)?: words.said.append(shown(reason))
        case .gaveUp(let attempts, let reason)?:
            words.said.append(shown(reason))
            words.next.append("after \(plural(attempts, "attempt"))")
        case .connected?, nil: words.next.append(progress(state))
        }
        return words
    }

    private static func progress(_ state: StatusState) -> String {
        if state.audience == .viewer { return viewerProgress(state) }
        if let loading = state.loading {
            return "loading the first clip: \(loading.loaded) of \(loading.announced) frames"
        }
        if let clips = state.clips { return "clips \(clips.loaded) of \(clips.known), \(clips.percent) %" }
        return state.link == nil ? "nothing to show received yet" : "waiting for the first picture"
    }

    private static func viewerProgress(_ state: StatusState) -> String {
        let ofFirst = state.loading.map { $0.loaded * 100 / max(1, $0.announced) }
        if let percent = state.clips?.percent ?? ofFirst { return "loading the picture: \(percent) %" }
        return state.link == nil ? "nothing to show received yet" : "waiting for the first picture"
    }

    private static func keys(_ state: StatusState) -> [TextLine] {
        let isLost = state.link.map { !$0.isConnected } ?? false
        let words = [
            isLost ? state.hints.retry.map { "\($0): try now" } : nil, state.hints.quit.map { "\($0): quit" },
        ]
        let text = words.compactMap(\.self).joined(separator: "  ")
        return text.isEmpty ? [] : [TextLine([TextSpan(" " + text, TextStyle(.faint))])]
    }
}

/// What a terminal too small for a picture says: as many whole words as it has room for.
package enum TooSmallPanel {
    package static func content(_ layout: ScreenLayout) -> ScreenContent {
        let need = "\(ScreenLayout.smallest.columns)x\(ScreenLayout.smallest.rows)"
        let sentences = ["Cameo needs \(need) cells", "needs \(need)", need]
        let lines =
            sentences.lazy.compactMap { whole($0, in: layout.size) }.first
            ?? TerminalText.wrapped(need, toCells: layout.size.columns)
        let shown = lines.prefix(layout.size.rows).map { TextLine($0) }
        return ScreenContent(panels: [Panel(CellRect(origin: .zero, size: layout.size), shown)])
    }

    /// `nil` when the text does not fit, or only with a word broken in two.
    private static func whole(_ text: String, in size: CellSize) -> [String]? {
        let words = text.split(separator: " ")
        let lines = TerminalText.wrapped(text, toCells: size.columns)
        let isWhole = lines.flatMap { $0.split(separator: " ") } == words
        return isWhole && lines.count <= size.rows ? lines : nil
    }
}
