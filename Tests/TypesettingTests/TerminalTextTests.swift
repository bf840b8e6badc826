import Support
import Testing
import Typesetting

@Suite("Text in cells")
struct TerminalTextTests {
    @Test("control characters, marks of direction and lone joiners are shown, not sent")
    func controlsAreVisible() {
        #expect(TerminalText.visible("a\u{1B}[31mb\u{7}\u{7F}\n") == "a^[[31mb^G^?^J")
        #expect(TerminalText.visible("\u{9B}2J\u{85}") == "\\u{9B}2J\\u{85}")
        #expect(
            TerminalText.visible("a\u{202E}b\u{2066}c\u{2069}\u{200F}") == "a\\u{202E}b\\u{2066}c\\u{2069}\\u{200F}")
        #expect(TerminalText.visible("\u{200D}x\u{200D}") == "\\u{200D}x\\u{200D}")
        #expect(TerminalText.visible("\u{FEFF}\u{2028}\u{E000}") == "\\u{FEFF}\\u{2028}\\u{E000}")
    }

    @Test("a mark with nothing to stand on, or one too many, is shown as an escape")
    func loneMarks() {
        #expect(TerminalText.visible("\u{301}e\u{301}") == "\\u{301}e\u{301}")
        let pile = "e" + String(repeating: "\u{301}", count: 6)
        #expect(TerminalText.visible(pile) == "e\u{301}\u{301}\u{301}\u{301}\\u{301}\\u{301}")
    }

    @Test("what terminals measure differently is left out")
    func emojiAreSimple() {
        #expect(TerminalText.visible("👩\u{200D}🔬") == "👩🔬")
        #expect(TerminalText.visible("👍🏽") == "👍")
        #expect(TerminalText.visible("❤\u{FE0F}") == "❤")
        #expect(TerminalText.visible("می\u{200C}خواهم") == "می\u{200C}خواهم")
    }

    @Test(
        "widths",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ﾊﾝ", 2), ("Ａ", 2), ("👩", 2), ("🇩🇪", 2),
            ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("…", 1), ("▄", 1), ("❤", 1), ("⌚", 2), ("\u{20000}", 2),
        ])
    func widths(text: String, cells: Int) { #expect(TerminalText.cellWidth(of: text) == cells) }

    @Test("names are cut at cells and say so")
    func cutting() {
        #expect(TerminalText.cut("abc", toCells: 3) == "abc")
        #expect(TerminalText.cut("abcd", toCells: 3) == "ab…")
        #expect(TerminalText.cut("日本語", toCells: 6) == "日本語")
        #expect(TerminalText.cut("日本語", toCells: 5) == "日本…")
        #expect(TerminalText.cut("日本語", toCells: 4) == "日…")
        #expect(TerminalText.cut("e\u{301}e\u{301}e\u{301}", toCells: 2) == "e\u{301}…")
        #expect(TerminalText.cut("日", toCells: 1) == "…")
        #expect(TerminalText.cut("abc", toCells: 0).isEmpty)
        #expect(TerminalText.cut("abc", toCells: .min).isEmpty)
        #expect(TerminalText.padded("日本語", toCells: 4) == "日… ")
        #expect(TerminalText.padded("ab", toCells: 4) == "ab  ")
    }

    @Test("columns of a table stand below each other whatever their characters, and what is too wide is not cut")
    func aligned() {
        let rows = [["name", "size", "agent"], ["日本", "1", "a"], ["e\u{301}", "10 KB", ""]]
        #expect(
            TerminalText.aligned(rows) == ["name  size   agent", "日本  1      a", "e\u{301}     10 KB  "])
        #expect(TerminalText.aligned([["longer", "b"], ["a", "b"]], atMost: 3) == ["longer  b", "a    b"])
        #expect(TerminalText.aligned([]) == [] && TerminalText.aligned([[], ["a"]]) == ["", "a"])
    }

    @Test("lines break at spaces, and inside of words that are too long")
    func wrapping() {
        #expect(TerminalText.wrapped("one two three", toCells: 7) == ["one two", "three"])
        #expect(TerminalText.wrapped("abcdefgh ij", toCells: 3) == ["abc", "def", "gh", "ij"])
        #expect(TerminalText.wrapped("日本語", toCells: 4) == ["日本", "語"])
        #expect(TerminalText.wrapped("a\n\nb", toCells: 4) == ["a", "", "b"])
        #expect(TerminalText.wrapped("日x", toCells: 0) == ["日", "x"])
    }

    @Test("any text, made visible: the terminal's cursor ends where the width says, and obeys nothing")
    func randomText() {
        var random = SplitMix64(seed: 11)
        let pool: [ClosedRange<UInt32>] = [
            0...0x2FF, 0x300...0x36F, 0x1100...0x11FF, 0x2000...0x206F, 0x4E00...0x4E20,
            0x1F3FB...0x1F3FF, 0x1F600...0x1F64F, 0xFE00...0xFE0F, 0xE000...0xE010, 0xE0000...0xE0010,
        ]
        for _ in 0..<3_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let value = UInt32.random(in: pool.randomElement(using: &random) ?? 0...0, using: &random)
                Unicode.Scalar(value).map { text.append($0) }
            }
            let shown = TerminalText.visible(String(text))
            var terminal = TerminalModel(size: .init(columns: 200, rows: 2))
            terminal.feed(shown)
            #expect(terminal.unparsed.isEmpty && terminal.queries.isEmpty && terminal.bells == 0)
            #expect(terminal.cursor.row == 0)
            let cells = TerminalText.cellWidth(of: shown)
            // The model takes the conjoining vowels for letters of their own.
            if !shown.unicodeScalars.contains(where: { (0x1160...0x11FF).contains($0.value) }) {
                #expect(terminal.cursor.column == cells, "\(shown.debugDescription)")
            }
            for limit in 1...6 {
                #expect(TerminalText.cellWidth(of: TerminalText.padded(shown, toCells: limit)) == limit)
                #expect(
                    TerminalText.wrapped(shown, toCells: limit).allSatisfy {
                        TerminalText.cellWidth(of: $0) <= max(limit, 2)
                    }
                )
            }
        }
    }
}
