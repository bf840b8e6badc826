import Cells

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

    /// As a title has it, with the place at which it is typed on; empty where nothing is typed.
    var shown: String {
        let shown = OutsideText.shown(text, cells: 20)
        return isTyping ? shown + "▏" : shown
    }
}
