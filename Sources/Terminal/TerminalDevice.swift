import CCurses
import Events
import Platform

/// The terminal's descriptors and the modes it had. Owner: whoever opened it, for as long as the process lives.
package struct TerminalDevice: Sendable {
    /// Where keys are read.
    package let input: Int32
    /// The terminal as it was given to us; for sizes and modes.
    package let terminal: Int32
    /// Where we write. An open file of its own that does not block, so the flags of 0, 1 and 2, which other processes
    /// share, stay as they are.
    package let output: Int32
    /// False when the terminal could not be opened a second time: then a write may block.
    let isOutputNonBlocking: Bool
    package let term: String
    package private(set) var savedModes: termios

    /// Opens the terminal of this process.
    /// - Parameter readsKeysFromTerminal: standard input carries something else; keys come from the terminal itself.
    /// - Throws: `outputIsNoTerminal`, `inputIsNoTerminal`, `incapable`, `system`.
    package init(readsKeysFromTerminal: Bool = false) throws(TerminalError) {
        let term = getenv("TERM").map { String(cString: $0) } ?? ""
        try self.init(
            input: STDIN_FILENO, terminal: STDOUT_FILENO, term: term, readsKeysFromTerminal: readsKeysFromTerminal)
    }

    /// Opens a terminal given by descriptors.
    package init(input: Int32, terminal: Int32, term: String, readsKeysFromTerminal: Bool = false) throws(TerminalError)
    {
        guard isatty(terminal) == 1 else { throw .outputIsNoTerminal }
        if ["", "unknown", "dumb"].contains(term) { throw .incapable(term: term) }
        self.term = term
        self.terminal = terminal
        let path = Self.path(of: terminal)
        if isatty(input) == 1 {
            self.input = input
        } else {
            guard readsKeysFromTerminal, let path else { throw .inputIsNoTerminal }
            let opened = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
            guard opened >= 0 else { throw .system(call: "open", code: errno) }
            self.input = opened
        }
        let own = path.map { open($0, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) } ?? -1
        isOutputNonBlocking = own >= 0
        output = own >= 0 ? own : dup(terminal)
        guard output >= 0 else { throw .system(call: "dup", code: errno) }
        var modes = termios()
        guard tcgetattr(terminal, &modes) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        savedModes = modes
    }

    /// Whether the terminal is this process's to take, as far as its shell has job control.
    package var isInForeground: Bool {
        let group = tcgetpgrp(terminal)
        return group < 0 || group == getpgrp()
    }

    package var windowSize: WindowSize { WindowSize(descriptor: terminal) }

    /// No echo, no lines, no translation either way. Signal keys work, so Ctrl-C ends and Ctrl-Z stops even a busy
    /// program and the whole pipeline that it is part of. They also throw away what was typed before, and whoever was told of
    /// that by then must not wait for it: reading never waits.
    var playingModes: termios {
        var modes = savedModes
        modes.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP | INPCK | PARMRK | BRKINT)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG)
        modes.c_cflag = modes.c_cflag & ~tcflag_t(CSIZE) | tcflag_t(CS8)
        withUnsafeMutableBytes(of: &modes.c_cc) { keys in
            keys[Int(VMIN)] = 0
            keys[Int(VTIME)] = 0
        }
        return modes
    }

    /// The same for a hosted program, whose signal keys are its own.
    var hostingModes: termios {
        var modes = playingModes
        modes.c_lflag &= ~tcflag_t(ISIG)
        return modes
    }

    /// The modes of now are those to go back to; unless they are our own, which nobody has touched.
    mutating func readModes() {
        var modes = termios()
        guard tcgetattr(terminal, &modes) == 0 else { return }
        if !Self.areSame(modes, playingModes), !Self.areSame(modes, hostingModes) { savedModes = modes }
    }

    private static func areSame(_ one: termios, _ other: termios) -> Bool {
        (one.c_iflag, one.c_oflag, one.c_cflag, one.c_lflag)
            == (other.c_iflag, other.c_oflag, other.c_cflag, other.c_lflag)
    }

    /// Sets modes at once, without waiting for output to drain.
    func set(_ modes: termios) {
        var modes = modes
        while tcsetattr(terminal, TCSANOW, &modes) != 0 && errno == EINTR {}
    }

    private static func path(of terminal: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 1_024)
        guard ttyname_r(terminal, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
