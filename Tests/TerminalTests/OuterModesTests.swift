import Emulator
import Events
import Keys
import Support
import Testing

@testable import Terminal

@Suite("Modes of the outer terminal for a hosted program")
struct OuterModesTests {
    private static func view(_ change: (inout TerminalModes) -> Void = { _ in }) -> HostedView {
        var modes = TerminalModes()
        change(&modes)
        return HostedView(modes: modes, cursor: CellPoint(column: 1, row: 2), title: "")
    }

    private static let views: [HostedView] = {
        var views = [view()]
        for mouse in [MouseTracking.presses, .clicks, .drags, .motion] {
            // The model knows nothing of 1016.
            for encoding in [MouseEncoding.standard, .utf8, .sgr, .urxvt] {
                views.append(view { ($0.mouse, $0.mouseEncoding) = (mouse, encoding) })
            }
        }
        views.append(view { ($0.reportsFocus, $0.bracketsPaste, $0.hasApplicationCursor) = (true, true, true) })
        views.append(view { ($0.hasApplicationKeypad, $0.cursorShape) = (true, .bar) })
        var wheel = view()
        wheel.takesMouse = true
        views.append(wheel)
        var ours = view { $0.mouse = .motion }
        ours.keysAreOurs = true
        return views + [ours]
    }()

    @Test("from any modes to any others, and a terminal has just those then")
    func changes() {
        for from in Self.views {
            for to in Self.views {
                var terminal = TerminalModel(size: CellSize(columns: 10, rows: 3))
                let ways = [OuterModes.own, OuterModes(from), OuterModes(to)]
                // As ncurses leaves it.
                terminal.feed("\u{1B}[?1h\u{1B}=\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h")
                for (old, new) in zip(ways, ways.dropFirst()) { terminal.feed(OuterModes.change(from: old, to: new)) }
                let wanted = OuterModes(to)
                var modes: Set = [7, 25]
                if wanted.hasApplicationCursor { modes.insert(1) }
                if wanted.mouse != .none { modes.insert(wanted.mouse.rawValue) }
                if wanted.mouseEncoding != .standard { modes.insert(wanted.mouseEncoding.rawValue) }
                if wanted.reportsFocus { modes.insert(1004) }
                if wanted.bracketsPaste { modes.insert(2004) }
                #expect(terminal.modes == modes)
            }
        }
    }

    @Test("a terminal with kitty's keyboard protocol gets the program's flags, and ours while the keys are ours")
    func keyboard() {
        var terminal = VirtualTerminal(size: CellSize(columns: 10, rows: 3))
        terminal.feed(Array("\u{1B}[>11u".utf8))
        let asking = HostedView(modes: terminal.modes, cursor: nil, title: "")
        var ours = asking
        ours.keysAreOurs = true
        func change(_ from: OuterModes, _ to: OuterModes, _ has: Bool = true) -> String {
            String(decoding: OuterModes.change(from: from, to: to, hasKeyboardProtocol: has), as: UTF8.self)
        }
        #expect(change(.own, OuterModes(asking)).contains("\u{1B}[=11;1u"))
        #expect(change(OuterModes(asking), OuterModes(ours)).contains("\u{1B}[=1;1u"))
        #expect(change(.own, OuterModes(Self.view())).contains("\u{1B}[=0;1u"))
        #expect(!change(.own, OuterModes(asking), false).contains("u"))
    }

    @Test("where the program does not want the mouse it is ours, if the user wants that")
    func mouse() {
        for mouse in [MouseTracking.none, .clicks] {
            var view = Self.view { $0.mouse = mouse }
            #expect(OuterModes(view).mouse == mouse)
            view.takesMouse = true
            #expect(OuterModes(view).mouse == (mouse == .none ? .drags : mouse))
            #expect(OuterModes(view).mouseEncoding == (mouse == .none ? .sgr : .standard))
        }
    }

    @Test("what is the same costs nothing, and what a program has set is undone on the way out")
    func undone() {
        for view in Self.views {
            #expect(OuterModes.change(from: OuterModes(view), to: OuterModes(view)) == [])
            var terminal = TerminalModel(size: CellSize(columns: 10, rows: 3))
            terminal.feed(OuterModes.change(from: .own, to: OuterModes(view)))
            terminal.feed(OuterModes.end)
            terminal.feed("\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1l")
            #expect(terminal.modes == [7, 25])
        }
    }
}
