import Events
import Testing

@testable import Emulator

@Suite("Flags of kitty's keyboard protocol")
struct KeyboardFlagsTests {
    private static func terminal(_ text: String) -> VirtualTerminal {
        var terminal = VirtualTerminal(size: CellSize(columns: 20, rows: 5))
        terminal.feed(Array(text.utf8))
        return terminal
    }

    private static func answer(_ text: String) -> String {
        var terminal = terminal(text + "\u{1B}[?u")
        return String(decoding: terminal.takeReplies(), as: UTF8.self)
    }

    @Test("a terminal without the protocol neither answers nor keeps flags, whatever is reset")
    func absent() {
        var terminal = VirtualTerminal(size: CellSize(columns: 20, rows: 5))
        terminal.hasKeyboardProtocol = false
        for text in ["\u{1B}[>1u", "\u{1B}[=3u", "\u{1B}c\u{1B}[>1u"] {
            terminal.feed(Array((text + "\u{1B}[?u").utf8))
            #expect(terminal.takeReplies() == [] && terminal.modes.keyboardFlags == 0)
        }
        terminal.hasKeyboardProtocol = true
        terminal.feed(Array("\u{1B}[>1u\u{1B}[?u".utf8))
        #expect(terminal.takeReplies() == Array("\u{1B}[?1u".utf8))
    }

    @Test(
        "they are set, kept and brought back, and told",
        arguments: [
            ("", 0), ("\u{1B}[>1u", 1), ("\u{1B}[>u", 0), ("\u{1B}[>1u\u{1B}[>5u", 5),
            ("\u{1B}[>1u\u{1B}[>5u\u{1B}[<u", 1),
            ("\u{1B}[>1u\u{1B}[>5u\u{1B}[<2u", 0), ("\u{1B}[<9u", 0), ("\u{1B}[=3u", 3),
            ("\u{1B}[=3;1u\u{1B}[=4;2u", 7),
            ("\u{1B}[=7u\u{1B}[=2;3u", 5), ("\u{1B}[=7u\u{1B}[=2;9u", 7), ("\u{1B}[>255u", 31),
            ("\u{1B}[>1u\u{1B}c", 0),
            ("\u{1B}[>1u\u{1B}[!p", 1),
        ])
    func told(text: String, flags: Int) {
        #expect(Self.answer(text) == "\u{1B}[?\(flags)u")
        #expect(Int(Self.terminal(text).modes.keyboardFlags) == flags)
    }

    @Test("each screen has its own")
    func screens() {
        #expect(Self.terminal("\u{1B}[>1u\u{1B}[?1049h").modes.keyboardFlags == 0)
        #expect(Self.terminal("\u{1B}[>1u\u{1B}[?1049h\u{1B}[>5u").modes.keyboardFlags == 5)
        #expect(Self.terminal("\u{1B}[>1u\u{1B}[?1049h\u{1B}[>5u\u{1B}[?1049l").modes.keyboardFlags == 1)
    }

    @Test("whoever keeps them without end keeps the newest")
    func many() {
        let pushed = (0..<40).map { "\u{1B}[>\($0 % 31 + 1)u" }.joined()
        #expect(Self.terminal(pushed).modes.keyboardFlags == 39 % 31 + 1)
        #expect(Self.terminal(pushed + "\u{1B}[<40u").modes.keyboardFlags == 0)
    }
}

@Suite("Searching a screen and its history")
struct TextSearchTests {
    /// Lines of 10 columns, of which three are on the screen.
    private static func terminal(_ text: String) -> VirtualTerminal {
        var terminal = VirtualTerminal(size: CellSize(columns: 10, rows: 3))
        terminal.feed(Array(text.utf8))
        return terminal
    }

    private static let lines = terminal("one word\r\ntwo Words\r\nthree\r\nword four\r\nfive\r\nsix")

    private static func places(_ text: String, _ direction: TextSearch.Direction, in terminal: VirtualTerminal)
        -> [[Int]]
    {
        guard let search = TextSearch(text) else { return [] }
        var places: [[Int]] = []
        var place = direction == .older ? nil : TextSelection.Place(line: 0, column: -1)
        while let match = terminal.find(search, direction, from: place), places.count < 20 {
            places.append([match.start.line, match.start.column, match.end.column])
            place = match.start
        }
        return places
    }

    @Test("from the end upward, and down again")
    func directions() {
        #expect(Self.places("word", .older, in: Self.lines) == [[3, 0, 3], [1, 4, 7], [0, 4, 7]])
        #expect(Self.places("word", .newer, in: Self.lines) == [[0, 4, 7], [1, 4, 7], [3, 0, 3]])
        #expect(Self.places("Word", .older, in: Self.lines) == [[1, 4, 7]])
        #expect(Self.places("nowhere", .older, in: Self.lines) == [])
        #expect(TextSearch("") == nil)
    }

    @Test("a text that goes on in the next row, wide characters, and letters with marks")
    func rows() {
        #expect(Self.places("ijkl", .older, in: Self.terminal("abcdefghijklmn\r\nx")) == [[0, 8, 1]])
        #expect(Self.places("本語", .older, in: Self.terminal("日本語 x")) == [[0, 2, 5]])
        #expect(Self.places("cafe", .older, in: Self.terminal("a cafe\u{301}")) == [[0, 2, 5]])
        #expect(Self.places("É", .older, in: Self.terminal("é É")) == [[0, 2, 2]])
        #expect(Self.places("é", .older, in: Self.terminal("é É")) == [[0, 2, 2], [0, 0, 0]])
    }

    @Test("on an alternate screen nothing is looked for that has left the other one")
    func alternate() {
        var terminal = Self.lines
        terminal.feed(Array("\u{1B}[?1049h\u{1B}[Hword".utf8))
        let search = TextSearch("word")
        let match = search.flatMap { terminal.find($0, .older) }
        #expect(match?.start.column == 0 && search.flatMap { terminal.find($0, .older, from: match?.start) } == nil)
    }
}
