import Cells
import Events

/// One thing that was said.
package struct ConversationLine: Hashable, Sendable {
    package enum Author: Hashable, Sendable { case user, avatar }

    package enum State: Hashable, Sendable {
        case sending
        case done
        case failed(String)
    }

    /// Of the user's lines; 0 for the avatar's.
    package let number: Int
    /// `nil`: before the session.
    package let time: Instant?
    package let author: Author
    /// Who of several avatars says it, or is to hear it.
    package let name: String?
    package let text: String
    package var state: State

    package init(
        number: Int, time: Instant?, author: Author, name: String? = nil, text: String, state: State
    ) {
        (self.number, self.time, self.author, self.name) = (number, time, author, name)
        (self.text, self.state) = (text, state)
    }
}

/// What was said, the newest last.
package enum ConversationPanel {
    /// - Parameter closing: how the key is called that closes it.
    package static func popup(
        _ lines: [ConversationLine], selected: Int, closing: String, in layout: ScreenLayout
    ) -> Panel {
        let cells = max(20, layout.size.columns - 8)
        let chosen = lines.indices.contains(selected) ? lines[selected] : nil
        let detail = chosen.flatMap { line -> String? in
            guard case .failed(let reason) = line.state else { return nil }
            return OutsideText.shown("not taken: \(reason)", cells: cells)
        }
        return ListPanel.popup(
            title: "conversation", heading: lines.isEmpty ? "nothing was said yet" : "  time  what was said",
            rows: lines.map { row($0, cells: cells) }, selected: selected, detail: detail,
            hint: "↑↓ choose  Enter say it again  \(closing) close", in: layout)
    }

    private static func row(_ line: ConversationLine, cells: Int) -> TextLine {
        let time = TextCells.padded(line.time.map(\.inSeconds) ?? "before", toCells: 8)
        let (mark, style): (String, TextStyle) =
            switch (line.author, line.state) {
            case (.avatar, _): ("   avatar  ", TextStyle(.accent))
            case (.user, .sending): (" … you     ", TextStyle(.faint))
            case (.user, .done): ("   you     ", TextStyle())
            case (.user, .failed): (" ! you     ", TextStyle(.bad))
            }
        let name = line.name.map { line.author == .user ? "to \($0): " : "\($0): " } ?? ""
        let words = name + line.text
        let text = OutsideText.shown(words, cells: max(1, cells - 8 - mark.count))
        return TextLine([TextSpan(time, TextStyle(.faint)), TextSpan(mark + text, style)])
    }
}
