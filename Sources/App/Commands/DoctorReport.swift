import Cells
import Events
import Files
import Platform
import Sound
import Terminal

/// `cameo doctor`: findings, and a test card.
@MainActor
package enum DoctorReport {
    /// - Throws: `TerminalError` when there is no terminal to examine.
    package static func print(colors: ColorDepth?, turnsRightToLeft: Bool?, blocks: BlockStyle) throws {
        let choices = TerminalChoices(colors: colors, turnsRightToLeft: turnsRightToLeft)
        // What is found may be written elsewhere: for a report, or into a pager.
        let isShown = isatty(STDOUT_FILENO) == 1
        let device = isShown ? try TerminalDevice() : try Self.controllingTerminal()
        let found = try CapabilityProbe.capabilities(of: device, choices)
        let columns = device.windowSize.cells.columns
        let findings =
            terminal(found, device.windowSize, isColorAsked: choices.colors != nil, Environment.all) + sound()
        let output = LineOutput()
        for line in findings.flatMap({ $0.lines(toCells: columns) }) { try output.write(line) }
        guard isShown else { return try output.flush() }
        try output.write("")
        let quantizer = Quantizer(depth: found.colors.value, shades: found.shades(blocks))
        for line in TestCard.lines(quantizer, width: columns) { try output.write(line) }
        try output.flush()
    }

    /// The one that the command was typed on.
    private static func controllingTerminal() throws(TerminalError) -> TerminalDevice {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw .outputIsNoTerminal }
        return try TerminalDevice(
            input: terminal, terminal: terminal, term: Environment.all["TERM"] ?? "", readsKeysFromTerminal: true)
    }

    /// - Parameter isColorAsked: the number of colors has been chosen for this run.
    static func terminal(
        _ found: Capabilities, _ window: WindowSize, isColorAsked: Bool, _ environment: [String: String]
    ) -> [DoctorFinding] {
        let cell = found.cellPixels
        let background = found.background.value.map { "rgb \($0.red) \($0.green) \($0.blue)" }
        let colorCure = isColorAsked ? nil : colorCure(found, environment)
        return [
            finding("terminal", found.name.value ?? "unknown", found.name.source),
            finding("size", "\(window.cells.columns)x\(window.cells.rows) cells", "asked the system"),
            finding("colors", found.colors.value.rawValue, found.colors.source, colorCure),
            finding("cell", "\(cell.value.width)x\(cell.value.height)", cell.source),
            finding("background", background ?? "unknown", found.background.source),
            finding(found.hasSynchronizedOutput, "synchronized output", noSynchronizedOutput),
            finding(
                "characters", found.hasUnicode.value ? "UTF-8" : "not UTF-8", found.hasUnicode.source,
                found.hasUnicode.value ? nil : notUnicode),
            finding(found.hasUnderlineStyles, "underline styles"),
            finding(found.takesLinks, "links"),
            finding(found.turnsRightToLeft, "turns right to left"),
            finding(found.isInsideTmux, "inside tmux"),
            finding(found.answers, "answers questions", noAnswers),
        ]
    }

    /// A finding for each device that sound can be played on.
    private static func sound() -> [DoctorFinding] {
        do throws(SoundError) {
            return devices(try quietly { () throws(SoundError) in try SoundDevice.deviceNames() })
        } catch {
            return [finding("sound", "no device", error.reason, noDevice(Environment.all))]
        }
    }

    static func devices(_ names: [String], _ environment: [String: String] = Environment.all) -> [DoctorFinding] {
        guard !names.isEmpty else {
            return [finding("sound", "no device", "asked the sound system", noDevice(environment))]
        }
        var findings = names.map { finding("sound", $0, "asked the sound system") }
        if names.count > 1 {
            findings[names.count - 1].cure = DoctorFinding.Cure(says: "To choose one of them: --audio-device 'NAME'")
        }
        return findings
    }

    private static func finding(
        _ found: Capabilities.Finding<Bool>, _ name: String, _ cure: DoctorFinding.Cure? = nil
    ) -> DoctorFinding {
        finding(name, found.value ? "yes" : "no", found.source, found.value ? nil : cure)
    }

    /// What terminals and sound systems say of themselves is a stranger's.
    private static func finding(
        _ name: String, _ value: String, _ source: String, _ cure: DoctorFinding.Cure? = nil
    ) -> DoctorFinding {
        DoctorFinding(name: name, value: TextCells.visible(value), source: TextCells.visible(source), cure: cure)
    }

    // MARK: What to do

    private static func colorCure(_ found: Capabilities, _ environment: [String: String]) -> DoctorFinding.Cure? {
        guard found.colors.value != .truecolor else { return nil }
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return DoctorFinding.Cure(says: "For colors all the same:", typed: ["unset NO_COLOR"])
        }
        // tmux passes 24-bit color on only where it is told that the terminal around it has it, and says nothing of it inside.
        guard found.isInsideTmux.value else {
            return DoctorFinding.Cure(
                says: "If the terminal shows 24-bit color:", typed: ["export COLORTERM=truecolor"])
        }
        return DoctorFinding.Cure(
            says:
                "If the terminal around tmux shows 24-bit color, put these lines into ~/.tmux.conf, and begin tmux anew "
                + "(tmux kill-server):",
            typed: ["set -as terminal-features \",*:RGB\"", "set-environment -g COLORTERM truecolor"])
    }

    private static let noSynchronizedOutput = DoctorFinding.Cure(
        says: "A picture may be seen half drawn. A terminal that knows mode 2026 shows it at once.")
    private static let notUnicode = DoctorFinding.Cure(
        says: "Text beside the picture may be wrong. For UTF-8:", typed: ["export LC_ALL=C.UTF-8"])
    private static let noAnswers = DoctorFinding.Cure(
        says: "Size of a cell and background are assumed. Over a slow link, try again.")
    private static func noDevice(_ environment: [String: String]) -> DoctorFinding.Cure {
        let start =
            "Nothing is heard, and the clock paces the picture. Over ssh that is usual; here, start the sound system"
        guard let driver = environment["SDL_AUDIODRIVER"], !driver.isEmpty else {
            return DoctorFinding.Cure(says: "\(start), or name its driver:", typed: ["export SDL_AUDIODRIVER=alsa"])
        }
        return DoctorFinding.Cure(
            says:
                "\(start), or another driver than \(OutsideText.shown(driver, cells: 40)), which SDL_AUDIODRIVER names."
        )
    }
}

/// Color ramps and block patterns in plain lines, so that they stay in the scroll-back.
enum TestCard {
    private static let mostCells = 72

    static func lines(_ quantizer: Quantizer, width: Int) -> [String] {
        let hues: [(name: String, color: (Int) -> UInt32)] = [
            ("red", { UInt32($0) << 16 }), ("green", { UInt32($0) << 8 }), ("blue", { UInt32($0) }),
        ]
        let grays: [(name: String, color: (Int) -> UInt32)] = [
            ("gray", { UInt32($0) * 0x010101 }), ("skin", { skin($0) }),
        ]
        let hasColors = quantizer.depth != .none
        let ramps = (hasColors ? hues : []) + grays
        let room = max(1, min(width, mostCells) - 8)
        var lines = TextCells.wrapped(expectation(quantizer.depth), toCells: width)
        for ramp in ramps {
            let cells = (0..<room).map { column in
                let upper = ramp.color(column * 255 / room)
                let lower = ramp.color(min(255, (column * 2 + 1) * 255 / (2 * room)))
                return cell(upper, lower, PixelPoint(x: column, y: 0), quantizer)
            }
            lines.append(TextCells.padded(ramp.name, toCells: 7) + " " + cells.joined() + reset(quantizer))
        }
        guard hasColors else { return lines }
        lines += TextCells.wrapped(
            "Both rows have to look the same, with straight edges and no gaps; else use --blocks:", toCells: width)
        lines.append(blocks("lower", "▄", min(24, room), 0xFFFFFF, 0x1030C0, quantizer))
        lines.append(blocks("upper", "▀", min(24, room), 0x1030C0, 0xFFFFFF, quantizer))
        return lines
    }

    private static func expectation(_ depth: ColorDepth) -> String {
        switch depth {
        case .none: "Without colors each ramp has to grow denser:"
        case .palette16: "Each ramp has to rise, in the few steps that 16 colors have:"
        default: "Each ramp has to rise smoothly, without lines between its two halves:"
        }
    }

    private static func skin(_ step: Int) -> UInt32 {
        UInt32(40 + step * 200 / 255) << 16 | UInt32(24 + step * 160 / 255) << 8 | UInt32(16 + step * 130 / 255)
    }

    private static func blocks(
        _ name: String, _ glyph: String, _ cells: Int, _ front: UInt32, _ back: UInt32, _ quantizer: Quantizer
    ) -> String {
        let place = PixelPoint.zero
        let text = String(repeating: glyph, count: cells)
        return TextCells.padded(name, toCells: 7) + " " + color(quantizer.ink(front, at: place), isFront: true)
            + color(quantizer.ink(back, at: place), isFront: false) + text + reset(quantizer)
    }

    private static func cell(_ upper: UInt32, _ lower: UInt32, _ place: PixelPoint, _ quantizer: Quantizer) -> String {
        let below = PixelPoint(x: place.x, y: place.y + 1)
        if quantizer.depth == .none {
            let ink = quantizer.quantize(Cell(upper: Ink(pixel: upper), lower: Ink(pixel: lower)), row: 0, column: 0)
                .lower
            guard case .character(let scalar) = ink.meaning else { return " " }
            return String(scalar)
        }
        return color(quantizer.ink(lower, at: below), isFront: true)
            + color(quantizer.ink(upper, at: place), isFront: false) + "▄"
    }

    private static func color(_ ink: Ink, isFront: Bool) -> String {
        switch ink.meaning {
        case .rgb(let color):
            "\u{1B}[\(isFront ? 38 : 48);2;\(color >> 16 & 255);\(color >> 8 & 255);\(color & 255)m"
        case .palette256(let index): "\u{1B}[\(isFront ? 38 : 48);5;\(index)m"
        case .palette16(let index): "\u{1B}[\(Int(index & 7) + (index < 8 ? 30 : 90) + (isFront ? 0 : 10))m"
        case .background, .character, .text, .unknown: ""
        }
    }

    private static func reset(_ quantizer: Quantizer) -> String { quantizer.depth == .none ? "" : "\u{1B}[0m" }
}
