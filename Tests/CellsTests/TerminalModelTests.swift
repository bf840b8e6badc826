import Events
import Support
import Testing

@Suite("The terminal model itself")
struct TerminalModelTests {
    private func terminal(_ text: String, columns: Int = 5, rows: Int = 3) -> TerminalModel {
        var terminal = TerminalModel(size: CellSize(columns: columns, rows: rows))
        terminal.feed(text)
        return terminal
    }

    @Test("the last column waits before it wraps, and the last line scrolls")
    func wrapping() {
        let full = terminal("abcde")
        #expect(full.lines == ["abcde", "", ""] && full.isWrapPending && full.cursor.column == 4)
        #expect(terminal("abcdef").lines == ["abcde", "f", ""])
        #expect(terminal("abcde\rx").lines == ["xbcde", "", ""])
        #expect(terminal("\u{1B}[?7labcdef").lines == ["abcdf", "", ""])
        let scrolled = terminal("1\r\n2\r\n3\r\n4")
        #expect(scrolled.lines == ["2", "3", "4"] && scrolled.scrolledLines == 1)
        #expect(terminal("\u{1B}[2;3r\u{1B}[3H1\r\n2\r\n3").lines == ["", "2", "3"])
    }

    @Test("moves, erasing, inserting and repeating")
    func editing() {
        #expect(terminal("abc\u{1B}[2D\u{1B}[K").lines[0] == "a")
        #expect(terminal("abc\u{1B}[G\u{1B}[2X").lines[0] == "  c")
        #expect(terminal("abc\u{1B}[G\u{1B}[P\u{1B}[@").lines[0] == " bc")
        #expect(terminal("a\u{1B}[3b").lines[0] == "aaaa")
        #expect(terminal("\u{1B}[2;2Hx\u{1B}[3dy\u{1B}[1Gz").lines == ["", " x", "z y"])
        #expect(terminal("a\u{1B}[Lb").lines[0] == " b")
        #expect(terminal("\u{1B}(0lqk\u{1B}(Bq").lines[0] == "┌─┐q")
        #expect(terminal("日本x\u{1B}[2Gy").lines[0] == " y本x")
    }

    @Test("colors in all spellings, and modes")
    func attributes() {
        let place = CellPoint.zero
        for text in ["38;2;1;2;3", "38:2:1:2:3", "38:2::1:2:3"] {
            #expect(terminal("\u{1B}[\(text)mx")[place].attributes.foreground == .rgb(0x010203))
        }
        #expect(terminal("\u{1B}[48;5;200;1;4;7mx")[place].attributes.background == .indexed(200))
        #expect(terminal("\u{1B}[7;31m▄").halves(at: place).map { $0 == (.indexed(1), .defaultBackground) } == true)
        #expect(terminal("\u{1B}[31;0mx")[place].attributes == .init())
        let modes = terminal("a\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2026hb")
        #expect(modes.isAlternateScreen && !modes.isCursorVisible && modes.modes.contains(2026))
        #expect(terminal("a\u{1B}[?1049hb\u{1B}[?1049l").lines[0] == "a")
    }

    @Test("what it does not know is listed, questions are kept apart")
    func unknown() {
        let terminal = terminal(
            "\u{1B}[?9999h\u{1B}[5y\u{1B}[38;7m\u{1B}[c\u{1B}]11;?\u{7}\u{1B}[?2026$p\u{1B}]0;t\u{7}")
        #expect(terminal.unparsed.count == 3 && terminal.queries.count == 3 && terminal.title == "t")
    }

    @Test("any bytes, split anywhere, give the same screen")
    func randomBytes() {
        var random = SplitMix64(seed: 5)
        let usual = Array("\u{1B}[;?0123456789mHJKLMPSTXbrhldABCD78()0Ec日▄é\u{9B}\r\n\u{8}\t".utf8)
        for _ in 0..<300 {
            let bytes = (0..<200).map { _ in
                Int.random(in: 0..<4, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random) : usual.randomElement(using: &random) ?? 0
            }
            let size = CellSize(
                columns: Int.random(in: 1...9, using: &random), rows: Int.random(in: 1...4, using: &random))
            var whole = TerminalModel(size: size)
            var parts = TerminalModel(size: size)
            whole.feed(bytes)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = min(Int.random(in: 1...7, using: &random), rest.count)
                parts.feed(Array(rest.prefix(count)))
                rest.removeFirst(count)
            }
            #expect(whole.lines == parts.lines && whole.cursor == parts.cursor && whole.unparsed == parts.unparsed)
            whole.resize(to: CellSize(columns: 3, rows: 2))
            whole.feed(bytes)
            #expect(whole.lines.count == 2)
        }
    }
}
