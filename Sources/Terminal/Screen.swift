import CCurses
import Cells
import Events
import Keys
import Platform

/// The terminal while we have it: takes it, shows text and picture, hears keys and signals, and gives it back.
///
/// ncurses draws text and knows the keys; the picture's rectangle is filled, in ncurses' own model, with a cell that no
/// panel uses, and its real content comes from the painter. Both leave through one queue, in one order.
/// Owner: the run loop, main actor. One at a time in a process.
@MainActor
package final class Screen {
    package private(set) var capabilities: Capabilities
    /// The size in use; changes in `resize` only.
    package private(set) var window: WindowSize
    /// False after `stop`, and while suspended.
    package internal(set) var isActive = false

    var device: TerminalDevice
    var output: OutputQueue
    let curses: CursesScreen
    let watcher: TerminalWatcher
    private var shown: ScreenContent?
    /// A program may be hosted.
    let hosts: Bool
    /// What is typed is a hosted program's (`passesKeys`).
    var isRaw = false
    /// The modes that depend on who has the keys, as they were sent last.
    private var outer = OuterModes.own
    private var shownCursor: CellPoint?
    private var shownTitle = ""
    /// On its way to the clipboard.
    private var copied: String?
    /// The place where ncurses left the cursor is kept by the terminal: the cursor itself is a hosted program's.
    private var isAside = false
    var isCleared = true
    private(set) var isStopped = false
    /// What `capabilities` are made of; answers that come late are added.
    private(set) var evidence: Capabilities.Evidence
    /// How many of its answers they know.
    private var usedReplies: Int
    /// How often the process had been continued when the terminal was taken last.
    var continuedCount: Int32
    /// The terminal has taken all that makes the screen ours, since it was taken last.
    var hasBegun = false

    /// Frames of fewer bytes go out without the brackets of mode 2026, which make some terminals redraw everything.
    private static let bracketedBytes = 256
    /// CAN and ST end whatever was half sent.
    static let cancelText = Array("\u{18}\u{1B}\\".utf8)
    private static let bracket = (open: Array("\u{1B}[?2026h".utf8), close: Array("\u{1B}[?2026l".utf8))
    /// What the picture's bytes do to cursor and attributes is undone after them.
    private static let aside = (open: Array("\u{1B}7\u{1B}[0m".utf8), close: Array("\u{1B}8".utf8))

    /// Takes the terminal: signal handlers, modes, questions (100 ms at most), ncurses.
    /// - Parameter onEvent: called on a thread of its own; has to hand the event to the main actor and return.
    /// - Throws: `unknownTerm`, `system`; the terminal is as it was then.
    package init(
        _ device: TerminalDevice, _ choices: TerminalChoices = TerminalChoices(), hosts: Bool = false,
        onEvent: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        let signals = try TerminalRestorer.installSignals()
        var device = device
        TerminalRestorer.awaitForeground(&device, signals)
        (self.device, self.hosts, continuedCount) = (device, hosts, cameo_continued_count())
        let writer: OutputWriter
        do throws(TerminalError) {
            writer = try OutputWriter(descriptor: device.terminal) { onEvent(.outputReady) }
        } catch {
            TerminalRestorer.uninstallSignals()
            throw error
        }
        output = OutputQueue(writer: writer, nonBlocking: device.isOutputNonBlocking ? device.output : nil)
        // Before anything is set: from here on every way out ends with the modes of before.
        TerminalRestorer.arm(device, text: RestoreText.basic, closing: writer)
        do throws(TerminalError) {
            device.set(device.playingModes)
            var probe = CapabilityProbe(device)
            evidence = try probe.evidence(choices)
            usedReplies = evidence.replies.count
            capabilities = Capabilities(evidence)
            window = device.windowSize
            watcher = try TerminalWatcher(
                input: device.input, signals: signals, splitter: probe.splitter, tokens: probe.typeAhead,
                unanswered: probe.unanswered, isShared: hosts, onEvent: onEvent)
            let restoreText = CursesScreen.restoreText(
                hosts: hosts, hasKeyboardProtocol: capabilities.hasKeyboardProtocol.value)
            TerminalRestorer.arm(device, clearing: CursesScreen.clearText, text: restoreText, closing: writer)
            StandardErrors.keep()
            curses = try CursesScreen(device, capabilities: capabilities, size: window.cells)
            try watcher.start()
        } catch {
            TerminalRestorer.release(isCut: false)
            TerminalRestorer.uninstallSignals()
            writer.stop()
            throw error
        }
        // newterm has set modes of its own.
        device.set(modes)
        isActive = true
        enterModes()
    }

    /// Gives the terminal back, at once: what is still on its way is dropped. May be called again.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        watcher.stop()
        leave()
        TerminalRestorer.release(isCut: false)
        output.writer.stop()
        curses.dispose()
        TerminalRestorer.uninstallSignals()
    }

    // MARK: Showing

    /// Everything earlier has been handed to the system: time to paint the newest.
    package var isIdle: Bool { output.isIdle }
    /// Bytes that the terminal has taken since the beginning.
    package var takenBytes: Int { output.takenBytes }

    /// Shows `content`, and the bytes of what is painted in the same write. Costs next to nothing where nothing changed.
    /// - Parameter paint: called for each layer that there is: appends the bytes that bring it up to date, none when it is.
    ///   The cursor may be left anywhere and colors set.
    package func present(
        _ content: ScreenContent, hosted: HostedView? = nil,
        paint: (PaintedLayer, PaintRequest, inout [UInt8]) -> Void = { _, _, _ in }
    ) {
        guard isActive else { return }
        StandardErrors.trim()
        let requests = PaintedLayer.allCases.map {
            ($0, PaintRequest.after(shown, content, $0, isCleared: isCleared))
        }
        if shown != content || isCleared { curses.draw(content, previous: isCleared ? nil : shown, clears: isCleared) }
        shown = content
        isCleared = false
        send(curses.output.take(), hosted) { bytes in
            for case (let layer, let request?) in requests { paint(layer, request, &bytes) }
        }
    }

    /// The terminal may show anything (Ctrl-L): the next `present` writes every cell.
    package func repaint() { isCleared = true }

    /// Goes into the terminal's clipboard with the next `present`.
    /// - Parameter text: base64.
    package func copy(_ text: String) { copied = text }

    /// After `outputReady`.
    package func flush() {
        output.flush()
        if output.isIdle { hasBegun = true }
    }

    private func send(
        _ text: [UInt8], _ hosted: HostedView?, picture: (inout [UInt8]) -> Void = { _ in }
    ) {
        var bytes = output.takeBuffer()
        if capabilities.hasSynchronizedOutput.value { bytes += Self.bracket.open }
        let opened = bytes.count
        if isAside, !text.isEmpty || hosted == nil { comeBack(isOver: hosted == nil, &bytes) }
        bytes += text
        let (before, wasAside) = (bytes.count, isAside)
        // ncurses knows where it left the cursor and which attributes are on.
        if !isAside { bytes += Self.aside.open }
        let start = bytes.count
        picture(&bytes)
        if let hosted {
            let isPainted = bytes.count > opened
            // A cursor that runs along with what is painted would be seen.
            if isPainted, outer.isCursorVisible, bytes.count - opened >= Self.bracketedBytes {
                bytes.insert(contentsOf: OuterModes.hideCursor, at: opened)
                outer.isCursorVisible = false
            }
            isAside = true
            show(hosted, isMoved: isPainted || !wasAside, &bytes)
        } else if bytes.count == start {
            bytes.removeLast(start - before)
        } else {
            bytes += Self.aside.close
        }
        if let copied { bytes += Self.copying(copied) }
        copied = nil
        if bytes.count - opened < Self.bracketedBytes {
            bytes.removeFirst(opened)
        } else if opened > 0 {
            bytes += Self.bracket.close
        }
        output.enqueue(bytes)
    }

    // MARK: A hosted program

    /// Whether what is typed is a hosted program's, signal keys and all: it is read as it comes. To be set again once keys have done
    /// what they do: until then nothing more is read of what is typed for us.
    package var passesKeys: Bool {
        get { isRaw }
        set {
            isRaw = newValue
            watcher.setRaw(newValue)
        }
    }

    /// What is typed for us goes into a line. Text cannot close it: all up to the next control character is handed over at once.
    package var takesText = false

    /// Nothing is read while a hosted program is far behind with what was typed for it: the terminal keeps it.
    package func holdInput(_ holds: Bool) { watcher.setHeldBack(holds) }

    var hasKeyboardProtocol: Bool { capabilities.hasKeyboardProtocol.value }
    /// Undoes all that is switched on.
    var restoreText: [UInt8] { CursesScreen.restoreText(hosts: hosts, hasKeyboardProtocol: hasKeyboardProtocol) }

    /// No key may be a signal to us where that would end a program that is hosted.
    var modes: termios { hosts ? device.hostingModes : device.playingModes }

    /// Sets the modes that it wants, and puts the cursor where it is.
    private func show(_ hosted: HostedView, isMoved: Bool, _ bytes: inout [UInt8]) {
        let modes = OuterModes(hosted)
        bytes += OuterModes.change(from: outer, to: modes, hasKeyboardProtocol: hasKeyboardProtocol)
        if let cursor = hosted.cursor, isMoved || shownCursor != cursor || !outer.isCursorVisible {
            bytes += Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H".utf8)
        }
        if modes.isCursorVisible != outer.isCursorVisible {
            bytes += modes.isCursorVisible ? OuterModes.showCursor : OuterModes.hideCursor
        }
        if hosted.title != shownTitle { bytes += Array("\u{1B}]2;\(hosted.title)\u{1B}\\".utf8) }
        if hosted.bells > 0 { bytes.append(0x07) }
        if let text = hosted.clipboard { bytes += Self.copying(text) }
        (outer, shownCursor, shownTitle) = (modes, hosted.cursor, hosted.title)
    }

    /// OSC 52, which terminals that know it take and all others pass over.
    private static func copying(_ text: String) -> [UInt8] { Array("\u{1B}]52;c;\(text)\u{1B}\\".utf8) }

    /// The cursor is where ncurses left it.
    /// - Parameter isOver: nothing hosted is shown any more, and the modes are ours.
    private func comeBack(isOver: Bool, _ bytes: inout [UInt8]) {
        isAside = false
        bytes += Self.aside.close
        guard isOver else { return }
        bytes += OuterModes.change(from: outer, to: .own, hasKeyboardProtocol: hasKeyboardProtocol)
        if outer.isCursorVisible { bytes += OuterModes.hideCursor }
        (outer, shownCursor) = (.own, nil)
    }

    /// All modes are as we set them first.
    func forgetHosted() { (outer, shownCursor, shownTitle, isAside) = (.own, nil, "", false) }

    // MARK: Hearing

    /// Keys since the last call, in order; after `inputReady`. Beside a hosted program one at a time, or text for a line, since only
    /// what it does tells whose the next one is.
    package func readKeys() -> [Key] {
        var tokens: [InputSplitter.Token] = []
        for token in watcher.takeTokens() {
            if case .reply(let reply) = token { receive(reply) } else { tokens.append(token) }
        }
        adoptAnswers()
        guard hosts else { return tokens.flatMap(keys) }
        if passesKeys { return tokens.map(\.bytes).filter { !$0.isEmpty }.map(Key.raw) }
        guard let token = tokens.first else { return [] }
        let (first, rest) = token.cut(isText: takesText)
        giveBack(rest + tokens.dropFirst().flatMap(\.bytes))
        return keys(of: first)
    }

    private func keys(of token: InputSplitter.Token) -> [Key] {
        switch token {
        case .keys(let bytes): return isActive ? curses.keys.keys(from: bytes) : []
        case .paste(let text): return [.paste(text)]
        case .raw(let bytes): return [.raw(bytes)]
        case .reply: return []
        }
    }

    /// One that missed the deadline.
    private func receive(_ reply: TerminalReply) {
        guard evidence.replies.count < Capabilities.Evidence.replyLimit else { return }
        // Text has been written in one encoding since the beginning, and it stays that.
        if reply != .cursor(column: Capabilities.Evidence.singleByteColumn) { evidence.replies.append(reply) }
    }

    /// What was answered late holds from now on.
    private func adoptAnswers() {
        guard evidence.replies.count > usedReplies else { return }
        usedReplies = evidence.replies.count
        let found = Capabilities(evidence).resized(to: window)
        guard found != capabilities else { return }
        let isKeyboardNew = found.hasKeyboardProtocol.value && !hasKeyboardProtocol
        capabilities = found
        curses.adopt(found)
        isCleared = true
        if isKeyboardNew, isActive { beginKeyboardProtocol() }
    }

    private func beginKeyboardProtocol() {
        // Before it is switched on: each way out switches it off.
        TerminalRestorer.arm(device, clearing: CursesScreen.clearText, text: restoreText, closing: output.writer)
        output.enqueue(KeyboardProtocol.begin + KeyboardProtocol.change(to: outer.keyboard).utf8)
    }

    /// Is read again, before all that has come since; by then it may be somebody else's.
    package func giveBack(_ bytes: [UInt8]) {
        if !bytes.isEmpty { watcher.giveBack(bytes) }
    }

    /// After `windowChanged`: takes the new size; the next `present` writes every cell.
    package func resize() {
        window = device.windowSize
        evidence.window = window
        capabilities = capabilities.resized(to: window)
        guard isActive else { return }
        curses.resize(to: window.cells)
        isCleared = true
    }
}
