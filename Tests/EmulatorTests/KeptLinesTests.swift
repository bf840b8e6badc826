import Events
import Testing

@testable import Emulator

@Suite("History, other sizes, two screens")
struct KeptLinesTests {
    private func resized(_ said: String, _ columns: Int, _ rows: Int, from size: (Int, Int) = (10, 4))
        -> VirtualTerminal
    {
        var terminal = VirtualTerminal(said, columns: size.0, rows: size.1)
        terminal.resize(CellSize(columns: columns, rows: rows))
        return terminal
    }

    @Test("what leaves the screen at its top is kept, up to a limit")
    func kept() {
        let terminal = VirtualTerminal("a\r\nb\r\nc\r\nd\r\ne", rows: 2)
        #expect(terminal.past == ["a", "b", "c"] && terminal.lines == ["d", "e"])
        #expect(VirtualTerminal("a\r\nb\r\nc\r\nd\r\ne", rows: 2, history: 2).past == ["b", "c"])
        #expect(VirtualTerminal("a\r\nb\r\nc", rows: 2, history: 0).past.isEmpty)
        #expect(VirtualTerminal("a\r\nb^[2J", rows: 3).past == ["a", "b"])
        #expect(VirtualTerminal("a\r\nb\r\nc^[3J", rows: 2).past.isEmpty)
        #expect(VirtualTerminal("a\r\nb\r\nc^[2;3r^[3;1H\n\n", rows: 3).past.isEmpty)
        #expect(VirtualTerminal("^[?1049ha\r\nb\r\nc", rows: 2).past.isEmpty)
    }

    @Test("lines are broken anew, and joined again")
    func reflow() {
        var terminal = resized("abcdefghijkl\r\nx", 5, 4)
        #expect(terminal.lines == ["abcde", "fghij", "kl", "x"] && terminal.place == [1, 3])
        terminal.resize(CellSize(columns: 12, rows: 4))
        #expect(terminal.lines == ["abcdefghijkl", "x", "", ""] && terminal.place == [1, 1])
        #expect(resized("abcdefgh", 4, 1).past == ["abcd"] && resized("abcdefgh", 4, 1).lines == ["efgh"])
    }

    @Test("the cursor stays at its character")
    func cursor() {
        #expect(resized("abcdefgh^[1;7H", 4, 4).place == [2, 1])
        #expect(resized("abc^[1;9H", 4, 4).lines[0] == "abc")
        #expect(
            resized("a\r\nb\r\nc\r\nd", 10, 2).lines == ["c", "d"]
                && resized("a\r\nb\r\nc\r\nd", 10, 2).place == [1, 1])
        #expect(resized("a\r\nb\r\nc\r\nd^[1;1H", 10, 2).lines == ["a", "b"])
        #expect(resized("a\r\nb\r\nc\r\nd\r\ne", 10, 5).lines == ["a", "b", "c", "d", "e"])
    }

    @Test("a wide character goes to the next line whole, and back")
    func wide() {
        var terminal = resized("abc\u{6F22}d", 4, 3)
        #expect(terminal.lines == ["abc", "\u{6F22}d", ""])
        terminal.resize(CellSize(columns: 10, rows: 3))
        #expect(terminal.lines[0] == "abc\u{6F22}d")
        #expect(resized("ab\u{6F22}", 1, 4).past + resized("ab\u{6F22}", 1, 4).lines == ["a", "b", "", ""])
    }

    @Test("the alternate screen is cut, the main one below it is broken anew")
    func alternate() {
        var terminal = resized("abcdefghijkl^[?1049h^[Hqrstuvwxyz", 6, 3)
        #expect(terminal.lines[0] == "qrstuv" && terminal.isAlternate)
        terminal.say("^[?1049l")
        #expect(terminal.lines == ["abcdef", "ghijkl", ""])
    }

    /// Ways to the alternate screen and back, and what each shows.
    @Test("47, 1047 and 1049 differ in what they clear and keep")
    func screens() {
        for mode in [47, 1047, 1049] {
            var terminal = VirtualTerminal("main^[?\(mode)h", rows: 2)
            #expect(terminal.isAlternate && terminal.lines[0].isEmpty)
            terminal.say("^[Hother^[?\(mode)l")
            #expect(!terminal.isAlternate && terminal.lines[0] == "main")
            terminal.say("^[?47h")
            #expect(terminal.lines[0] == (mode == 1047 ? "" : "other"))
        }
        #expect(VirtualTerminal("^[?1049hab^[?1049h", rows: 2).lines[0].isEmpty)
    }

    @Test("margins end with another size; one that is absurd is made possible")
    func odd() {
        var terminal = resized("^[2;3r^[?6h", 8, 3)
        terminal.say("^[9;1H")
        #expect(terminal.place == [0, 2])
        for size in [CellSize(columns: 0, rows: -3), CellSize(columns: 1 << 40, rows: 1 << 40)] {
            terminal.resize(size)
            #expect(terminal.size == VirtualTerminal.clamped(size))
        }
    }

    @Test("RIS and DECSTR leave what they may")
    func resets() {
        let hard = VirtualTerminal("^[31m^[?1049h^[?2004h^[2;3r^]2;t\u{7}x^c", rows: 3)
        #expect(!hard.isAlternate && !hard.modes.bracketsPaste && hard.lines[0].isEmpty && hard.place == [0, 0])
        var soft = VirtualTerminal("ab^[31m^[4h^[?6h^[?25l^[2;3r^[?7l^[!p", rows: 3)
        #expect(soft.lines[0] == "ab" && soft.modes.isCursorVisible)
        soft.say("^[Hx")
        #expect(soft.lines[0] == "xb" && soft.seen(0, 0).foreground == "default")
    }
}
