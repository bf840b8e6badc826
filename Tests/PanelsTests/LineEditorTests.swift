import Testing

@testable import Panels

@Suite("A line that is typed into")
struct LineEditorTests {
    /// Typed scalar by scalar, as a keyboard sends it.
    private static func typed(_ text: String, into editor: inout LineEditor) {
        for scalar in text.unicodeScalars { editor.insert(String(Character(scalar))) }
    }

    static let clusters = [
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}\u{1F1EA}", "\u{1F44D}\u{1F3FD}", "e\u{301}\u{323}",
        "\u{1112}\u{1161}\u{11AB}", "\u{915}\u{94D}\u{937}\u{93F}", "1\u{FE0F}\u{20E3}", "\u{2764}\u{FE0F}", "c",
    ]

    @Test(
        "backspace-family, backspace-flag, backspace-ok-letter: what belongs together is one Backspace, one Delete, one step, wherever it is typed",
        arguments: clusters)
    func cluster(text: String) {
        for rest in ["", "xy"] {
            var editor = LineEditor("ab" + rest)
            for _ in rest { editor.moveLeft() }
            Self.typed(text, into: &editor)
            #expect(editor.text == "ab" + text + rest && editor.beforeCursor == "ab" + text)
            var other = editor
            other.deleteBackward()
            #expect(other.text == "ab" + rest && other.cursor == 2)
            other = editor
            other.moveLeft()
            #expect(other.beforeCursor == "ab")
            other.deleteForward()
            #expect(other.text == "ab" + rest)
            editor.deleteWord()
            #expect(editor.text == rest)
        }
    }

    @Test("an accent that is typed behind a letter becomes one with it, also before other text")
    func accents() {
        var editor = LineEditor("ae")
        editor.moveLeft()
        Self.typed("\u{301}", into: &editor)
        #expect(editor.text == "a\u{301}e" && editor.cursor == 1)
        editor.moveToStart()
        Self.typed("\u{1F1E9}", into: &editor)
        editor.insert("x")
        #expect(editor.cursor == 2 && editor.beforeCursor == "\u{1F1E9}x")
    }
}
