import Cells
import Events
import Frames

/// What somebody says of the terminal, which nothing of what is found out changes.
package struct TerminalChoices: Hashable, Sendable {
    /// `nil`: as many as it has.
    package var colors: ColorDepth?
    /// `nil`: as it answers.
    package var turnsRightToLeft: Bool?

    package init(colors: ColorDepth? = nil, turnsRightToLeft: Bool? = nil) {
        (self.colors, self.turnsRightToLeft) = (colors, turnsRightToLeft)
    }
}

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
    /// The locale's characters are UTF-8. Block characters are sent as UTF-8 in any case: terminals hardly care for the locale.
    package var hasUnicode: Finding<Bool>
    /// The terminal answered at all.
    package var answers: Finding<Bool>

    /// What is known before deciding.
    package struct Evidence: Sendable {
        package var choices = TerminalChoices()
        /// Those of `variables` that are set.
        package var environment: [String: String] = [:]
        static let variables = [
            "TERM", "COLORTERM", "NO_COLOR", "TMUX", "TERM_PROGRAM", "STY", "KONSOLE_VERSION", "VTE_VERSION",
        ]
        /// terminfo `colors`; `nil` when absent.
        var terminfoColors: Int?
        /// terminfo's extended `RGB` (flag, number or string) or `Tc`.
        var terminfoTruecolor: String?
        /// terminfo's extended `Smulx` or `Su`.
        var terminfoUnderlines: String?
        package var window = WindowSize(columns: 0, rows: 0)
        var replies: [TerminalReply] = []
        var codeset = "UTF-8"

        package init() {}
    }

    /// Decides; without IO.
    package init(_ evidence: Evidence) {
        colors = Self.colors(evidence)
        hasSynchronizedOutput = Self.synchronizedOutput(evidence)
        cellPixels = Self.cellPixels(evidence)
        background = Self.background(evidence)
        name = Self.name(evidence)
        isInsideTmux = Self.insideTmux(evidence)
        hasUnderlineStyles = Self.underlineStyles(evidence)
        takesLinks = Self.links(evidence)
        turnsRightToLeft = Self.turning(evidence)
        hasUnicode = Finding(
            ["UTF-8", "UTF8"].contains(evidence.codeset.uppercased()), "character set \(evidence.codeset)")
        let isAnswered = evidence.replies.contains { $0 != .other }
        answers = Finding(isAnswered, isAnswered ? "it answered" : "no answer within the deadline")
    }
}

extension Capabilities {
    private static func synchronizedOutput(_ evidence: Evidence) -> Finding<Bool> {
        for case .mode(2026, let setting) in evidence.replies {
            return Finding(setting == 1 || setting == 2, "answer \(setting) to the question for mode 2026")
        }
        return Finding(false, "no answer to the question for mode 2026")
    }

    private static func background(_ evidence: Evidence) -> Finding<Color?> {
        for case .background(let red, let green, let blue) in evidence.replies {
            return Finding(Color(red, green, blue), "answer to OSC 11")
        }
        return Finding(nil, "no answer to OSC 11")
    }

    private static func name(_ evidence: Evidence) -> Finding<String?> {
        for case .name(let name) in evidence.replies { return Finding(name, "answer to XTVERSION") }
        if let program = evidence.environment["TERM_PROGRAM"], !program.isEmpty {
            return Finding(program, "TERM_PROGRAM")
        }
        return Finding(nil, "no answer to XTVERSION")
    }

    private static func insideTmux(_ evidence: Evidence) -> Finding<Bool> {
        for case .name(let name) in evidence.replies where name.hasPrefix("tmux ") {
            return Finding(true, "answer to XTVERSION")
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
            return Finding(true, "answer to XTVERSION")
        }
        return Finding(false, "neither terminfo nor XTVERSION tells of them")
    }

    /// screen takes the end of a long one for text, and so do older consoles the whole.
    private static func links(_ evidence: Evidence) -> Finding<Bool> {
        let term = evidence.environment["TERM"] ?? ""
        if term == "linux" { return Finding(false, "TERM=linux") }
        let isScreen = !(evidence.environment["STY"] ?? "").isEmpty || term.hasPrefix("screen")
        if isScreen, !insideTmux(evidence).value { return Finding(false, "inside screen") }
        return Finding(true, "harmless where they are not known")
    }

    /// Asked for by mode 8 of ECMA-48 (BDSM), which is set where the terminal turns text; those that turn it and do not know the mode
    /// are known by name. tmux passes rows on to its own terminal and tells nothing of it, but for variables that came through.
    private static func turning(_ evidence: Evidence) -> Finding<Bool> {
        if let choice = evidence.choices.turnsRightToLeft { return Finding(choice, "said by --right-to-left") }
        for case .standardMode(8, let setting) in evidence.replies where setting != 0 {
            return Finding(setting % 2 == 1, "answer \(setting) to the question for mode 8")
        }
        for case .name(let name) in evidence.replies where ["mlterm", "Konsole"].contains(where: name.hasPrefix) {
            return Finding(true, "answer to XTVERSION")
        }
        let environment = evidence.environment
        if environment["TERM"]?.hasPrefix("mlterm") == true { return Finding(true, "TERM=mlterm") }
        if environment["TERM_PROGRAM"] == "Apple_Terminal" { return Finding(true, "TERM_PROGRAM=Apple_Terminal") }
        if environment["KONSOLE_VERSION"]?.isEmpty == false { return Finding(true, "KONSOLE_VERSION is set") }
        // Since 0.58.
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 5_800 {
            return Finding(true, "VTE_VERSION=\(version)")
        }
        return Finding(false, "nothing tells that it does")
    }

    /// The window's own pixels first, then CSI 16 t, then CSI 14 t; each only when the cell it gives is believable.
    private static func cellPixels(_ evidence: Evidence) -> Finding<PixelSize> {
        if let cell = cell(evidence.window.pixels, evidence.window.cells) {
            return Finding(cell, "window size of the system")
        }
        for case .cellPixels(let cell) in evidence.replies where isBelievable(cell) {
            return Finding(cell, "answer to CSI 16 t")
        }
        for case .windowPixels(let pixels) in evidence.replies {
            if let cell = cell(pixels, evidence.window.cells) { return Finding(cell, "answer to CSI 14 t") }
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
    package func shades(_ blocks: BlockStyle) -> Shades {
        Shades(blocks: hasUnicode.value ? blocks : nil, isOnLight: background.value?.isLight ?? false)
    }

    /// The same terminal after its window or font changed; what the system does not say stays as it was answered.
    func resized(to window: WindowSize) -> Capabilities {
        guard let cell = Self.cell(window.pixels, window.cells) else { return self }
        var changed = self
        changed.cellPixels = Finding(cell, "window size of the system")
        return changed
    }
}
