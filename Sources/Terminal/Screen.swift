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
    var isCleared = true
    private(set) var isStopped = false
    /// How often the process had been continued when the terminal was taken last.
    var continuedCount = cameo_continued_count()

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
        _ device: TerminalDevice, colors: ColorDepth? = nil, onEvent: @escaping @Sendable (TerminalEvent) -> Void
    ) throws(TerminalError) {
        self.device = device
        let signals = try TerminalRestorer.installSignals()
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
            capabilities = Capabilities(try probe.evidence(override: colors))
            window = device.windowSize
            watcher = try TerminalWatcher(
                input: device.input, signals: signals, splitter: probe.splitter, tokens: probe.typeAhead,
                onEvent: onEvent)
            TerminalRestorer.arm(device, text: CursesScreen.restoreText(), closing: writer)
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
        device.set(device.playingModes)
        isActive = true
        enterModes()
    }

    /// Gives the terminal back, at once: what is still on its way is dropped. May be called again.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        watcher.stop()
        leave()
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
        _ content: ScreenContent, paint: (PaintedLayer, PaintRequest, inout [UInt8]) -> Void = { _, _, _ in }
    ) {
        guard isActive else { return }
        StandardErrors.trim()
        let requests = PaintedLayer.allCases.map {
            ($0, PaintRequest.after(shown, content, $0, isCleared: isCleared))
        }
        if shown != content || isCleared { curses.draw(content, previous: isCleared ? nil : shown, clears: isCleared) }
        shown = content
        isCleared = false
        send(curses.output.take()) { bytes in
            for case (let layer, let request?) in requests { paint(layer, request, &bytes) }
        }
    }

    /// The terminal may show anything (Ctrl-L): the next `present` writes every cell.
    package func repaint() { isCleared = true }

    /// After `outputReady`.
    package func flush() { output.flush() }

    private func send(_ text: [UInt8], picture: (inout [UInt8]) -> Void = { _ in }) {
        var bytes = output.takeBuffer()
        if capabilities.hasSynchronizedOutput.value { bytes += Self.bracket.open }
        let opened = bytes.count
        bytes += text
        // ncurses knows where it left the cursor and which attributes are on.
        bytes += Self.aside.open
        let start = bytes.count
        picture(&bytes)
        if bytes.count == start {
            bytes.removeLast(Self.aside.open.count)
        } else {
            bytes += Self.aside.close
        }
        if bytes.count - opened < Self.bracketedBytes {
            bytes.removeFirst(opened)
        } else if opened > 0 {
            bytes += Self.bracket.close
        }
        output.enqueue(bytes)
    }

    // MARK: Hearing

    /// Keys since the last call, in order; after `inputReady`.
    package func readKeys() -> [Key] {
        var keys: [Key] = []
        for token in watcher.takeTokens() {
            switch token {
            case .keys(let bytes): keys += isActive ? curses.keys.keys(from: bytes) : []
            case .paste(let text): keys.append(.paste(text))
            // An answer that missed the deadline changes nothing any more.
            case .reply: continue
            }
        }
        return keys
    }

    /// After `windowChanged`: takes the new size; the next `present` writes every cell.
    package func resize() {
        window = device.windowSize
        capabilities = capabilities.resized(to: window)
        guard isActive else { return }
        curses.resize(to: window.cells)
        isCleared = true
    }
}
