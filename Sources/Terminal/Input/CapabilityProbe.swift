import CCurses
import Cells
import Events
import Platform

/// Asks the terminal and terminfo what there is, within one deadline.
package struct CapabilityProbe {
    /// For all questions together.
    static let deadlineMilliseconds: Int64 = 100

    private let device: TerminalDevice
    /// Goes on reading where the probe ends: an answer may come in two halves.
    private(set) var splitter = InputSplitter()
    /// What came and was no answer, in order.
    private(set) var typeAhead: [InputSplitter.Token] = []
    /// The last answer has not come within the deadline.
    private(set) var awaitsAnswers = false

    init(_ device: TerminalDevice) { self.device = device }

    /// Finds out what the terminal can do and leaves it as it was; for a report, without a screen.
    /// - Throws: `unknownTerm`, `system`.
    @MainActor
    package static func capabilities(of device: TerminalDevice, _ choices: TerminalChoices) throws(TerminalError)
        -> Capabilities
    {
        let signals = try TerminalRestorer.installSignals()
        var device = device
        TerminalRestorer.awaitForeground(&device, signals)
        var probe = CapabilityProbe(device)
        TerminalRestorer.arm(device, text: [], closing: nil)
        device.set(device.playingModes)
        defer {
            TerminalRestorer.release(isCut: false)
            TerminalRestorer.uninstallSignals()
            // Nobody listens meanwhile, since it takes no longer than the deadline.
            TerminalRestorer.dieIfAsked(signals)
        }
        return Capabilities(try probe.evidence(choices))
    }

    /// The terminal has to be in playing modes, or the answers are echoed.
    @MainActor
    mutating func evidence(_ choices: TerminalChoices) throws(TerminalError) -> Capabilities.Evidence {
        Locale.choose()
        try Self.loadTerminfo(device)
        var evidence = Capabilities.Evidence()
        evidence.choices = choices
        for name in Capabilities.Evidence.variables {
            if let value = getenv(name) { evidence.environment[name] = String(cString: value) }
        }
        let colors = cameo_terminfo_number("colors")
        evidence.terminfoColors = colors > 0 ? Int(colors) : nil
        evidence.terminfoTruecolor = ["RGB", "Tc"].first(where: Self.hasExtended)
        evidence.terminfoUnderlines = ["Smulx", "Su"].first(where: Self.hasExtended)
        evidence.window = device.windowSize
        evidence.codeset = Locale.codeset
        evidence.replies = ask(Self.questions(isPixelSizeKnown: evidence.window.pixels != nil, term: device.term))
        return evidence
    }

    /// Makes the entry of this terminal type the one that terminfo functions read.
    @MainActor
    private static func loadTerminfo(_ device: TerminalDevice) throws(TerminalError) {
        var problem: Int32 = 0
        guard setupterm(device.term, device.terminal, &problem) == OK else { throw .unknownTerm(device.term) }
    }

    /// `RGB` may be a flag, a number or a string.
    private static func hasExtended(_ name: String) -> Bool {
        cameo_terminfo_flag(name) == 1 || cameo_terminfo_number(name) > 0 || cameo_terminfo_string(name) != nil
    }

    /// DA1 is last: every terminal answers it, so silence before it is an answer too.
    static func questions(isPixelSizeKnown: Bool, term: String) -> [UInt8] {
        // The Linux console knows none of these, and older ones print parts of them.
        if term == "linux" { return Array("\u{1B}[c".utf8) }
        var text = "\u{1B}[>0q\u{1B}[?2026$p\u{1B}[8$p"
        // One well-known terminal prints the p of the questions before; the line that the cursor is on is empty.
        text += "\r\u{1B}[K"
        text += "\u{1B}]11;?\u{1B}\\"
        if !isPixelSizeKnown { text += "\u{1B}[16t\u{1B}[14t" }
        return Array((text + "\u{1B}[c").utf8)
    }

    /// Sends the questions and collects answers until the sentinel or the deadline.
    private mutating func ask(_ questions: [UInt8]) -> [TerminalReply] {
        let deadline = Descriptor.now + Self.deadlineMilliseconds
        // Few enough for whatever room there is; without any, nobody answers either.
        if Descriptor.wait(device.output, Int32(POLLOUT), milliseconds: 0) & Int32(POLLOUT) != 0 {
            _ = questions.withUnsafeBytes { Descriptor.write(device.output, $0) }
        }
        var replies: [TerminalReply] = []
        while !replies.contains(.deviceAttributes) {
            let left = deadline - Descriptor.now
            guard left > 0, case let events = Descriptor.wait(device.input, Int32(POLLIN), milliseconds: left),
                events & Int32(POLLIN) != 0, let bytes = Descriptor.read(device.input, limit: 4_096),
                !bytes.isEmpty || !Descriptor.isOver(events)
            else { break }
            for token in splitter.feed(bytes) {
                if case .reply(let reply) = token { replies.append(reply) } else { typeAhead.append(token) }
            }
        }
        awaitsAnswers = !replies.contains(.deviceAttributes)
        return replies
    }
}
