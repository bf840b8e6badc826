import Cells
import Testing
import Typesetting

@Suite struct TextGlyphTests {
    @Test(
        "characters, each with the cells that it takes",
        arguments: [
            ("ab", ["a", "b"], [1, 1]), ("李a", ["李", "a"], [2, 1]), ("e\u{301}x", ["e\u{301}", "x"], [1, 1]),
            ("क्षा", ["क्", "षा"], [1, 2]), ("👩‍👩‍👧", ["👩", "👩", "👧"], [2, 2, 2]), ("🇩🇪", ["🇩🇪"], [2]),
            ("", [], []), ("\u{1B}[m", ["^", "[", "[", "m"], [1, 1, 1, 1]), ("\u{301}", nil, nil),
        ] as [(String, [String]?, [Int]?)])
    func glyphs(text: String, expected: [String]?, columns: [Int]?) {
        let glyphs = TextGlyph.glyphs(of: text)
        if let expected { #expect(glyphs.map(\.text) == expected) }
        if let columns { #expect(glyphs.map(\.columns) == columns) }
        #expect(glyphs.reduce(0) { $0 + $1.columns } == TerminalText.cellWidth(of: TerminalText.visible(text)))
    }

    @Test("nothing that a terminal obeys, and no width but its own, is a character")
    func refused() {
        #expect(TextGlyph("李", columns: 2)?.text == "李" && TextGlyph("a", columns: 1)?.columns == 1)
        #expect(TextGlyph("李", columns: 1) == nil && TextGlyph("a", columns: 2) == nil)
        for text in ["", "\u{1B}", "\n", "\u{7F}", "\u{9B}", "\u{202E}", "\u{301}", "\u{200D}", "abc", "a\u{1B}"] {
            for columns in 0...3 { #expect(TextGlyph(text, columns: columns) == nil, "\(text.debugDescription)") }
        }
        #expect(TextGlyph("a" + String(repeating: "\u{301}", count: 40), columns: 1) == nil)
    }

    @Test("a character of many marks has few of them, and no more bytes than a cell has room for")
    func marks() {
        let glyphs = TextGlyph.glyphs(of: "a" + String(repeating: "\u{301}", count: 1_000))
        #expect(glyphs.first?.text == "a" + String(repeating: "\u{301}", count: 4))
        #expect(glyphs.allSatisfy { $0.text.utf8.count <= 32 && (1...2).contains($0.columns) })
    }
}
