import Cells
import Events
import Typesetting

/// The lines around the text of a book. What has no room is left out whole, the least important first; a title is cut.
package enum ReadingLines {
    // MARK: Above

    /// Title and chapter, with a sign where there is a bookmark.
    package static func heading(_ state: ReadingState, in rect: CellRect) -> Panel {
        let room = max(0, rect.size.columns - 2)
        let mark = state.isMarked ? TextSpan(" ★", TextStyle(.accent, isBold: true)) : nil
        let cells = room - (mark == nil ? 0 : 2)
        // A text with one heading is called as its only chapter is.
        let chapter = state.chapter == state.title ? nil : state.chapter.map { OutsideText.shown($0, cells: cells) }
        let title = title(state, beside: chapter, cells)
        var spans: [TextSpan] = []
        for text in [title, chapter].compactMap(\.self) {
            let isFirst = spans.isEmpty
            if !isFirst { spans.append(TextSpan(" · ", TextStyle(.faint))) }
            spans.append(TextSpan(text, TextStyle(isBold: isFirst)))
        }
        spans += mark.map { [$0] } ?? []
        let indent = max(0, rect.size.columns - TextLine(spans).cellWidth) / 2
        var line = TextLine([TextSpan(String(repeating: " ", count: indent))] + spans)
        line.sentence = TextLine.Sentence([title, chapter].compactMap(\.self).joined(separator: " "), start: 1)
        line.sentence?.isCentered = true
        return Panel(rect, [line])
    }

    /// Of a title that has to be cut.
    private static let fewestTitleCells = 8

    /// - Returns: `nil` where only the chapter has room: where one is in the book says more than which it is.
    private static func title(_ state: ReadingState, beside chapter: String?, _ cells: Int) -> String? {
        guard let chapter else { return OutsideText.shown(state.title, cells: cells) }
        let room = cells - 3 - TerminalText.cellWidth(of: chapter)
        let title = OutsideText.shown(state.title, cells: max(0, room))
        let isWhole = title == OutsideText.shown(state.title, cells: cells)
        return isWhole && room >= 0 || room >= fewestTitleCells ? title : nil
    }

    // MARK: Below

    /// How much of the book has been read.
    package static func progress(_ state: ReadingState, in rect: CellRect) -> Panel {
        let cells = rect.size.columns
        let done = min(cells, Int((state.part * Double(cells)).rounded()))
        return Panel(
            rect,
            [
                TextLine([
                    TextSpan(String(repeating: "━", count: done), TextStyle(.accent)),
                    TextSpan(String(repeating: "─", count: cells - done), TextStyle(.faint)),
                ])
            ])
    }

    /// Sentence, what is to be read once, languages, speed, silence, time left, music.
    package static func status(_ state: ReadingState, in rect: CellRect) -> Panel {
        let cells = max(0, rect.size.columns - 1)
        let shown = shown(state, cells)
        var line = TextLine([TextSpan(state.isPlaying ? " ▶ " : " ‖ ", bar)] + shown, fill: bar)
        let room = cells - line.cellWidth
        let hint = state.hints.joined(separator: "  ")
        let width = TerminalText.cellWidth(of: hint)
        if width > 0, room > width {
            line.spans.append(TextSpan(String(repeating: " ", count: room - width) + hint, bar))
        }
        var panel = Panel(rect, [line])
        panel.cursor = CellPoint(column: min(1, max(0, rect.size.columns - 1)), row: 0)
        return panel
    }

    /// What is said and has no room on the line, in rows above it: the text beneath them is what is read, and keeps
    /// most of them.
    package static func overflow(_ state: ReadingState, above rect: CellRect) -> Panel? {
        guard let text = state.notice, let notice = notice(state),
            !shown(state, max(0, rect.size.columns - 1)).contains(notice)
        else { return nil }
        return StatusLine.said(text, above: rect, atMost: max(fewestSaidRows, rect.origin.row / 4))
    }

    /// Of a message, however low the screen is.
    private static let fewestSaidRows = 2

    private static func shown(_ state: ReadingState, _ cells: Int) -> [TextSpan] {
        var room = cells - 3
        return parts(state, cells).filter { part in
            let width = TerminalText.cellWidth(of: part.text)
            guard width <= room else { return false }
            room -= width
            return true
        }
    }

    private static func notice(_ state: ReadingState) -> TextSpan? {
        state.notice.map { TextSpan(OutsideText.shown($0, cells: StatusLine.longestMessage) + "  ", bar) }
    }

    private static let bar = TextStyle(isReverse: true)
    private static let strong = TextStyle(isBold: true, isReverse: true)

    /// The most important first.
    private static func parts(_ state: ReadingState, _ cells: Int) -> [TextSpan] {
        var parts: [TextSpan] = []
        if state.isPast { parts.append(TextSpan("replay  ", strong)) }
        if let sentence = state.sentence {
            let last = state.numbers?.upperBound ?? sentence
            let word = cells < 60 ? "" : "sentence "
            parts.append(TextSpan("\(word)\(sentence)/\(max(last, sentence))  ", strong))
        }
        if let notice = notice(state) { parts.append(notice) }
        // What has just been said is not said twice.
        func isNews(_ words: String) -> Bool { state.notice?.lowercased().contains(words) != true }
        if let silence = state.silence, isNews(silence) {
            parts.append(TextSpan(OutsideText.shown(silence, cells: 60) + "  ", strong))
        }
        if state.percent != 100, isNews("\(state.percent) %") { parts.append(TextSpan("\(state.percent) %  ", strong)) }
        if state.isOver { parts.append(TextSpan(state.hasMore ? "the end so far  " : "the end  ", strong)) }
        if let minutes = state.sleepMinutes, isNews("in \(minutes) min") {
            parts.append(TextSpan("sleep \(minutes) min  ", strong))
        }
        if state.hasChoice {
            let words = cells < 60 ? state.mode.shortWords : state.mode.words
            parts.append(TextSpan(words + "  ", bar))
        }
        if let left = state.leftWords { parts.append(TextSpan(left + "  ", bar)) }
        if let music = state.music { parts.append(TextSpan("♪ " + OutsideText.shown(music, cells: 30) + "  ", bar)) }
        return parts
    }
}

extension AudioMode {
    fileprivate var shortWords: String {
        switch self {
        case .sequence: "both"
        case .single(.original): "original"
        case .single: "transl."
        }
    }
}
