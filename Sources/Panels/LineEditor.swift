/// One line of text with a cursor in it.
package struct LineEditor: Hashable, Sendable {
    private var characters: [Character] = []
    /// Characters before it.
    package private(set) var cursor = 0
    /// Characters beyond this many are not taken.
    package static let limit = 1_000

    package init(_ text: String = "") { insert(text) }

    package var text: String { String(characters) }
    package var beforeCursor: String { String(characters[..<cursor]) }
    var atCursor: String { characters.indices.contains(cursor) ? String(characters[cursor]) : "" }
    var afterCursor: String { String(characters.dropFirst(cursor + 1)) }

    /// What was typed or pasted: line feeds and tabs become blanks, other control characters are left out.
    /// - Returns: whether there was room for all of it.
    @discardableResult package mutating func insert(_ text: String) -> Bool {
        let taken = text.prefix(Self.limit * 2).compactMap { character -> Character? in
            if character.isNewline || character == "\t" { return " " }
            let isControl = character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
            return isControl ? nil : character
        }
        let fitting = taken.prefix(max(0, Self.limit - characters.count))
        // Keyboards send a character scalar by scalar: an accent or a joiner becomes one with what stands before it, or behind it.
        let before = Array(String(characters[..<cursor] + fitting))
        characters = Array(String(before + characters[cursor...]))
        cursor = min(before.count, characters.count)
        return fitting.count == taken.count
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        characters.remove(at: cursor)
    }

    package mutating func deleteForward() {
        if characters.indices.contains(cursor) { characters.remove(at: cursor) }
    }

    /// The word before the cursor, and the blanks after it.
    package mutating func deleteWord() {
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        characters.removeSubrange(start..<cursor)
        cursor = start
    }

    package mutating func deleteToEnd() { characters.removeSubrange(cursor...) }

    package mutating func deleteToStart() {
        characters.removeSubrange(..<cursor)
        cursor = 0
    }

    package mutating func moveLeft() { cursor = max(0, cursor - 1) }
    package mutating func moveRight() { cursor = min(characters.count, cursor + 1) }
    package mutating func moveToStart() { cursor = 0 }
    package mutating func moveToEnd() { cursor = characters.count }

    /// Before the character with this number, from 0; beyond the end at the end.
    package mutating func move(to place: Int) { cursor = min(max(0, place), characters.count) }

    /// Puts a text in the place of all from a character up to the cursor.
    /// - Returns: whether there was room for all of it.
    package mutating func replace(from start: Int, with text: String) -> Bool {
        let start = min(max(0, start), cursor)
        characters.removeSubrange(start..<cursor)
        cursor = start
        return insert(text)
    }

    package mutating func clear() { (characters, cursor) = ([], 0) }
}
