import Events
import Testing

@testable import Emulator

@Suite("Editing the screen")
struct EditingTests {
    private static let full = "aaaaa^[2;1Hbbbbb^[3;1Hccccc^[4;1Hddddd"

    /// What is said to a screen of letters, and what it shows then.
    static let edits: [(String, [String])] = [
        ("^[2;3H^[K", ["aaaaa", "bb", "ccccc", "ddddd"]), ("^[2;3H^[1K", ["aaaaa", "   bb", "ccccc", "ddddd"]),
        ("^[2;3H^[2K", ["aaaaa", "", "ccccc", "ddddd"]), ("^[2;3H^[J", ["aaaaa", "bb", "", ""]),
        ("^[2;3H^[1J", ["", "   bb", "ccccc", "ddddd"]), ("^[2J", ["", "", "", ""]),
        ("^[2;2H^[2X", ["aaaaa", "b  bb", "ccccc", "ddddd"]), ("^[2;2H^[2P", ["aaaaa", "bbb", "ccccc", "ddddd"]),
        ("^[2;2H^[2@", ["aaaaa", "b  bb", "ccccc", "ddddd"]), ("^[2;2H^[4hx", ["aaaaa", "bxbbb", "ccccc", "ddddd"]),
        ("^[2;2H^[L", ["aaaaa", "", "bbbbb", "ccccc"]), ("^[2;2H^[0M", ["aaaaa", "ccccc", "ddddd", ""]),
        ("^[2;3r^[2;1H^[L", ["aaaaa", "", "bbbbb", "ddddd"]),
        ("^[2;3r^[4;1H^[L", ["aaaaa", "bbbbb", "ccccc", "ddddd"]),
        ("^[S", ["bbbbb", "ccccc", "ddddd", ""]), ("^[2T", ["", "", "aaaaa", "bbbbb"]),
        ("^[2;3r^[S", ["aaaaa", "ccccc", "", "ddddd"]), ("^[2;3r^[3;1H\n", ["aaaaa", "ccccc", "", "ddddd"]),
        ("^[2;3r^[2;1H^M", ["aaaaa", "", "bbbbb", "ddddd"]), ("^[9999S", ["", "", "", ""]),
        ("^[?69h^[2;4s^[2;2H^[L", ["aaaaa", "b   b", "cbbbc", "dcccd"]),
        ("^[?69h^[2;4s^[S", ["abbba", "bcccb", "cdddc", "d   d"]),
        ("^[?69h^[2;4s^[2;2H^[P", ["aaaaa", "bbb b", "ccccc", "ddddd"]),
        ("^[2 @", ["aaa", "bbb", "ccc", "ddd"]), ("^[2 A", ["  aaa", "  bbb", "  ccc", "  ddd"]),
        ("^[1;2H^['}", ["a aaa", "b bbb", "c ccc", "d ddd"]), ("^[1;2H^[2'~", ["aaa", "bbb", "ccc", "ddd"]),
        ("^#8", ["EEEEE", "EEEEE", "EEEEE", "EEEEE"]), ("^c", ["", "", "", ""]),
        ("^[1;1Hx^[3b", ["xxxxa", "bbbbb", "ccccc", "ddddd"]),
        ("^[1;1Hx^[m^[3b", ["xaaaa", "bbbbb", "ccccc", "ddddd"]),
        ("^[1;1Hx^[2b^[2b", ["xxxaa", "bbbbb", "ccccc", "ddddd"]),
        ("^[1;4Hx^[2b", ["aaaxx", "xbbbb", "ccccc", "ddddd"]),
        ("^[1;1H\u{6F22}^[b", ["\u{6F22}\u{6F22}a", "bbbbb", "ccccc", "ddddd"]),
        ("^[1;1He\u{301}^[b", ["e\u{301}eaaa", "bbbbb", "ccccc", "ddddd"]),
    ]

    @Test("erasing, inserting, deleting, scrolling, repeating", arguments: edits)
    func edit(said: String, lines: [String]) {
        #expect(VirtualTerminal(Self.full + said, columns: 5).lines == lines)
    }

    @Test(
        "half of a wide character never stays",
        arguments: [
            ("^[1;2Hx", " xb"), ("^[1;1Hx", "x b"), ("^[1;2H^[K", ""), ("^[1;1H^[P", " b"), ("^[1;2H^[@", "   b"),
            ("^[1;1H^[X", "  b"), ("^[1;2H^[1K", "  b"), ("^[1;4H\u{5B57}", "\u{6F22}b\u{5B57}"),
        ])
    func halves(said: String, line: String) {
        #expect(VirtualTerminal("\u{6F22}b" + said, columns: 5, rows: 2).lines[0] == line)
    }

    @Test("a wide character does not begin in the last column")
    func wideAtTheMargin() {
        let terminal = VirtualTerminal("abcd\u{6F22}", columns: 5, rows: 2)
        #expect(terminal.lines == ["abcd", "\u{6F22}"] && terminal.isWrapped(0))
        #expect(VirtualTerminal("^[?7labcd\u{6F22}", columns: 5, rows: 2).lines == ["abcd", ""])
        #expect(VirtualTerminal("\u{6F22}a", columns: 1, rows: 1).lines == ["a"])
    }

    @Test("marks stay with the character before; joined emoji are as wide as their parts")
    func marks() {
        let family = VirtualTerminal("\u{1F468}\u{200D}\u{1F467}x", columns: 10, rows: 1)
        #expect(family.text(of: family.row(0)[0]) == "\u{1F468}\u{200D}" && family.cursor.column == 5)
        #expect(VirtualTerminal("\u{2600}\u{FE0F}x").cursor.column == 2)
        #expect(VirtualTerminal("abcdefghij\u{301}").seen(9, 0).text == "j\u{301}")
        #expect(VirtualTerminal("\u{301}x").lines[0] == "x")
    }

    @Test("DEC line drawing and the British set, by shifts of either kind")
    func characterSets() {
        #expect(VirtualTerminal("^(0lqk^(Bq").lines[0] == "┌─┐q")
        #expect(VirtualTerminal("^)0q\u{E}q\u{F}q").lines[0] == "q─q")
        #expect(VirtualTerminal("^*0^Nqq").lines[0] == "─q")
        #expect(VirtualTerminal("^(A#a").lines[0] == "£a")
        #expect(VirtualTerminal("^(0^7^(B^8q").lines[0] == "─")
        #expect(VirtualTerminal("^(0\u{6F22}q").lines[0] == "\u{6F22}─")
    }

    @Test("selective erasing leaves what DECSCA protects")
    func protection() {
        #expect(VirtualTerminal("^[1\"qab^[0\"qcd^[?2K", columns: 5, rows: 1).lines == ["ab"])
        #expect(VirtualTerminal("^[1\"qab^[0\"qcd^[?2J", columns: 5, rows: 1).lines == ["ab"])
        #expect(VirtualTerminal("^[1\"qab^[0\"qcd^[2K", columns: 5, rows: 1).lines == [""])
    }
}
