import CCurses
import Cells
import Events
import Frames
import Platform
import Support
import Testing

@testable import Keys
@testable import Terminal

extension ProcessWide {
    @MainActor struct ScreenTests {
        private let events = Events()
        private static let answers: [(question: String, answer: String)] = [
            ("\u{1B}[c", "\u{1B}[?2026;2$y\u{1B}P>|model 1\u{1B}\\x\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[B\u{1B}[?62c")
        ]

        private func screen(
            _ pty: PseudoTerminal, term: String = "xterm-256color", hosts: Bool = false
        ) throws -> Screen {
            let device = try TerminalDevice(input: pty.slave, terminal: pty.slave, term: term)
            let events = events
            return try Screen(device, hosts: hosts) { events.add($0) }
        }

        private func keys(_ screen: Screen, _ pty: PseudoTerminal, _ count: Int) -> [Key] {
            var keys: [Key] = []
            #expect(
                pty.waits {
                    keys += screen.readKeys()
                    return keys.count >= count
                })
            return keys
        }

        private let content = ScreenContent(
            panels: [Panel(CellRect(column: 20, row: 0, columns: 20, rows: 10), ["panel"])],
            picture: CellRect(column: 0, row: 0, columns: 20, rows: 10))

        @Test("answers are believed, what was typed before the start becomes keys")
        func start() throws {
            let pty = PseudoTerminal(answers: Self.answers)
            let screen = try screen(pty)
            defer { screen.stop() }
            #expect(screen.capabilities.hasSynchronizedOutput.value)
            #expect(screen.capabilities.name.value == "model 1")
            #expect(screen.capabilities.background.value == Color(255, 255, 255))
            #expect(screen.window.cells == CellSize(columns: 40, rows: 10))
            #expect(pty.waits { events.all.contains(.inputReady) })
            #expect(keys(screen, pty, 2) == [.character("x"), .named(.down)])
        }

        @Test("keys of every kind arrive as what they are")
        func keys() throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty)
            defer { screen.stop() }
            let cases: [(String, Key)] = [
                ("q", .character("q")), (" ", .character(" ")), ("é", .character("é")), ("漢", .character("漢")),
                ("\u{0C}", .control("l")), ("\r", .named(.enter)), ("\t", .named(.tab)), ("\u{7F}", .named(.backspace)),
                ("\u{1B}OA", .named(.up)), ("\u{1B}[B", .named(.down)), ("\u{1B}[1;5C", .named(.right, .control)),
                ("\u{1B}[1;2D", .named(.left, .shift)), ("\u{1B}[H", .named(.home)), ("\u{1B}[4~", .named(.end)),
                ("\u{1B}[5~", .named(.pageUp)), ("\u{1B}[6~", .named(.pageDown)), ("\u{1B}OP", .named(.function(1))),
                ("\u{1B}[24~", .named(.function(12))), ("\u{1B}[Z", .named(.tab, .shift)), ("\u{1B}x", .alt("x")),
                ("\u{1B}[<0;3;4M", .mouse(MouseEvent(.pressed(1), at: CellPoint(column: 2, row: 3)))),
                ("\u{1B}[<64;1;1M", .mouse(MouseEvent(.wheelUp, at: .zero))),
                ("\u{1B}[<65;1;1M", .mouse(MouseEvent(.wheelDown, at: .zero))),
                ("\u{1B}[200~a\rb\u{1B}[201~", .paste("a\nb")), ("\u{1B}", .named(.escape)),
            ]
            for (text, key) in cases {
                pty.type(text)
                #expect(keys(screen, pty, 1) == [key], "\(text.debugDescription)")
            }
            // A sequence that nobody knows, a late answer, and a button that goes up, are no keys.
            pty.type("\u{1B}[99;99;99z\u{1B}[?62c\u{1B}[<0;3;4m.")
            #expect(keys(screen, pty, 1) == [.character(".")])
        }

        @Test("beside a hosted program text for a line comes in a few pieces, and what may close the line by itself")
        func textForLine() throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty, hosts: true)
            defer { screen.stop() }
            screen.takesText = true
            let text = String(repeating: "ten signs ", count: 400)
            pty.type(text + "\rx")
            var keys: [Key] = []
            var turns = 0
            #expect(
                pty.waits {
                    let read = screen.readKeys()
                    if !read.isEmpty { turns += 1 }
                    keys += read
                    // As the loop does once a key has done what it does.
                    screen.passesKeys = false
                    return keys.last == .character("x")
                })
            let typed = keys.map { key -> String in
                switch key {
                case .paste(let text): text
                case .character(let character): String(character)
                case .named(.enter, _): "\r"
                default: "?"
                }
            }
            #expect(typed.joined() == text + "\rx")
            // The terminal may hand it over in pieces of its own.
            #expect(turns < 100, "\(turns)")
        }

        @Test("text and picture leave in one bracket, the picture after the text")
        func present() throws {
            let pty = PseudoTerminal(answers: Self.answers)
            let screen = try screen(pty)
            defer { screen.stop() }
            var areas: [PaintRequest] = []
            screen.present(content) {
                areas.append($1)
                $2 += Array("PICTURE".utf8)
            }
            #expect(pty.waits { pty.text.hasSuffix("\u{1B}[?2026l") })
            let shown = pty.text.split(separator: "\u{1B}[?2026h").last ?? ""
            #expect(shown.contains("panel"))
            #expect(shown.hasSuffix("\u{1B}7\u{1B}[0mPICTURE\u{1B}8\u{1B}[?2026l"))
            let before = screen.takenBytes
            screen.present(content) { _, request, _ in areas.append(request) }
            #expect(screen.takenBytes == before)
            #expect(areas.map(\.lost) == [.everything, .nothing])
        }

        @Test("a popup covers the picture, blanks too, and uncovers it")
        func popup() throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty)
            defer { screen.stop() }
            screen.present(content)
            let rect = CellRect(column: 4, row: 2, columns: 8, rows: 3)
            var with = content
            with.popups = [Panel(rect, ["", "hi"])]
            var areas: [PaintRequest] = []
            #expect(pty.waits { pty.text.contains("panel") })
            let before = screen.takenBytes
            screen.present(with) { _, request, _ in areas.append(request) }
            #expect(pty.waits { pty.text.contains("hi") })
            let added = String(decoding: pty.bytes.suffix(screen.takenBytes - before), as: UTF8.self)
            // The row without text: eight blanks at row 3, column 5, written or erased.
            #expect(added.contains("\u{1B}[3;5H") && (added.contains("        ") || added.contains("\u{1B}[8X")))
            screen.present(content) { _, request, _ in areas.append(request) }
            #expect(areas.map(\.covered) == [[rect], []])
            #expect(areas.map(\.lost) == [.nothing, .rects([rect])])
        }

        @Test("a tile lies over everything, and what moves under it is seen once it has gone, in one refresh")
        func tile() throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty)
            defer { screen.stop() }
            let tile = CellRect(column: 16, row: 1, columns: 10, rows: 4)
            let under = CellRect(column: 12, row: 2, columns: 20, rows: 2)
            var painters = Dictionary(uniqueKeysWithValues: PaintedLayer.allCases.map { ($0, Painter()) })
            var model = TerminalModel(size: screen.window.cells)
            var read = 0
            func show(_ content: ScreenContent) {
                screen.present(content) { layer, request, bytes in
                    guard let rect = content[layer] else { return }
                    var grid = PixelGrid(filling: rect.size)
                    for y in 0..<grid.size.height {
                        for x in 0..<grid.size.width {
                            grid[PixelPoint(x: x, y: y)] = layer == .tile ? 0xFF0000 : 0x0000FF
                        }
                    }
                    painters[layer]?.follow(request, on: screen.window.cells)
                    painters[layer]?.paint(grid, into: &bytes)
                }
                #expect(pty.waits { pty.bytes.count >= screen.takenBytes && screen.isIdle })
                model.feed(Array(pty.bytes[read...]))
                read = pty.bytes.count
            }
            func text(_ row: Int, _ columns: Range<Int>) -> String {
                columns.map { model[CellPoint(column: $0, row: row)].text }.joined()
            }
            func isTile() -> Bool {
                tile.rows.allSatisfy { row in
                    tile.columns.allSatisfy {
                        model[CellPoint(column: $0, row: row)].attributes.background == .rgb(0xFF0000)
                    }
                }
            }
            var next = content
            next.popups = [Panel(under, ["a popup of twenty..", "second line of it..."])]
            show(next)
            next.tile = tile
            show(next)
            #expect(isTile() && text(2, 12..<16) == "a po" && text(2, 26..<31) == "nty..")
            // Under it, the panel changes, the popup goes, and another one comes.
            next.panels[0].lines = (0..<10).map { TextLine("changed \($0) everywhere") }
            show(next)
            #expect(isTile() && text(0, 20..<29) == "changed 0")
            next.popups = []
            show(next)
            #expect(isTile() && text(2, 26..<40) == "d 2 everywhere")
            next.tile = CellRect(column: 18, row: 5, columns: 10, rows: 4)
            show(next)
            #expect(text(2, 20..<29) == "changed 2")
            #expect(model[CellPoint(column: 17, row: 2)].attributes.background == .rgb(0x0000FF))
            next.tile = nil
            show(next)
            for row in 0..<10 { #expect(text(row, 20..<29) == "changed \(row)") }
            for row in 0..<10 {
                for column in 0..<20 {
                    #expect(model[CellPoint(column: column, row: row)].attributes.background == .rgb(0x0000FF))
                }
            }
        }

        @Test("text that moves up beside the picture never scrolls, shifts or erases the picture", arguments: [0, 20])
        func scrollingText(textColumn: Int) throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty)
            defer { screen.stop() }
            var next = content
            next.picture = CellRect(column: 20 - textColumn, row: 0, columns: 20, rows: 10)
            next.panels[0].rect.origin.column = textColumn
            screen.present(next)
            let start = screen.takenBytes
            for step in 0..<12 {
                next.panels[0].lines = (step..<step + 10).map {
                    TextLine("line \($0) \(String(repeating: "=", count: $0 % 9))")
                }
                screen.present(next) { if step == 11 { $2 += Array("END".utf8) } }
            }
            #expect(pty.waits { pty.text.contains("END") })
            let added = String(decoding: pty.bytes.suffix(screen.takenBytes - start), as: UTF8.self)
            #expect(!added.contains(/\x1B\[[0-9;]*[rSTLMP@J]|\x1B\[[12]K|\x1BM|\n/))
            // To the end of the line only where no picture follows.
            #expect(textColumn == 20 || !added.contains("\u{1B}[K"))
            // Nothing is written into the picture's columns either.
            #expect(!added.contains("\u{A0}"))
        }

        @Test("wide characters, the last cell and panels beyond the edge stay where they are")
        func edges() throws {
            let pty = PseudoTerminal(columns: 6, rows: 2, answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty)
            defer { screen.stop() }
            let far = CellRect(column: 4, row: 1, columns: 9, rows: 9)
            screen.present(
                ScreenContent(panels: [
                    Panel(CellRect(column: 0, row: 0, columns: 5, rows: 1), ["漢漢漢"]), Panel(far, ["zzzzzz"]),
                ]))
            func letters(_ letter: Character) -> Int { pty.text.filter { $0 == letter }.count }
            #expect(pty.waits { letters("z") >= 2 })
            #expect(letters("z") == 2 && letters("漢") == 2)
            for size in [(1, 1), (1_000, 500), (3, 200)] as [(UInt16, UInt16)] {
                pty.resize(columns: size.0, rows: size.1)
                screen.resize()
                #expect(screen.window.cells == CellSize(columns: Int(size.0), rows: Int(size.1)))
                var area: PaintRequest?
                screen.present(content) { _, request, _ in area = request }
                #expect(area?.lost == .everything)
            }
        }

        @Test("stopping undoes every mode that was set, and puts the tty and standard error back")
        func restore() throws {
            let pty = PseudoTerminal(answers: Self.answers)
            let saved = pty.modes
            let screen = try screen(pty)
            #expect(pty.modes.c_lflag & tcflag_t(ECHO | ICANON) == 0)
            #expect(pty.modes.c_lflag & tcflag_t(ISIG) != 0)
            screen.present(content)
            screen.stop()
            screen.stop()
            #expect(pty.waits { pty.text.hasSuffix("\u{1B}[?25h") })
            var modes: [Substring: Bool] = [:]
            for match in pty.text.matches(of: /\x1B\[\?([0-9;]+)([hl])/) {
                for number in match.1.split(separator: ";") { modes[number] = match.2 == "h" }
            }
            #expect(modes.removeValue(forKey: "25") == true)
            #expect(modes.removeValue(forKey: "7") == true)
            #expect(modes["1049"] == false && modes["1000"] == false && modes["2004"] == false)
            #expect(!modes.values.contains(true))
            #expect(pty.modes.c_lflag == saved.c_lflag && pty.modes.c_iflag == saved.c_iflag)
            #expect(pty.modes.c_oflag == saved.c_oflag && pty.modes.c_cflag == saved.c_cflag)
            #expect(!TerminalRestorer.release(isCut: false))
        }

        @Test("what was said on standard error meanwhile is said when it is given back, but for a decoder's chatter")
        func errors() throws {
            let pty = PseudoTerminal(answers: Self.answers)
            let before = dup(STDERR_FILENO)
            defer { close(before) }
            dup2(pty.slave, STDERR_FILENO)
            let screen = try screen(pty)
            let long = String(repeating: "x", count: 600)
            let chatter = "[src/libmpg123/layer3.c:1771] error: part2_3_length \(long)\n"
            for line in ["first\n", chatter, chatter, "\(long)\n", chatter, "last [src/libmpg123/\n"] {
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            }
            screen.stop()
            dup2(before, STDERR_FILENO)
            #expect(pty.waits { pty.text.contains("last [src/libmpg123/") })
            #expect(pty.text.contains("first\r\n\(long)\r\nlast") || pty.text.contains("first\n\(long)\nlast"))
            #expect(!pty.text.contains("part2_3"))
        }

        @Test("a stuck terminal is given back at once: what waited is thrown away, the restore text is there")
        func stuck() throws {
            let pty = PseudoTerminal(reads: false)
            let screen = try screen(pty)
            _ = pty.drain()
            screen.present(content) { $2 += [UInt8](repeating: 0x61, count: 2_000_000) }
            #expect(!screen.isIdle)
            let (clearing, restore) = (CursesScreen.clearText, screen.restoreText)
            screen.stop()
            let left = pty.drain()
            #expect(left.count < 20_000)
            #expect(left.suffix(restore.count).elementsEqual(restore))
            // Where the system says that it is stuck, too, what it has not read is thrown away, and nothing is emptied.
            var before = left.dropLast(restore.count)
            if before.suffix(clearing.count).elementsEqual(clearing) { before = before.dropLast(clearing.count) }
            #expect(before.suffix(3).elementsEqual(Array("\u{18}\u{1B}\\".utf8)))
        }

        @Test("a signal is heard as an event")
        func signals() throws {
            let pty = PseudoTerminal(answers: Self.answers)
            let screen = try screen(pty)
            defer { screen.stop() }
            kill(getpid(), SIGWINCH)
            kill(getpid(), SIGTERM)
            // The system says which of two comes first.
            for signal in [Signal.endRequested(SIGTERM), .windowChanged] {
                #expect(pty.waits { events.all.contains(.signal(signal)) }, "\(signal)")
            }
        }

        @Test("room in the output is said once it is there")
        func outputReady() throws {
            let pty = PseudoTerminal(reads: false)
            let screen = try screen(pty)
            defer { screen.stop() }
            screen.present(content) { $2 += [UInt8](repeating: 0x61, count: 500_000) }
            #expect(!screen.isIdle)
            #expect(
                pty.waits {
                    _ = pty.drain()
                    screen.flush()
                    return screen.isIdle
                })
            #expect(events.all.contains(.outputReady))
        }

        @Test(
            "a terminal type that nobody knows is refused, with the terminal as it was",
            arguments: ["nonsense-term", "dumb", "", "unknown"])
        func refused(term: String) {
            let pty = PseudoTerminal()
            let saved = pty.modes
            #expect(throws: TerminalError.self) { try screen(pty, term: term) }
            #expect(pty.modes.c_lflag == saved.c_lflag)
        }

        @Test("a file is no terminal")
        func file() {
            let null = open("/dev/null", O_RDWR)
            defer { close(null) }
            let pty = PseudoTerminal()
            #expect(throws: TerminalError.outputIsNoTerminal) {
                try TerminalDevice(input: pty.slave, terminal: null, term: "xterm")
            }
            #expect(throws: TerminalError.inputIsNoTerminal) {
                try TerminalDevice(input: null, terminal: pty.slave, term: "xterm")
            }
            #expect(throws: Never.self) {
                try TerminalDevice(input: null, terminal: pty.slave, term: "xterm", readsKeysFromTerminal: true)
            }
        }

        @Test(
            "other terminal types work too",
            arguments: ["xterm", "tmux-256color", "screen", "linux", "vt100", "rxvt-unicode"])
        func types(term: String) throws {
            let pty = PseudoTerminal(answers: [("\u{1B}[c", "\u{1B}[?62c")])
            let screen = try screen(pty, term: term)
            defer { screen.stop() }
            screen.present(content)
            #expect(pty.waits { pty.text.contains("panel") })
            pty.type("\u{1B}[Ax")
            #expect(keys(screen, pty, 2) == [.named(.up), .character("x")])
        }
    }
}
