import CCurses
import Events
import Platform

/// Asks the terminal and terminfo what there is, within one deadline.
package struct CapabilityProbe {
    /// A screen is not kept waiting for longer; what is answered later is used when it comes.
    static let deadlineMilliseconds: Int64 = 100
    /// After this long nothing is answered any more. For so long a report waits, and an end that comes sooner lets no answer through
    /// to the shell.
    static let lateMilliseconds: Int64 = 1_500

    private let device: TerminalDevice
    /// Goes on reading where the probe ends: an answer may come in two halves.
    private(set) var splitter = InputSplitter()
    /// What came and was no answer, in order.
    private(set) var typeAhead: [InputSplitter.Token] = []
    /// Those that have not come within the deadline.
    private(set) var unanswered = LateAnswers(isAwaited: false)

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
            TerminalRestorer.dieIfAsked(signals)
        }
        return Capabilities(try probe.evidence(choices, within: lateMilliseconds, unless: signals))
    }

    /// What is known without asking: for a list that is printed, and must not wait.
    /// - Throws: `unknownTerm`.
    @MainActor
    package static func known(of device: TerminalDevice, _ choices: TerminalChoices) throws(TerminalError)
        -> Capabilities
    {
        Capabilities(try evidence(device, choices))
    }

    /// The terminal has to be in playing modes, or the answers are echoed.
    /// - Parameters:
    ///   - milliseconds: for all questions together.
    ///   - signals: as of `TerminalRestorer.installSignals`; one that asks to end is obeyed at once.
    @MainActor
    mutating func evidence(
        _ choices: TerminalChoices, within milliseconds: Int64 = deadlineMilliseconds, unless signals: Int32 = -1
    ) throws(TerminalError) -> Capabilities.Evidence {
        var evidence = try Self.evidence(device, choices)
        evidence.replies = ask(
            Self.questions(isPixelSizeKnown: evidence.window.pixels != nil, term: device.term), milliseconds, signals)
        if !Capabilities(evidence).hasUnicode.value { Locale.chooseSingleByte() }
        return evidence
    }

    @MainActor
    private static func evidence(_ device: TerminalDevice, _ choices: TerminalChoices) throws(TerminalError)
        -> Capabilities.Evidence
    {
        Locale.choose()
        var evidence = Capabilities.Evidence()
        evidence.description = try loadTerminfo(device)
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
        return evidence
    }

    /// Makes the entry of this terminal type, or of one that is like it, the one that terminfo functions read.
    /// - Returns: its name.
    @MainActor
    private static func loadTerminfo(_ device: TerminalDevice) throws(TerminalError) -> String {
        for name in [device.term] + TerminalFamily(of: device.term).descriptions {
            var problem: Int32 = 0
            if setupterm(name, device.terminal, &problem) == OK { return name }
        }
        throw .unknownTerm(device.term)
    }

    /// `RGB` may be a flag, a number or a string.
    private static func hasExtended(_ name: String) -> Bool {
        cameo_terminfo_flag(name) == 1 || cameo_terminfo_number(name) > 0 || cameo_terminfo_string(name) != nil
    }

    /// DA1 is last: every terminal answers it, so silence before it is an answer too.
    /// - Parameter isOnScreen: the screen is ours, and nothing may be printed.
    static func questions(isPixelSizeKnown: Bool, term: String, isOnScreen: Bool = false) -> [UInt8] {
        // The Linux console knows none of these, and older ones print parts of them.
        if term == "linux" { return Array("\u{1B}[c".utf8) }
        var text = "\u{1B}[>0q\u{1B}[?2026$p\u{1B}[8$p" + KeyboardProtocol.question
        // One well-known terminal prints the p of the questions before; the line that the cursor is on is empty.
        if !isOnScreen { text += "\r\u{1B}[K" + widthQuestion + "\r\u{1B}[K" }
        text += "\u{1B}]11;?\u{1B}\\"
        if !isPixelSizeKnown { text += "\u{1B}[16t\u{1B}[14t" }
        return Array((text + "\u{1B}[c").utf8)
    }

    /// A character of ambiguous width, and where the cursor is behind it: in column 2, or 3 where it is wide, or 4 where the terminal
    /// takes its three bytes for three characters. None of the bytes is a control where bytes are characters.
    private static let widthQuestion = "\u{FFFD}\u{1B}[6n"

    /// Sends the questions and collects answers until the sentinel, the deadline, or a signal.
    private mutating func ask(_ questions: [UInt8], _ milliseconds: Int64, _ signals: Int32) -> [TerminalReply] {
        let deadline = Descriptor.now + milliseconds
        // Few enough for whatever room there is; without any, nobody answers either.
        if Descriptor.wait(device.output, Int32(POLLOUT), milliseconds: 0) & Int32(POLLOUT) != 0 {
            cameo_answers_await(device.input, Int32(Self.lateMilliseconds))
            _ = questions.withUnsafeBytes { Descriptor.write(device.output, $0) }
        }
        var answers = LateAnswers(isAwaited: true)
        var replies: [TerminalReply] = []
        while answers.isAwaited, let bytes = read(before: deadline, unless: signals) {
            // What has come already is used, also behind the last one.
            for token in splitter.feed(bytes).map({ answers.hear($0) ?? $0 }) {
                if case .reply(let reply) = token { replies.append(reply) } else { typeAhead.append(token) }
            }
        }
        answers.tellCut(splitter.half)
        unanswered = answers
        return replies
    }

    /// - Returns: `nil` when there is nothing to wait for any more.
    private func read(before deadline: Int64, unless signals: Int32) -> [UInt8]? {
        while true {
            // A negative descriptor is skipped by poll.
            var entries = [device.input, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let left = deadline - Descriptor.now
            guard left > 0 else { return nil }
            let count = poll(&entries, nfds_t(entries.count), Int32(left))
            if count < 0, errno == EINTR { continue }
            if entries[1].revents & Int16(POLLIN) != 0 {
                // A window that changes its size is no reason to end.
                TerminalRestorer.dieIfAsked(signals)
                continue
            }
            guard count > 0, let bytes = Descriptor.read(device.input, limit: 4_096),
                !bytes.isEmpty || !Descriptor.isOver(Int32(entries[0].revents))
            else { return nil }
            return bytes
        }
    }
}
