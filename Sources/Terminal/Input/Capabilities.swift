import Cells
import Events
import Frames

/// What the terminal can do, each with how that was found out.
package struct Capabilities: Hashable, Sendable {
    /// A finding and the reason for it, a phrase for `doctor`.
    package struct Finding<Value: Hashable & Sendable>: Hashable, Sendable {
        package var value: Value
        package var source: String

        package init(_ value: Value, _ source: String) {
            self.value = value
            self.source = source
        }
    }

    package var colors: Finding<ColorDepth>
    /// The same whatever NO_COLOR says.
    package var terminalColors: Finding<ColorDepth>
    /// Private mode 2026.
    package var hasSynchronizedOutput: Finding<Bool>
    /// One cell in pixels; 1:2 where nothing believable is known, and then no real size.
    package var cellPixels: Finding<PixelSize>
    /// `nil`: unknown.
    package var background: Finding<Color?>
    package var name: Finding<String?>
    package var isInsideTmux: Finding<Bool>
    /// Underlines other than a straight line, in colors of their own.
    package var hasUnderlineStyles: Finding<Bool>
    /// OSC 8 does no harm where it is not understood.
    package var takesLinks: Finding<Bool>
    /// What is written from right to left it turns itself, in the row that it is written to.
    package var turnsRightToLeft: Finding<Bool>
    /// Characters are sent as UTF-8, whatever the locale says, unless the terminal takes the bytes one by one.
    package var hasUnicode: Finding<Bool>
    /// kitty's: keys that are otherwise the same are told apart.
    package var hasKeyboardProtocol: Finding<Bool>
    /// Characters whose width East Asian fonts and others do not agree on, blocks and lines among them, take two cells.
    package var hasWideAmbiguous: Finding<Bool>
    /// What a picture is drawn with.
    package var blocks: Finding<BlockStyle>
    /// The name of the terminfo description in use.
    package var description: Finding<String>
    /// The terminal answered at all.
    package var answers: Finding<Bool>

    /// What is known before deciding.
    package struct Evidence: Sendable {
        package var choices = TerminalChoices()
        /// Those of `variables` that are set.
        package var environment: [String: String] = [:]
        static let variables = [
            "TERM", "COLORTERM", "NO_COLOR", "TMUX", "TERM_PROGRAM", "STY", "KONSOLE_VERSION", "VTE_VERSION",
            "COLORFGBG",
        ]
        /// As of `description`.
        var description = ""
        /// terminfo `colors`; `nil` when absent.
        package var terminfoColors: Int?
        /// terminfo's extended `RGB` (flag, number or string) or `Tc`.
        var terminfoTruecolor: String?
        /// terminfo's extended `Smulx` or `Su`.
        var terminfoUnderlines: String?
        package var window = WindowSize(columns: 0, rows: 0)
        var replies: [TerminalReply] = []
        /// No more than are asked for.
        static let replyLimit = 32
        /// Where the cursor is behind a character of three bytes that the terminal takes for three.
        static let singleByteColumn = 4
        var codeset = "UTF-8"

        package init() {}
    }

    /// Decides; without IO.
    package init(_ evidence: Evidence) {
        colors = Self.colors(evidence)
        terminalColors = Self.colors(evidence, heedsNoColor: false)
        hasSynchronizedOutput = Self.synchronizedOutput(evidence)
        cellPixels = Self.cellPixels(evidence)
        background = Self.background(evidence)
        name = Self.name(evidence)
        isInsideTmux = Self.insideTmux(evidence)
        hasUnderlineStyles = Self.underlineStyles(evidence)
        takesLinks = Self.links(evidence)
        turnsRightToLeft = Self.turning(evidence)
        hasKeyboardProtocol = KeyboardProtocol.finding(evidence)
        hasUnicode = Self.unicode(evidence)
        hasWideAmbiguous = Self.wideAmbiguous(evidence)
        blocks = Self.blocks(evidence)
        description = Self.description(evidence)
        let isAnswered = evidence.replies.contains { $0 != .other }
        answers = Finding(isAnswered, isAnswered ? "it answered" : "no answer in time")
    }
}

extension Capabilities {
    private static func synchronizedOutput(_ evidence: Evidence) -> Finding<Bool> {
        for case .mode(2026, let setting) in evidence.replies {
            return Finding(setting == 1 || setting == 2, "answered \(setting) (mode 2026)")
        }
        return Finding(false, "not reported (mode 2026)")
    }

    private static func background(_ evidence: Evidence) -> Finding<Color?> {
        let answer = evidence.replies.lazy.compactMap { reply in
            if case .background(let red, let green, let blue) = reply { Color(red, green, blue) } else { nil }
        }.first
        if let choice = evidence.choices.background {
            let isLight = choice == .light
            let usual: Color = isLight ? Color(255, 255, 255) : .black
            return Finding(answer?.isLight == isLight ? answer : usual, "set by --background")
        }
        if let answer { return Finding(answer, "reported (OSC 11)") }
        // "15;0" or "15;default;0": numbers of the palette, foreground first.
        if let text = evidence.environment["COLORFGBG"], let last = text.split(separator: ";").last,
            let number = UInt8(last), number < 16
        {
            return Finding(Color(rgb: Palette.pixel(of: number)), "COLORFGBG=\(text)")
        }
        return Finding(nil, "not reported (OSC 11)")
    }

    private static func unicode(_ evidence: Evidence) -> Finding<Bool> {
        guard isUTF8(evidence.codeset) else { return Finding(false, "character set \(evidence.codeset)") }
        for case .cursor(let column) in evidence.replies where column == Evidence.singleByteColumn {
            return Finding(false, "the terminal shows each byte of a UTF-8 character separately")
        }
        return Finding(true, "character set \(evidence.codeset)")
    }

    static func isUTF8(_ codeset: String) -> Bool { ["UTF-8", "UTF8"].contains(codeset.uppercased()) }

    private static func wideAmbiguous(_ evidence: Evidence) -> Finding<Bool> {
        for case .cursor(let column) in evidence.replies {
            return Finding(column == 3, "measured by the cursor position")
        }
        return Finding(false, "not reported (cursor position)")
    }

    private static func description(_ evidence: Evidence) -> Finding<String> {
        let term = evidence.environment["TERM"] ?? ""
        guard evidence.description != term, !evidence.description.isEmpty else { return Finding(term, "TERM") }
        return Finding(evidence.description, "no description of \(term.prefix(60)) is installed (terminfo)")
    }

    /// A sentence for whoever uses the terminal, where the description in use is another one's.
    package var substitution: String? {
        description.source == "TERM" ? nil : "\(description.source); using the one of \(description.value)"
    }

    private static func name(_ evidence: Evidence) -> Finding<String?> {
        for case .name(let name) in evidence.replies { return Finding(name, "reported (XTVERSION)") }
        if let program = evidence.environment["TERM_PROGRAM"], !program.isEmpty {
            return Finding(program, "TERM_PROGRAM")
        }
        return Finding(nil, "not reported (XTVERSION)")
    }

    private static func insideTmux(_ evidence: Evidence) -> Finding<Bool> {
        for case .name(let name) in evidence.replies where name.hasPrefix("tmux ") {
            return Finding(true, "reported (XTVERSION)")
        }
        let isSet = !(evidence.environment["TMUX"] ?? "").isEmpty
        return Finding(isSet, isSet ? "TMUX is set" : "TMUX is not set")
    }

    /// Those that answer by one of these names draw them; tmux passes them on where its own terminal does.
    private static let underlining = [
        "kitty", "ghostty", "foot", "WezTerm", "iTerm2", "mintty", "contour", "Konsole", "VTE", "xterm.js", "tmux",
    ]

    private static func underlineStyles(_ evidence: Evidence) -> Finding<Bool> {
        if let name = evidence.terminfoUnderlines { return Finding(true, "terminfo \(name)") }
        for case .name(let name) in evidence.replies where underlining.contains(where: name.hasPrefix) {
            return Finding(true, "reported (XTVERSION)")
        }
        return Finding(false, "not in terminfo or XTVERSION")
    }

    /// screen takes the end of a long one for text, and so do older consoles the whole.
    private static func links(_ evidence: Evidence) -> Finding<Bool> {
        let term = evidence.environment["TERM"] ?? ""
        if term == "linux" { return Finding(false, "TERM=linux") }
        let isScreen = !(evidence.environment["STY"] ?? "").isEmpty || term.hasPrefix("screen")
        if isScreen, !insideTmux(evidence).value { return Finding(false, "inside screen") }
        return Finding(true, "harmless if unsupported")
    }

    /// Asked for by mode 8 of ECMA-48 (BDSM), which is set where the terminal turns text; those that turn it and do not know the mode
    /// are known by name. tmux passes rows on to its own terminal and tells nothing of it, but for variables that came through.
    private static func turning(_ evidence: Evidence) -> Finding<Bool> {
        if let choice = evidence.choices.turnsRightToLeft { return Finding(choice, "set by --right-to-left") }
        for case .standardMode(8, let setting) in evidence.replies where setting != 0 {
            return Finding(setting % 2 == 1, "answered \(setting) (mode 8)")
        }
        for case .name(let name) in evidence.replies where ["mlterm", "Konsole"].contains(where: name.hasPrefix) {
            return Finding(true, "reported (XTVERSION)")
        }
        let environment = evidence.environment
        if environment["TERM"]?.hasPrefix("mlterm") == true { return Finding(true, "TERM=mlterm") }
        if environment["TERM_PROGRAM"] == "Apple_Terminal" { return Finding(true, "TERM_PROGRAM=Apple_Terminal") }
        if environment["KONSOLE_VERSION"]?.isEmpty == false { return Finding(true, "KONSOLE_VERSION is set") }
        // Since 0.58.
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5_800 {
            return Finding(true, "VTE_VERSION=\(version)")
        }
        return Finding(false, "no sign of support")
    }

    /// The window's own pixels first, then CSI 16 t, then CSI 14 t; each only when the cell it gives is believable.
    private static func cellPixels(_ evidence: Evidence) -> Finding<PixelSize> {
        if let cell = cell(evidence.window.pixels, evidence.window.cells) {
            return Finding(cell, "system's window size")
        }
        for case .cellPixels(let cell) in evidence.replies where isBelievable(cell) {
            return Finding(cell, "reported (CSI 16 t)")
        }
        for case .windowPixels(let pixels) in evidence.replies {
            if let cell = cell(pixels, evidence.window.cells) { return Finding(cell, "reported (CSI 14 t)") }
        }
        return Finding(PixelSize(width: 8, height: 16), "assumed 1:2")
    }

    private static func cell(_ pixels: PixelSize?, _ cells: CellSize) -> PixelSize? {
        guard let pixels, !cells.isEmpty else { return nil }
        let cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
        return isBelievable(cell) ? cell : nil
    }

    /// Between 1:4 and 1:1, and of a size that a font has.
    private static func isBelievable(_ cell: PixelSize) -> Bool {
        2...200 ~= cell.width && 2...400 ~= cell.height && cell.width <= cell.height && cell.height <= 4 * cell.width
    }

    /// What stands for colors where there are none.
    package var shades: Shades {
        Shades(blocks: blocks.value, isOnLight: background.value?.isLight ?? false)
    }

    /// For pictures on this terminal.
    package var painter: Painter { Painter(depth: colors.value, style: blocks.value, shades: shades) }

    private static func blocks(_ evidence: Evidence) -> Finding<BlockStyle> {
        let unicode = unicode(evidence)
        if !unicode.value { return Finding(.ascii, unicode.source) }
        if evidence.choices.blocks == .any, wideAmbiguous(evidence).value {
            return Finding(.ascii, "other block characters are two cells wide here")
        }
        return Finding(evidence.choices.blocks, evidence.choices.blocks == .any ? "default" : "set by --blocks")
    }

    /// The same terminal after its window or font changed; what the system does not say stays as it was answered.
    func resized(to window: WindowSize) -> Capabilities {
        guard let cell = Self.cell(window.pixels, window.cells) else { return self }
        var changed = self
        changed.cellPixels = Finding(cell, "system's window size")
        return changed
    }
}

extension Capabilities {
    /// How many colors are sent, and how that was found out.
    /// - Parameter heedsNoColor: a hosted program decides about NO_COLOR itself.
    static func colors(_ evidence: Evidence, heedsNoColor: Bool = true) -> Finding<ColorDepth> {
        if let override = evidence.choices.colors { return Finding(override, "set by --colors") }
        // https://no-color.org: present and not empty, whatever it says.
        if heedsNoColor, let value = evidence.environment["NO_COLOR"], !value.isEmpty {
            return Finding(.none, "NO_COLOR is set")
        }
        if let value = evidence.environment["COLORTERM"], ["truecolor", "24bit"].contains(value) {
            return Finding(.truecolor, "COLORTERM=\(value)")
        }
        if let capability = evidence.terminfoTruecolor { return Finding(.truecolor, "terminfo has \(capability)") }
        if let term = evidence.environment["TERM"], TerminalFamily(of: term).hasTruecolor {
            return Finding(.truecolor, "TERM=\(term)")
        }
        guard let count = evidence.terminfoColors, count > 0 else { return Finding(.none, "terminfo has no colors") }
        let source = "terminfo colors=\(count)"
        switch count {
        case 256...: return Finding(.palette256, source)
        case 8...: return Finding(.palette16, source)
        default: return Finding(.none, source)
        }
    }
}
