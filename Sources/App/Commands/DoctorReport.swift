import Cells
import Events
import Files
import Platform
import Sound
import Terminal
import Typesetting

/// `cameo doctor`: findings, and a test card.
@MainActor
package enum DoctorReport {
    /// Rows of the smallest screen that is common, but for the first line and the shell's prompt.
    private static let rows = 22
    private static let columnsOfFile = 80

    /// Without a terminal, or with one that cannot be used, the rest is examined.
    /// - Parameters:
    ///   - configurationFault: why defaults count in the place of what is set.
    ///   - showsAll: more than fits a small screen; what goes elsewhere than to a terminal is always whole.
    package static func print(
        _ choices: TerminalChoices, configurationFault: String? = nil, showsAll: Bool
    ) async throws {
        // What is found may be written elsewhere: for a report, or into a pager.
        let isShown = isatty(STDOUT_FILENO) == 1
        let locale = LocaleCheck.finding(Locale.ofUser())
        var examined: (device: TerminalDevice, found: Capabilities)?
        var findings = [noTerminal(Environment.all)]
        do throws(TerminalError) {
            examined = try examine(choices, isShown: isShown)
        } catch {
            findings = [finding("terminal", "cannot be used", error.reason)]
        }
        if let (device, found) = examined {
            findings = terminal(found, device.windowSize, isColorAsked: choices.colors != nil, Environment.all)
            if found.isInsideTmux.value { findings.append(TmuxCheck.finding(found.colors.value, TmuxCheck.features())) }
        }
        findings += [locale] + sound() + [await ProgramCheck.voice(), ProgramCheck.converter()]
        if let configurationFault {
            findings.insert(finding("configuration", "defaults used", configurationFault), at: 0)
        }
        let columns = isShown ? examined?.device.windowSize.cells.columns ?? columnsOfFile : columnsOfFile
        let output = LineOutput()
        try output.write("cameo \(Version.text)")
        for line in lines(of: findings, columns, examined?.found, isWhole: showsAll || !isShown, hasCard: isShown) {
            try output.write(line)
        }
        try output.flush()
    }

    private static func examine(
        _ choices: TerminalChoices, isShown: Bool
    ) throws(TerminalError) -> (device: TerminalDevice, found: Capabilities)? {
        guard let device = isShown ? try TerminalDevice() : try controllingTerminal() else { return nil }
        return (device, try CapabilityProbe.capabilities(of: device, choices))
    }

    /// - Parameter isWhole: else no more than the rows of a small screen.
    static func lines(
        of findings: [DoctorFinding], _ columns: Int, _ found: Capabilities?, isWhole: Bool, hasCard: Bool
    ) -> [String] {
        let shown = findings.filter { isWhole || !$0.isDetail || $0.cure != nil }
        let lines = shown.flatMap { $0.lines(toCells: columns) }
        let more =
            isWhole
            ? [] : TerminalText.wrapped("More, and a card to judge colors by eye: cameo doctor --all", toCells: columns)
        guard hasCard, let found else { return lines }
        let card = TestCard.lines(
            Quantizer(depth: found.colors.value, shades: found.shades), found.blocks.value, width: columns)
        if isWhole { return lines + [""] + card }
        return lines.count + card.count + 1 <= rows ? lines + [""] + card : lines + [""] + more
    }

    /// The one that the command was typed on.
    /// - Returns: `nil` where there is none: in a job, or over ssh without one.
    private static func controllingTerminal() throws(TerminalError) -> TerminalDevice? {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        return try TerminalDevice(
            input: terminal, terminal: terminal, term: Environment.all["TERM"] ?? "", readsKeysFromTerminal: true)
    }

    private static func noTerminal(_ environment: [String: String]) -> DoctorFinding {
        let term = environment["TERM"] ?? ""
        return finding(
            "terminal", "none",
            term.isEmpty ? "no terminal here, and TERM is not set" : "no terminal here; TERM=\(term)")
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
            detail(
                finding("description", found.description.value, found.description.source),
                isDetail: found.substitution == nil),
            finding("size", "\(window.cells.columns)x\(window.cells.rows) cells", "asked the system"),
            finding("colors", found.colors.value.rawValue, found.colors.source, colorCure),
            detail(finding("cell", "\(cell.value.width)x\(cell.value.height)", cell.source)),
            finding(
                "background", background ?? "unknown", found.background.source,
                background == nil ? unknownBackground : nil),
            detail(finding(found.hasSynchronizedOutput, "synchronized output", noSynchronizedOutput)),
            finding(
                "characters", found.hasUnicode.value ? "UTF-8" : "not UTF-8", found.hasUnicode.source,
                found.hasUnicode.value ? nil : notUnicode),
            widths(found, environment),
            detail(finding(found.hasUnderlineStyles, "underline styles")), detail(finding(found.takesLinks, "links")),
            detail(finding(found.turnsRightToLeft, "reorders RTL text")),
            detail(finding(found.isInsideTmux, "inside tmux")),
            detail(finding(found.answers, "answers queries", noAnswers)),
        ]
    }

    /// Of characters on which fonts do not agree.
    private static func widths(_ found: Capabilities, _ environment: [String: String]) -> DoctorFinding {
        let wide = found.hasWideAmbiguous
        var cure: DoctorFinding.Cure?
        if wide.value, found.blocks.value == .ascii {
            cure = DoctorFinding.Cure(
                says:
                    "Pictures use spaces only, at half the height. Set the terminal to show ambiguous-width characters as narrow."
            )
        } else if wide.value {
            cure = DoctorFinding.Cure(
                says:
                    "This terminal draws block characters two cells wide, which tears pictures. To draw without them:",
                typed: ["--blocks ascii"])
        } else if !found.answers.value, isEastAsian(environment) {
            cure = DoctorFinding.Cure(
                says:
                    "If pictures look torn, the terminal draws block characters two cells wide. To draw without them:",
                typed: ["--blocks ascii"])
        }
        return detail(finding("block characters", wide.value ? "two cells wide" : "one cell wide", wide.source, cure))
    }

    private static func isEastAsian(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        return ["ja", "ko", "zh"].contains { names.first { !$0.isEmpty }?.hasPrefix($0) == true }
    }

    /// A finding for each device that sound can be played on.
    private static func sound() -> [DoctorFinding] {
        func names() throws(SoundError) -> [String] {
            try quietly { () throws(SoundError) in try SoundDevice.deviceNames() }
        }
        let environment = Environment.all
        do throws(SoundError) {
            let found = try names()
            if !found.isEmpty { return devices(found) }
            return [finding("sound", "no device", "asked the sound system", noDevice(environment, worksWithout: false))]
        } catch {
            var worksWithout = false
            if let driver = environment[Self.driverName] {
                // The advice is tried before it is given.
                unsetenv(Self.driverName)
                worksWithout = (try? names())?.isEmpty == false
                setenv(Self.driverName, driver, 1)
            }
            return [finding("sound", "no device", error.reason, noDevice(environment, worksWithout: worksWithout))]
        }
    }

    private static let driverName = "SDL_AUDIODRIVER"

    static func devices(_ names: [String]) -> [DoctorFinding] {
        var findings = names.map { finding("sound", $0, "asked the sound system") }
        if names.count > 1 {
            // One of them is enough on a small screen.
            for place in findings.indices.dropFirst() { findings[place].isDetail = true }
            findings[0].source = "and \(names.count - 1) more; to choose one: --audio-device 'NAME'"
        }
        return findings
    }

    private static func finding(
        _ found: Capabilities.Finding<Bool>, _ name: String, _ cure: DoctorFinding.Cure? = nil
    ) -> DoctorFinding {
        finding(name, found.value ? "yes" : "no", found.source, found.value ? nil : cure)
    }

    /// What terminals and sound systems say of themselves is a stranger's.
    static func finding(
        _ name: String, _ value: String, _ source: String, _ cure: DoctorFinding.Cure? = nil
    ) -> DoctorFinding {
        DoctorFinding(name: name, value: TerminalText.visible(value), source: TerminalText.visible(source), cure: cure)
    }

    private static func detail(_ finding: DoctorFinding, isDetail: Bool = true) -> DoctorFinding {
        var finding = finding
        finding.isDetail = isDetail
        return finding
    }

    // MARK: What to do

    private static func colorCure(_ found: Capabilities, _ environment: [String: String]) -> DoctorFinding.Cure? {
        guard found.colors.value != .truecolor else { return nil }
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return DoctorFinding.Cure(says: "To get colors anyway:", typed: ["unset NO_COLOR"])
        }
        // The console of Linux has no more.
        if environment["TERM"] == "linux" { return nil }
        // tmux has a cure of its own.
        if found.isInsideTmux.value { return TmuxCheck.cure }
        return DoctorFinding.Cure(
            says: "If your terminal supports 24-bit color:", typed: ["export COLORTERM=truecolor"])
    }

    private static let unknownBackground = DoctorFinding.Cure(
        says: "Cameo assumes a dark background. If yours is light:", typed: ["--background light"])
    private static let noSynchronizedOutput = DoctorFinding.Cure(
        says: "Pictures may tear. Terminals that support mode 2026 (synchronized output) avoid this.")
    private static let notUnicode = DoctorFinding.Cure(
        says: "Pictures are drawn without block characters. Switch the terminal to UTF-8 if it can.")
    private static let noAnswers = DoctorFinding.Cure(
        says: "Cell size and background color are assumed.")

    static func noDevice(_ environment: [String: String], worksWithout: Bool) -> DoctorFinding.Cure {
        let start = "The picture runs on the system clock, without sound. This is normal over ssh"
        guard let driver = environment[driverName], !driver.isEmpty else {
            return DoctorFinding.Cure(
                says: start + "; otherwise start the sound system (PulseAudio, PipeWire or ALSA).")
        }
        if worksWithout {
            return DoctorFinding.Cure(says: "Sound works if this variable is not set:", typed: ["unset \(driverName)"])
        }
        return DoctorFinding.Cure(
            says:
                "\(start); otherwise start the sound system that \(driverName)=\(OutsideText.shown(driver, cells: 40)) names."
        )
    }
}
