import Cells
import Scripts

/// Letters that narrow a list while they are typed.
package struct TypedFilter: Hashable, Sendable {
    package private(set) var text: String
    /// Letters go into it.
    package var isTyping: Bool
    private static let longest = 40

    package init(_ text: String = "", isTyping: Bool = false) { (self.text, self.isTyping) = (text, isTyping) }

    package mutating func insert(_ typed: String) {
        text = String((text + LineEditor(typed).text).prefix(Self.longest))
    }

    package mutating func deleteBackward() { _ = text.popLast() }
    package mutating func clear() { text = "" }

    /// Something is typed, or was and still narrows the list.
    var isOpen: Bool { isTyping || !text.isEmpty }

    /// The row in which it is typed, the cursor a reversed cell; of a text with no room its end.
    /// - Parameter aside: stands behind it while there is room.
    func row(_ label: String, aside: String = "", cells: Int) -> TextLine {
        let name = TextSpan(" \(label) ", TextStyle(.accent, isBold: true))
        var shown = TerminalText.visible(text)
        let room = max(0, cells - TerminalText.cellWidth(of: name.text) - 2)
        while TerminalText.cellWidth(of: shown) > room { shown.removeFirst() }
        var line = TextLine([name, TextSpan(shown)])
        if isTyping { line.spans.append(TextSpan(" ", TextStyle(isReverse: true))) }
        let gap = cells - line.cellWidth - TerminalText.cellWidth(of: aside)
        if !aside.isEmpty, gap >= 2 { line.spans.append(TextSpan("  " + aside, TextStyle(.faint))) }
        return line
    }
}
