import Events
import Testing

@testable import Emulator

@Suite("Text that is marked with the mouse")
struct TextSelectionTests {
    private typealias Place = TextSelection.Place

    /// From one place to another of ten columns and four rows, as column and line from the first that was ever written.
    private static func text(
        _ unit: TextSelection.Unit, _ start: (Int, Int), _ end: (Int, Int)? = nil, in terminal: VirtualTerminal
    ) -> String? {
        var selection = TextSelection(unit, at: Place(line: start.1, column: start.0))
        if let end { selection.extend(to: Place(line: end.1, column: end.0)) }
        guard let marked = terminal.marked(selection) else { return "" }
        return terminal.text(of: marked)
    }

    @Test("characters: both ends, in either direction, without the blanks at the end of a line")
    func characters() {
        let terminal = VirtualTerminal("one two\r\nthree\r\n\r\nfour")
        #expect(Self.text(.character, (4, 0), (1, 1), in: terminal) == "two\nth")
        #expect(Self.text(.character, (1, 1), (4, 0), in: terminal) == "two\nth")
        #expect(Self.text(.character, (4, 1), (9, 3), in: terminal) == "e\n\nfour")
        #expect(Self.text(.character, (4, 0), in: terminal) == "")
        #expect(Self.text(.character, (0, 0), (9, 9), in: terminal) == "one two\nthree\n\nfour")
    }

    @Test("a line that goes on in the next row has no break there, and keeps its blanks")
    func wrapped() {
        let terminal = VirtualTerminal("abc defg  hij\r\nk")
        #expect(Self.text(.character, (4, 0), (0, 2), in: terminal) == "defg  hij\nk")
        #expect(Self.text(.line, (1, 1), in: terminal) == "abc defg  hij")
        #expect(Self.text(.line, (1, 1), (0, 2), in: terminal) == "abc defg  hij\nk")
    }

    @Test("words: letters, digits and what paths and addresses have; across rows of one line")
    func words() {
        let terminal = VirtualTerminal("see ~/a-b/c.txt:3 (été)\r\nx")
        #expect(Self.text(.word, (1, 0), in: terminal) == "see")
        #expect(Self.text(.word, (3, 0), in: terminal) == " ")
        #expect(Self.text(.word, (2, 1), in: terminal) == "~/a-b/c.txt:3")
        #expect(Self.text(.word, (8, 0), in: terminal) == "~/a-b/c.txt:3")
        #expect(Self.text(.word, (0, 2), in: terminal) == "été")
        #expect(Self.text(.word, (1, 0), (5, 0), in: terminal) == "see ~/a-b/c.txt:3")
        #expect(Self.text(.word, (9, 3), in: terminal) == "")
    }

    @Test("wide characters and those of several scalars come once, whichever half is marked")
    func wide() {
        let terminal = VirtualTerminal("a\u{6F22}\u{5B57}e\u{301}b")
        #expect(Self.text(.character, (0, 0), (2, 0), in: terminal) == "a\u{6F22}")
        #expect(Self.text(.character, (2, 0), (3, 0), in: terminal) == "\u{6F22}\u{5B57}")
        #expect(Self.text(.word, (4, 0), in: terminal) == "a\u{6F22}\u{5B57}e\u{301}b")
    }

    @Test("it stays with its lines when they scroll into the history, and what is gone is left out")
    func scrolled() {
        var terminal = VirtualTerminal(size: CellSize(columns: 10, rows: 2), history: 3)
        terminal.say("1\r\n2\r\n3\r\n4")
        #expect(terminal.place(of: CellPoint(column: 0, row: 0), back: 2) == Place(line: 0, column: 0))
        #expect(terminal.place(of: CellPoint(column: 99, row: 1), back: 0) == Place(line: 3, column: 9))
        #expect(Self.text(.character, (0, 0), (0, 3), in: terminal) == "1\n2\n3\n4")
        terminal.say("\r\n5\r\n6")
        #expect(Self.text(.character, (0, 0), (0, 3), in: terminal) == "2\n3\n4")
        terminal.say("\r\n7\r\n8\r\n9\r\n10")
        #expect(Self.text(.character, (0, 0), (0, 3), in: terminal) == "")
    }

    @Test("an alternate screen has no lines above it, whatever is in the history of the other")
    func alternate() {
        var terminal = VirtualTerminal(String(repeating: "Z", count: 200))
        terminal.say("^[?1049h^[H^[2JTOP up")
        let top = terminal.history.pushed
        #expect(Self.text(.word, (1, top), in: terminal) == "TOP")
        #expect(Self.text(.line, (1, top), in: terminal) == "TOP up")
        #expect(Self.text(.character, (0, 0), (2, top), in: terminal) == "TOP")
    }

    @Test("the cell that a wide character left free at the margin is no blank, and does not end a word")
    func filler() {
        let terminal = VirtualTerminal("aaaaaaaaa\u{6F22}b c")
        #expect(Self.text(.character, (7, 0), (2, 1), in: terminal) == "aa\u{6F22}b")
        #expect(Self.text(.word, (0, 0), in: terminal) == "aaaaaaaaa\u{6F22}b")
        #expect(Self.text(.word, (2, 1), in: terminal) == "aaaaaaaaa\u{6F22}b")
    }

    @Test("a word of a million letters is followed no further than the clipboard reaches")
    func longWord() {
        var terminal = VirtualTerminal("", history: 200_000)
        for _ in 0..<100 { terminal.say(String(repeating: "a", count: 10_000)) }
        let last = terminal.history.pushed
        for unit in [TextSelection.Unit.word, .line] {
            #expect(Self.text(unit, (3, last), in: terminal) == nil)
            #expect(Self.text(unit, (3, last / 2), in: terminal) == nil)
        }
    }

    @Test("more than a terminal's clipboard takes is not copied")
    func tooMuch() {
        let size = CellSize(columns: 1_000, rows: 4)
        var terminal = VirtualTerminal(size: size, history: 200)
        for _ in 0..<103 { terminal.say(String(repeating: "x", count: 1_000)) }
        #expect(Self.text(.character, (0, 0), (999, 99), in: terminal)?.utf8.count == 100_000)
        #expect(Self.text(.character, (0, 0), (0, 100), in: terminal) == nil)
    }

    @Test("a paste has no control characters but for Enter and Tab, and cannot end itself")
    func pasted() {
        var terminal = VirtualTerminal("")
        #expect(terminal.pasted("a\r\nb\n\tc\u{1B}[201~\u{7}\u{9B}\u{7F}é") == Array("a\rb\r\tc[201~é".utf8))
        terminal.say("\u{1B}[?2004h")
        #expect(terminal.pasted("a\n") == Array("\u{1B}[200~a\r\u{1B}[201~".utf8))
    }
}
