import Testing

@testable import Emulator

@Suite("The cursor")
struct CursorTests {
    /// What is said to ten columns and four rows, and where the cursor is then, from 0.
    static let places: [(String, [Int])] = [
        ("abc", [3, 0]), ("^[3;4H", [3, 2]), ("^[99;99H", [9, 3]), ("^[0;0H", [0, 0]), ("^[;5f", [4, 0]),
        ("^[3;4H^[A", [3, 1]), ("^[3;4H^[9A", [3, 0]), ("^[3;4H^[0B", [3, 3]), ("^[2C^[D", [1, 0]), ("^[99C", [9, 0]),
        ("^[2;3H^[E", [0, 2]), ("^[2;3H^[F", [0, 0]), ("^[5G", [4, 0]), ("^[5`", [4, 0]), ("^[3d", [0, 2]),
        ("^[3a^[2e", [3, 2]), ("a\r\nb", [1, 1]), ("a\nb", [2, 1]), ("^[20ha\nb", [1, 1]), ("ab\u{8}", [1, 0]),
        ("\t", [8, 0]), ("\t\t", [9, 0]), ("^[2I", [9, 0]), ("^[9G^[Z", [0, 0]), ("^[3g\t", [9, 0]),
        ("^[4GxyH^[5G^H^[G\t", [4, 0]), ("^[4;1H^D", [0, 3]), ("^M", [0, 0]), ("^[2;2H^E", [0, 2]),
        // Up and down stop at the margins when they begin between them.
        ("^[2;3r^[2;1H^[9B", [0, 2]), ("^[2;3r^[4;1H^[9A", [0, 1]), ("^[2;3r^[1;1H^[9B", [0, 2]),
        ("^[2;3r^[2;1H^[9e", [0, 3]), ("^[2;3r^[?6h", [0, 1]), ("^[2;3r^[?6h^[9;9H", [8, 2]),
        ("^[2;3r^[?6h^[?6l", [0, 0]), ("^[3;2r", [0, 0]), ("^[?69h^[3;5s^[1;4H^[9D", [2, 0]),
        ("^[?69h^[3;5s^[1;4H^[9C", [4, 0]), ("^[?69h^[3;5s^[?6h^[9;9H", [4, 3]),
        // Kept and brought back.
        ("^[2;3H^7^[H^8", [2, 1]), ("^[2;3H^[s^[H^[u", [2, 1]), ("^[2;3H^8", [0, 0]), ("^[3;3:3H", [0, 0]),
        ("^[2;3H^[?1049h^[4;4H^[?1049l", [2, 1]), ("^[2;3H^[?1048h^[H^[?1048l", [2, 1]),
    ]

    @Test("it goes where it is sent", arguments: places)
    func place(said: String, place: [Int]) {
        #expect(VirtualTerminal(said).place == place)
    }

    /// With the last column written; then where the cursor is, and whether the next character begins a line.
    static let margins: [(String, [Int], Bool)] = [
        ("", [9, 0], true), ("k", [1, 1], false), ("\r", [0, 0], false), ("\u{8}", [8, 0], false),
        ("\n", [9, 1], false),
        ("^[C", [9, 0], false), ("^[D", [8, 0], false), ("^[1m", [9, 0], true), ("^[K", [9, 0], false),
        ("^7^[H^8", [9, 0], true), ("\t", [9, 0], true), ("^[?7l", [9, 0], true), ("^[?7lk", [9, 0], true),
        ("^[?7lk^[?7hl", [1, 1], false), ("\u{301}", [9, 0], true), ("^[Z", [8, 0], false), ("\u{7}", [9, 0], true),
    ]

    @Test("at the margin the next character waits", arguments: margins)
    func margin(said: String, place: [Int], isPending: Bool) {
        let terminal = VirtualTerminal("abcdefghij" + said)
        #expect(terminal.place == place && terminal.isPending == isPending)
    }

    @Test("what wraps is one line, and scrolls at the bottom; without DECAWM the last column is overwritten")
    func wrapping() {
        #expect(VirtualTerminal("abcdefghijkl").lines == ["abcdefghij", "kl", "", ""])
        #expect(VirtualTerminal("abcdefghijkl").isWrapped(0) && !VirtualTerminal("abcdefghij").isWrapped(0))
        #expect(VirtualTerminal("^[4;1Habcdefghijkl").lines == ["", "", "abcdefghij", "kl"])
        #expect(VirtualTerminal("^[?7labcdefghijkl").lines[0] == "abcdefghil")
        #expect(VirtualTerminal("^[?69h^[3;5sabcdefg", rows: 3).lines == ["abcde", "  fg", ""])
    }

    @Test("mode 45 goes back to the line above only where that goes on in this one")
    func wrappingBack() {
        #expect(VirtualTerminal("^[?45habcdefghijk\u{8}\u{8}").place == [9, 0])
        #expect(VirtualTerminal("^[?45hab\r\nk\u{8}\u{8}\u{8}").place == [0, 1])
    }
}
