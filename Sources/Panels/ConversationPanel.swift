import Cells
import Events
import Typesetting

/// One thing that was said.
package struct ConversationLine: Hashable, Sendable {
    package enum Author: Hashable, Sendable { case user, avatar }

    package enum State: Hashable, Sendable {
        case sending
        case done
        case failed(String)
    }

    /// Why it was not said, or answered, to its end.
    package enum Shortfall: Hashable, Sendable {
        /// By the user.
        case stopped
        case unanswered
        /// It came, and was stopped before any of it was heard.
        case unheard
    }

    /// Of the user's lines; 0 for the avatar's.
    package let number: Int
    /// `nil`: before the session.
    package let time: Instant?
    package let author: Author
    /// Who of several avatars says it, or is to hear it.
    package let name: String?
    package let text: String
    /// Of what the avatar says: what was said before it is another paragraph.
    package var beginsParagraph = false
    package var state: State
    package var shortfall: Shortfall?

    package init(
        number: Int, time: Instant?, author: Author, name: String? = nil, text: String, state: State
    ) {
        (self.number, self.time, self.author, self.name) = (number, time, author, name)
        (self.text, self.state) = (text, state)
    }
}

/// What was said, the newest last.
package enum ConversationPanel {
    /// - Parameters:
    ///   - name: as the avatar is called; `nil` where that is not known.
    ///   - isLive: lines can be said again; else they are places of a tape.
    ///   - closing: how the key is called that closes it.
    package static func popup(
        _ lines: [ConversationLine], with name: String?, selected: Int, isLive: Bool, closing: String,
        in layout: ScreenLayout
    ) -> Panel {
        // Where what was said stands beside the face anyway, the face stays in view.
        if let beside = layout.conversation, beside.size.columns >= leastColumns, beside.size.rows >= leastRows {
            let place = ScreenLayout(CellSize(columns: beside.size.columns, rows: beside.size.rows + 1))
            var panel = popup(
                lines, with: name, selected: selected, isLive: isLive, closing: closing, in: place)
            panel.rect.origin.column += beside.origin.column
            panel.rect.origin.row += beside.origin.row
            return panel
        }
        // As wide as the screen, or with a margin that is worth it.
        let room = max(20, layout.size.columns - 4)
        let cells = room <= 108 ? room : 100
        let chosen = lines.indices.contains(selected) ? lines[selected] : nil
        let detail = chosen.map { line in
            if case .failed(let reason) = line.state { return TerminalText.visible("rejected: \(reason)") }
            return TerminalText.visible(words(line))
        }
        let whoCells = whoCells(lines, with: name, cells: cells)
        let entering = !isLive ? "jump" : chosen?.author == .user ? "repeat" : "speak"
        return ListPanel.popup(
            title: "conversation",
            heading: lines.isEmpty ? "No messages yet" : heading(isLive: isLive, whoCells),
            count: lines.count, columns: lines.isEmpty ? 48 : cells, selected: selected, detail: detail,
            detailRows: detailRows(lines, cells),
            saysDetail: true, hint: "↑↓ choose  Enter \(entering)  \(closing) close", in: layout
        ) { row(lines[$0], with: name, whoCells, cells: cells) }
    }

    private static let leastColumns = 44
    private static let leastRows = 12

    /// What the longest one needs, so that nothing moves when another one is chosen.
    private static func detailRows(_ lines: [ConversationLine], _ cells: Int) -> Int {
        let longest = lines.max { $0.text.utf8.count < $1.text.utf8.count }
        return max(3, longest.map { TerminalText.wrapped(TerminalText.visible(words($0)), toCells: cells).count } ?? 0)
    }

    /// A live line is listed when it comes, long before it is heard; a tape's when it is heard.
    private static func heading(isLive: Bool, _ whoCells: Int) -> String {
        TerminalText.padded(isLive ? "received" : "spoken", toCells: timeCells)
            + TerminalText.padded("who", toCells: whoCells)
            + "  text"
    }

    /// Time and state, before the name in a row.
    private static let timeCells = 11

    /// As wide as its longest name, and at most a quarter of a row.
    private static func whoCells(_ lines: [ConversationLine], with name: String?, cells: Int) -> Int {
        let names = Set(lines.map { author(of: $0, with: name) })
        return max(6, min(cells / 4, names.map { TerminalText.cellWidth(of: $0) }.max() ?? 0))
    }

    /// One name for one person, wherever it stands.
    private static func author(of line: ConversationLine, with name: String?) -> String {
        OutsideText.shown(line.author == .user ? "you" : line.name ?? name ?? "avatar", cells: 20)
    }

    /// What was said, as much of its end as there is room for: sentences of one answer as one paragraph; headings and items of it
    /// in rows of their own.
    /// - Parameters:
    ///   - name: as the avatar is called.
    ///   - isAwaited: an answer is on its way, or what is still to come of it.
    package static func panel(
        _ lines: [ConversationLine], with name: String?, isAwaited: Bool, in rect: CellRect
    ) -> Panel {
        let cells = max(1, rect.size.columns - 2)
        var rows: [TextLine] = isAwaited ? [TextLine([TextSpan(" …", TextStyle(.faint))])] : []
        // From the last one, no more than there is room for.
        for paragraph in paragraphs(lines.suffix(rect.size.rows), with: name).reversed() {
            guard rows.count < rect.size.rows else { break }
            rows = paragraph.rows(cells, atMost: rect.size.rows) + (rows.isEmpty ? [] : [TextLine("")]) + rows
        }
        let shown = rows.suffix(rect.size.rows)
        let free = Array(repeating: TextLine(""), count: rect.size.rows - shown.count)
        return Panel(rect, free + shown)
    }

    private static func words(_ line: ConversationLine) -> String {
        line.text + remark(line)
    }

    private static func remark(_ line: ConversationLine) -> String {
        switch line.shortfall {
        case nil: ""
        case .stopped: " (stopped)"
        case .unanswered: " (no answer)"
        case .unheard: " (not played)"
        }
    }

    private struct Paragraph {
        /// The first one; how far the last one got.
        var line: ConversationLine
        let name: String
        var text: String

        /// What is beyond so many rows is at its beginning.
        func rows(_ cells: Int, atMost count: Int) -> [TextLine] {
            var (style, text) = (TextStyle(line.author == .user ? .accent : .plain, isBold: true), text)
            if case .failed(let reason) = line.state {
                (style, text) = (TextStyle(.bad), text + " (rejected: \(reason))")
            }
            let head = TextSpan(name + ": ", style)
            let parts = text.suffix(cells * count).split(whereSeparator: \.isNewline).map { TerminalText.visible($0) }
            return rows(of: parts.first ?? "", behind: head, cells)
                + parts.dropFirst().flatMap { rows(of: $0, behind: TextSpan(""), cells) }
        }

        private func rows(of part: String, behind head: TextSpan, _ cells: Int) -> [TextLine] {
            TerminalText.wrapped(head.text + part, toCells: cells).enumerated().map { place, row in
                let blank = TextSpan(" ")
                guard place == 0, !head.text.isEmpty, row.hasPrefix(head.text) else {
                    return TextLine.said(row, of: part, behind: [blank], cells: cells)
                }
                let words = String(row.dropFirst(head.text.count))
                let room = cells - TerminalText.cellWidth(of: head.text)
                return TextLine.said(words, of: part, behind: [blank, head], cells: room)
            }
        }
    }

    private static func paragraphs(_ lines: ArraySlice<ConversationLine>, with name: String?) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var (before, goes) = ("", Bool?.none)
        for line in lines {
            let own = direction(of: line.text) ?? goes
            defer { (before, goes) = (line.text, own) }
            if line.author == .avatar, let last = paragraphs.last, last.line.author == .avatar,
                last.line.name == line.name
            {
                // A row goes one way.
                let turns = goes.map { $0 != own } ?? false
                let isApart = line.beginsParagraph || turns || AnswerPart.areApart(before, line.text)
                let separator = isApart ? "\n" : " "
                let place = paragraphs.count - 1
                // One remark behind all that nobody has heard.
                if last.line.shortfall == .unheard, line.shortfall == .unheard {
                    paragraphs[place].text.removeLast(remark(line).count)
                }
                paragraphs[place].text += separator + words(line)
                paragraphs[place].line.shortfall = line.shortfall
            } else {
                paragraphs.append(Paragraph(line: line, name: author(of: line, with: name), text: words(line)))
            }
        }
        return paragraphs
    }

    /// Whether it goes from right to left; `nil` for what goes with what is around it, such as a number.
    private static func direction(of text: String) -> Bool? {
        guard text.contains(where: \.isLetter) else { return nil }
        return TextLine.Sentence(text, start: 0)?.isRightToLeft ?? false
    }

    private static func row(
        _ line: ConversationLine, with name: String?, _ whoCells: Int, cells: Int
    ) -> TextLine {
        let time = TerminalText.padded(line.time.map(\.inSeconds) ?? "before", toCells: timeCells - 3)
        let (mark, style): (String, TextStyle) =
            switch (line.author, line.state) {
            case (.avatar, _): ("   ", TextStyle(.accent))
            case (.user, .sending): (" … ", TextStyle(.faint))
            case (.user, .done): ("   ", TextStyle())
            case (.user, .failed): (" ! ", TextStyle(.bad))
            }
        let hearer = line.author == .user ? line.name.map { "to \(OutsideText.shown($0, cells: 20)): " } ?? "" : ""
        let who = TerminalText.padded(author(of: line, with: name), toCells: whoCells) + "  " + hearer
        let room = max(1, cells - timeCells - TerminalText.cellWidth(of: who))
        // What is cut is the text, never how far it got.
        let remark = remark(line)
        let text = OutsideText.shown(line.text, cells: max(1, room - TerminalText.cellWidth(of: remark)))
        return TextLine.said(
            text + remark, style, of: line.text,
            behind: [TextSpan(time, TextStyle(.faint)), TextSpan(mark + who, style)], cells: room)
    }
}

/// What one part of an answer is: backends send it by sentences, and a heading or an item of a list as one more of them, without
/// the signs that told it apart.
enum AnswerPart {
    /// Whether two parts, one behind the other, belong to different rows: sentences follow each other in one.
    static func areApart(_ first: String, _ second: String) -> Bool {
        !isSentence(first) || !isSentence(second) || isNumbered(second)
    }

    /// Whether it ends as sentences do, or as the pieces of a long one: what has no such end is a heading, an item or code, or leads
    /// to some with a colon.
    private static func isSentence(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last(where: { !isBehindEnd($0) }) else { return true }
        return last.properties.isSentenceTerminal || ends.contains(last)
    }

    /// Ends that Unicode does not count among those of sentences: three dots, and marks behind which a long sentence is cut.
    private static let ends: Set<Unicode.Scalar> = ["…", ",", ";", "،", "؛", "、", "，", "；"]

    /// What closes around the mark that ends a sentence.
    private static func isBehindEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .initialPunctuation: true
        default: scalar == "\"" || scalar == "'" || scalar.properties.isWhitespace
        }
    }

    /// `1. first`, `2) second`: the number of an item is said, and so is there.
    private static func isNumbered(_ text: String) -> Bool {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        let behind = text.dropFirst(number.count)
        return (1...3).contains(number.count) && (behind.hasPrefix(". ") || behind.hasPrefix(") "))
    }
}
