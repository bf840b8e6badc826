import CCurses
import Events
import Platform

/// A signal that the run loop has to act on.
package enum Signal: Hashable, Sendable {
    /// SIGWINCH: size or font changed.
    case windowChanged
    /// SIGTSTP: call `Screen.suspend()`.
    case stopRequested
    /// SIGCONT: call `Screen.takeBack()`.
    case continued
    /// SIGINT, SIGTERM, SIGHUP, SIGQUIT: stop, then `TerminalRestorer.die(by:)`.
    case endRequested(Int32)

    init?(number: UInt8) {
        switch Int32(number) {
        case SIGWINCH: self = .windowChanged
        case SIGTSTP: self = .stopRequested
        case SIGCONT: self = .continued
        case SIGINT, SIGTERM, SIGHUP, SIGQUIT: self = .endRequested(Int32(number))
        default: return nil
        }
    }
}

/// Gives the terminal back, once, on whichever way out comes first: `Screen.stop()`, a signal, a crash, `exit`.
package enum TerminalRestorer {
    /// Installs the handlers; the descriptor to read signals from, a byte each.
    static func installSignals() throws(TerminalError) -> Int32 {
        let descriptor = cameo_signals_install()
        guard descriptor >= 0 else { throw .system(call: "pipe", code: errno) }
        return descriptor
    }

    static func uninstallSignals() { cameo_signals_uninstall() }

    /// Stops the process while it is in the background, as the system stops whoever sets modes there, but not on threads of pools,
    /// which have all signals blocked. The modes of then are the ones to go back to. Does not return where a signal asks to end
    /// meanwhile.
    /// - Parameter signals: as of `installSignals`.
    static func awaitForeground(_ device: inout TerminalDevice, _ signals: Int32) {
        guard !device.isInForeground else { return }
        guard cameo_await_foreground(device.terminal) == 0 else { return device.readModes() }
        // It is told through the pipe a moment after it has been heard.
        while Descriptor.wait(signals, Int32(POLLIN), milliseconds: 1_000) & Int32(POLLIN) != 0 { dieIfAsked(signals) }
    }

    /// Gives the terminal back first.
    /// - Parameter signals: as of `installSignals`.
    static func dieIfAsked(_ signals: Int32) {
        for byte in Descriptor.read(signals, limit: 256) ?? [] {
            guard case .endRequested(let number)? = Signal(number: byte) else { continue }
            release(isCut: false)
            die(by: number)
        }
    }

    /// The terminal has been taken: from now on each way out closes `writer`, sends `text` and sets the saved modes.
    /// - Parameter clearing: goes in front of it when it is released so.
    static func arm(_ device: TerminalDevice, clearing: [UInt8] = [], text: [UInt8], closing writer: OutputWriter?) {
        var modes = device.savedModes
        (clearing + text).withUnsafeBytes { bytes in
            cameo_restorer_arm(
                device.output, &modes, bytes.baseAddress, bytes.count, clearing.count, writer?.handle.pointer)
        }
    }

    /// - Parameters:
    ///   - isCut: bytes of ours were dropped, so a sequence may be half sent.
    ///   - clears: the screen is surely ours, and not what stood there before.
    @discardableResult
    static func release(isCut: Bool, clears: Bool = false) -> Bool {
        cameo_restorer_release(isCut ? 1 : 0, clears ? 1 : 0) == 1
    }

    /// The same for the screen alone where answers are still due.
    static func leaveScreen(isCut: Bool, clears: Bool) {
        _ = cameo_restorer_leave_screen(isCut ? 1 : 0, clears ? 1 : 0)
    }

    /// Ends the process by the signal that asked for it, so that the shell sees 128 + number.
    package static func die(by number: Int32) -> Never {
        cameo_die(number)
        exit(128 + number)
    }
}
