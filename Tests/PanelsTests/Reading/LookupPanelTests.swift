import Cells
import Events
import Testing
import Typesetting

@testable import Panels

/// What was found of words: a stranger's text.
@Suite struct LookupPanelTests {
    private static func rect(_ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: 0, row: 0, columns: columns, rows: rows)
    }

    private static func panel(_ paragraphs: [String]?, scroll: Int = 0, _ columns: Int = 24, _ rows: Int = 6) -> Panel {
        LookupPanel.panel("lamp", paragraphs, scroll: scroll, in: rect(columns, rows), beside: nil)
    }

    private static func lines(_ panel: Panel) -> [String] { panel.lines.map { $0.spans.map(\.text).joined() } }

    @Test("no escape sequence is left of it, neither in the title nor in the text")
    func escapes() {
        let panel = LookupPanel.panel(
            "la\u{1B}[2Jmp", ["a\u{1B}]0;x\u{7}b\u{9B}2J\nc\u{8}d"], scroll: 0, in: Self.rect(60, 6), beside: nil)
        let all = Self.lines(panel) + [panel.border?.title ?? ""]
        #expect(all.allSatisfy { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
        #expect(Self.lines(panel).count == 2)
    }

    @Test("rows are as wide as there is room, whatever the width of the characters", arguments: 8...40)
    func widths(columns: Int) {
        let text = "灯 a device that gives light 灯火灯火灯火灯火 e\u{301}clairage 👩‍👩‍👧 unbreakablewordofmanyletters"
        let panel = Self.panel([text, "    " + text], columns, 200)
        for line in Self.lines(panel) { #expect(TerminalText.cellWidth(of: line) <= columns - 2) }
        // Nothing is lost.
        func letters(_ text: String) -> String { TerminalText.visible(text).filter { $0 != " " } }
        #expect(letters(Self.lines(panel).joined()) == letters(text + text))
    }

    @Test("lines of a dictionary stay apart, and set in")
    func indented() {
        #expect(
            Self.lines(Self.panel(["lamp\n  1. a light", "see\n                   x"])) == [
                " lamp", "   1. a light", " ", " see",
            ])
        #expect(
            Self.lines(Self.panel(["lamp\n  1. a light of this room"], 16, 8)) == [
                " lamp", "   1. a light", "   of this", "   room",
            ])
    }

    @Test("what goes from right to left begins at the right, and is turned")
    func rightToLeft() {
        let panel = Self.panel(["שלום לך\nlamp"])
        let lines = panel.lines.map { $0.inVisualOrder.spans.map(\.text).joined() }
        #expect(lines == [String(repeating: " ", count: 14) + "ךל םולש", " lamp"])
    }

    @Test("what is below is counted, and scrolled to no further than its end")
    func scrolling() {
        let paragraphs = [(1...9).map { "\($0)" }.joined(separator: "\n")]
        let first = Self.panel(paragraphs)
        #expect(first.border?.title == "lamp  ↓5  Esc")
        #expect(Self.lines(first) == [" 1", " 2", " 3", " 4"])
        #expect(LookupPanel.scrollLimit(paragraphs, in: Self.rect(24, 6), beside: nil) == 5)
        let last = Self.panel(paragraphs, scroll: 5)
        #expect(last.border?.title == "lamp  Esc")
        #expect(Self.lines(last) == [" 6", " 7", " 8", " 9"])
        #expect(Self.lines(Self.panel(paragraphs, scroll: 500)) == Self.lines(last))
        #expect(Self.panel(paragraphs, scroll: 5, 12).border?.title == "lamp")
        #expect(LookupPanel.scrollLimit(nil, in: Self.rect(24, 6), beside: nil) == 0)
    }
}
