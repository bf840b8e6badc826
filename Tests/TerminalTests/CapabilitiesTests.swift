import Events
import Frames
import Testing

@testable import Terminal

struct CapabilitiesTests {
    private func evidence(_ change: (inout Capabilities.Evidence) -> Void) -> Capabilities {
        var evidence = Capabilities.Evidence()
        change(&evidence)
        return Capabilities(evidence)
    }

    struct ColorCase: Sendable {
        var override: ColorDepth?
        var environment: [String: String] = [:]
        var colors: Int?
        var truecolor: String?
        var expected: ColorDepth
    }

    @Test(
        "colors come from the option, NO_COLOR, COLORTERM, terminfo's RGB and its number, in that order",
        arguments: [
            ColorCase(override: .palette16, environment: ["NO_COLOR": "1"], colors: 256, expected: .palette16),
            ColorCase(environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"], colors: 256, expected: .none),
            ColorCase(environment: ["NO_COLOR": "", "COLORTERM": "truecolor"], expected: .truecolor),
            ColorCase(environment: ["COLORTERM": "24bit"], colors: 8, expected: .truecolor),
            ColorCase(environment: ["COLORTERM": "yes"], colors: 256, expected: .palette256),
            ColorCase(colors: 256, truecolor: "Tc", expected: .truecolor),
            ColorCase(colors: 256, expected: .palette256), ColorCase(colors: 88, expected: .palette16),
            ColorCase(colors: 16, expected: .palette16), ColorCase(colors: 8, expected: .palette16),
            ColorCase(colors: 2, expected: .none), ColorCase(colors: -1, expected: .none),
            ColorCase(expected: .none),
        ])
    func colors(row: ColorCase) {
        let found = evidence {
            $0.choices.colors = row.override
            $0.environment = row.environment
            $0.terminfoColors = row.colors
            $0.terminfoTruecolor = row.truecolor
        }
        #expect(found.colors.value == row.expected)
        #expect(!found.colors.source.isEmpty)
    }

    @Test(
        "the background is what was said, then what was answered, then what COLORFGBG says",
        arguments: [
            (nil, nil, nil, nil), (nil, Color(1, 2, 3), "0;15", Color(1, 2, 3)),
            (nil, nil, "0;15", Color(255, 255, 255)), (nil, nil, "15;default;0", Color(0, 0, 0)),
            (nil, nil, "15;default", nil),
            (nil, nil, "0;99", nil), (.light, nil, "15;0", Color(255, 255, 255)),
            (.light, Color(1, 2, 3), nil, Color(255, 255, 255)),
            (.light, Color(250, 240, 230), nil, Color(250, 240, 230)),
            (.dark, Color(250, 240, 230), nil, .black),
        ] as [(TerminalBackground?, Color?, String?, Color?)])
    func background(choice: TerminalBackground?, answer: Color?, variable: String?, expected: Color?) {
        let found = evidence {
            $0.choices.background = choice
            $0.environment["COLORFGBG"] = variable
            $0.replies = answer.map { [.background(red: $0.red, green: $0.green, blue: $0.blue)] } ?? []
        }
        #expect(found.background.value == expected)
    }

    @Test(
        "where the cursor is behind a character of ambiguous width tells its width, or that bytes are characters",
        arguments: [(2, true, BlockStyle.any), (3, true, .ascii), (4, false, .ascii), (nil, true, .any)]
            as [(Int?, Bool, BlockStyle)])
    func widths(column: Int?, isUnicode: Bool, blocks: BlockStyle) {
        for wish in BlockStyle.allCases {
            let found = evidence {
                $0.choices.blocks = wish
                $0.replies = column.map { [.cursor(column: $0)] } ?? []
            }
            #expect(found.hasUnicode.value == isUnicode)
            // What was asked for is used wherever it can be.
            #expect(found.blocks.value == (wish == .any || !isUnicode ? blocks : wish), "\(wish)")
        }
        #expect(evidence { $0.codeset = "ANSI_X3.4-1968" }.blocks.value == .ascii)
    }

    @Test(
        "a terminal type without a description falls back to its family's, and says so",
        arguments: [
            ("xterm-ghostty", "xterm-256color", true), ("xterm-kitty", "xterm-256color", true),
            ("foot", "xterm-256color", true),
            ("foot-extra", "xterm-256color", true), ("alacritty", "xterm-256color", true),
            ("wezterm", "xterm-256color", true),
            ("tmux-new", "tmux-256color", false), ("screen.xterm-new", "screen-256color", false),
            ("st-16color", "xterm-16color", false),
            ("xterm-88color", "xterm-16color", false), ("rxvt-new", "rxvt-unicode-256color", false),
            ("linux-m2", "linux", false),
            ("vt420", "vt220", false), ("anything-256color", "xterm-256color", false), ("footing", nil, false),
            ("no-such-terminal", nil, false), ("", nil, false),
        ] as [(String, String?, Bool)])
    func families(term: String, description: String?, hasTruecolor: Bool) {
        let family = TerminalFamily(of: term)
        #expect(family.descriptions.first == description)
        #expect(family.hasTruecolor == hasTruecolor)
        let found = evidence {
            $0.environment["TERM"] = term
            $0.description = description ?? term
            $0.terminfoColors = 256
        }
        #expect(found.substitution?.contains(term) == (description == nil ? nil : true))
        #expect(found.colors.value == (hasTruecolor ? .truecolor : .palette256))
    }

    @Test(
        "styles of underlines are what terminfo or the terminal's name tells",
        arguments: [
            (nil, nil, false), ("Smulx", nil, true), ("Su", nil, true), (nil, "kitty(0.32.2)", true),
            (nil, "tmux 3.3a", true), (nil, "VTE(7600)", true), (nil, "XTerm(379)", false),
        ] as [(String?, String?, Bool)])
    func underlineStyles(terminfo: String?, name: String?, expected: Bool) {
        let found = evidence {
            $0.terminfoUnderlines = terminfo
            $0.replies = name.map { [.name($0)] } ?? []
        }
        #expect(found.hasUnderlineStyles.value == expected)
    }

    @Test(
        "links are kept from what would print them",
        arguments: [
            (["TERM": "xterm-256color"], true), (["TERM": "linux"], false), (["TERM": "screen-256color"], false),
            (["TERM": "xterm-256color", "STY": "1.tty"], false), (["TERM": "screen-256color", "TMUX": "/tmp/t"], true),
        ])
    func links(environment: [String: String], expected: Bool) {
        #expect(evidence { $0.environment = environment }.takesLinks.value == expected)
    }

    @Test(
        "text from right to left is turned by terminals that answer so, and by those that are known for it",
        arguments: [
            ([.standardMode(8, setting: 1)], [:], true),
            ([.standardMode(8, setting: 2)], ["VTE_VERSION": "7600"], false),
            ([.standardMode(8, setting: 3)], [:], true), ([.standardMode(8, setting: 0)], [:], false),
            ([.standardMode(20, setting: 1), .mode(8, setting: 1)], [:], false),
            ([.name("mlterm(3.9.3)")], [:], true), ([.name("Konsole 23.04")], [:], true),
            ([.name("kitty(0.32)")], [:], false),
            ([], ["VTE_VERSION": "5800"], true), ([], ["VTE_VERSION": "5602"], false),
            ([], ["VTE_VERSION": "x"], false),
            ([], ["TERM": "mlterm-256color"], true), ([], ["TERM_PROGRAM": "Apple_Terminal"], true),
            ([], ["KONSOLE_VERSION": "230400"], true), ([], ["KONSOLE_VERSION": ""], false),
        ] as [([TerminalReply], [String: String], Bool)])
    func rightToLeft(replies: [TerminalReply], environment: [String: String], expected: Bool) {
        let found = evidence { ($0.replies, $0.environment) = (replies, environment) }
        #expect(found.turnsRightToLeft.value == expected)
        for said in [true, false] {
            let found = evidence {
                ($0.replies, $0.environment, $0.choices.turnsRightToLeft) = (replies, environment, said)
            }
            #expect(found.turnsRightToLeft.value == said)
        }
    }

    @Test(
        "synchronized output needs an answer of set or reset",
        arguments: [(0, false), (1, true), (2, true), (3, false), (4, false)])
    func synchronized(setting: Int, expected: Bool) {
        #expect(evidence { $0.replies = [.mode(2026, setting: setting)] }.hasSynchronizedOutput.value == expected)
        #expect(!evidence { $0.replies = [.mode(2004, setting: setting)] }.hasSynchronizedOutput.value)
    }

    @Test("a mute terminal has nothing that has to be asked for")
    func mute() {
        let found = evidence { _ in }
        #expect(!found.hasSynchronizedOutput.value)
        #expect(found.background.value == nil)
        #expect(found.name.value == nil)
        #expect(!found.answers.value)
        #expect(found.cellPixels.value == PixelSize(width: 8, height: 16))
    }

    @Test("a cell's pixels are believed between 1:4 and 1:1, from the system first")
    func cellPixels() {
        let answer = TerminalReply.cellPixels(PixelSize(width: 9, height: 18))
        func cell(_ width: Int, _ height: Int, _ replies: [TerminalReply] = []) -> PixelSize {
            evidence {
                $0.window = WindowSize(columns: 100, rows: 50, pixelWidth: width, pixelHeight: height)
                $0.replies = replies
            }.cellPixels.value
        }
        let assumed = PixelSize(width: 8, height: 16)
        #expect(cell(1_000, 1_000, [answer]) == PixelSize(width: 10, height: 20))
        #expect(cell(1_000, 500) == PixelSize(width: 10, height: 10))
        #expect(cell(1_000, 450) == assumed)
        #expect(cell(1_000, 2_050) == assumed)
        #expect(cell(1_000, 2_000) == PixelSize(width: 10, height: 40))
        #expect(cell(100, 50) == assumed)
        #expect(cell(0, 0, [answer]) == PixelSize(width: 9, height: 18))
        #expect(
            cell(
                0, 0,
                [.cellPixels(PixelSize(width: 90, height: 18)), .windowPixels(PixelSize(width: 700, height: 700))])
                == PixelSize(width: 7, height: 14))
    }

    @Test("tmux is known by its name or by its variable")
    func tmux() {
        #expect(evidence { $0.replies = [.name("tmux 3.4")] }.isInsideTmux.value)
        #expect(evidence { $0.environment = ["TMUX": "/tmp/s,1,0"] }.isInsideTmux.value)
        #expect(!evidence { $0.replies = [.name("kitty(0.32)")] }.isInsideTmux.value)
    }

    @Test("window sizes from outside stay between 1x1 and the limit")
    func windowSizes() {
        #expect(WindowSize(columns: 0, rows: 0).cells == WindowSize.fallback)
        #expect(WindowSize(columns: 0, rows: 50).cells == WindowSize.fallback)
        #expect(WindowSize(columns: 1, rows: 1).cells == CellSize(columns: 1, rows: 1))
        #expect(WindowSize(columns: 65_535, rows: 65_535).cells == WindowSize.limit)
        #expect(WindowSize(columns: 80, rows: 24, pixelWidth: 0, pixelHeight: 400).pixels == nil)
        #expect(
            WindowSize(columns: 80, rows: 24, pixelWidth: 805, pixelHeight: 480).pixels
                == PixelSize(width: 805, height: 480))
    }

    @Test("without another screen the shell goes on in an empty row at the bottom, with one on that one")
    func noOtherScreen() {
        func text(_ leave: String) -> String {
            let bytes = RestoreText.bytes(
                leave: Array(leave.utf8), keypadOff: [], cursorOn: [], wrapOn: [], colorsBack: [])
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text("").hasSuffix("\u{1B}[0m\u{1B}[999B\r\u{1B}[K"))
        #expect(text("\u{1B}[?1049l").hasSuffix("\u{1B}[0m\u{1B}[?1049l"))
    }

    @Test("delays in terminfo strings are not sent")
    func padding() {
        #expect(RestoreText.withoutPadding(Array("\u{1B}[m$<2/>x$<".utf8)) == Array("\u{1B}[mx$<".utf8))
    }
}
