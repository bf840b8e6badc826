import Support
import Testing
import Typesetting

@Suite("Texts from outside")
struct OutsideTextTests {
    /// It is left out of what is shown, and takes no cell.
    private static let unseen = "\u{FE0F}"

    @Test("what fits is shown whole, what does not ends in an ellipsis within the cells")
    func cut() {
        #expect(OutsideText.shown("hello", cells: 5) == "hello" && OutsideText.shown("", cells: 5) == "")
        #expect(OutsideText.shown("hello!", cells: 5) == "hell…")
        #expect(OutsideText.shown("日本語", cells: 5) == "日本…" && OutsideText.shown("日本語", cells: 6) == "日本語")
    }

    @Test("without a cell nothing is shown", arguments: [0, -1, -1_000])
    func noCells(cells: Int) {
        for text in ["", "a", "\u{1B}", String(repeating: "a", count: 100)] {
            #expect(OutsideText.shown(text, cells: cells) == "")
        }
    }

    @Test("nothing is left that a terminal would obey, and what stands for it counts as cells")
    func controls() {
        #expect(OutsideText.shown("\u{1B}[2J\n\u{7F}", cells: 20) == "^[[2J^J^?")
        #expect(OutsideText.shown("\u{1B}[2J", cells: 4) == "^[[…")
        #expect(OutsideText.shown("a\u{202E}b\u{9B}", cells: 40) == #"a\u{202E}b\u{9B}"#)
        #expect(OutsideText.shown("a\u{202E}b", cells: 5) == #"a\u{…"#)
    }

    @Test("of a text only six scalars a cell and six more are looked at, even where they take no cell")
    func beginning() {
        let tail = { (count: Int) in String(repeating: Self.unseen, count: count) }
        #expect(OutsideText.shown("a" + tail(11), cells: 1) == "a")
        #expect(OutsideText.shown("a" + tail(12), cells: 1) == "…")
        // 36 scalars: three characters of ten, and the beginning of the fourth.
        let sparse = String(repeating: "a" + tail(9), count: 5)
        #expect(OutsideText.shown(sparse, cells: 5) == "aaaa…")
        let long = String(repeating: "a" + tail(5), count: 1_000_000)
        #expect(OutsideText.shown(long, cells: 3) == "aa…")
    }

    @Test("no text takes more cells than it is given", arguments: UInt64(1)...20)
    func width(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let scalars = (0..<random.below(60)).compactMap { _ in
                Unicode.Scalar(UInt32(random.below([0x80, 0x500, 0x3000, 0x20000][random.below(4)])))
            }
            let text = String(String.UnicodeScalarView(scalars))
            let cells = random.below(30)
            let shown = OutsideText.shown(text, cells: cells)
            #expect(TerminalText.cellWidth(of: shown) <= cells, "\(scalars.map(\.value))")
            #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        }
    }
}
