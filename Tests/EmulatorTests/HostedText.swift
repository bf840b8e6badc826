import Emulator
import Events

/// Terminals of a few cells that have heard something, and what they show.
extension VirtualTerminal {
    /// - Parameter text: `^` stands for ESC.
    init(_ text: String, columns: Int = 10, rows: Int = 4, history: Int = 100) {
        self.init(size: CellSize(columns: columns, rows: rows), history: history)
        say(text)
    }

    mutating func say(_ text: String) { feed(Array(text.replacing("^", with: "\u{1B}").utf8)) }

    /// Rows of the screen, without blanks at their ends.
    var lines: [String] { (0..<size.rows).map(line) }

    /// Lines of the history, the oldest first.
    var past: [String] { (-history.count..<0).map(line) }

    private func line(_ row: Int) -> String {
        var text = self.row(row).map { $0.columns == 0 ? "" : self.text(of: $0).isEmpty ? " " : self.text(of: $0) }
            .joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// A cell as the oracles print it.
    func seen(_ column: Int, _ row: Int) -> SeenCell { seen(row)[column] }

    /// Column and row of the cursor, counted from 0.
    var place: [Int] { [cursor.column, cursor.row] }

    /// What it has answered, ESC as `^`.
    mutating func answers() -> String {
        String(decoding: takeReplies(), as: UTF8.self).replacing("\u{1B}", with: "^")
    }
}
