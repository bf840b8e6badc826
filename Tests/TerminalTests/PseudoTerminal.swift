import CCurses
import Platform
import Synchronization

@testable import Terminal

/// A pty whose other end is read, and answered, by a thread; or by nobody.
final class PseudoTerminal: Sendable {
    let master: Int32
    let slave: Int32
    private let received = Mutex<[UInt8]>([])
    private let answers: [(question: String, answer: String)]

    init(
        columns: UInt16 = 40, rows: UInt16 = 10, answers: [(question: String, answer: String)] = [], reads: Bool = true
    ) {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        cameo_open_pseudo_terminal(&ends.master, &ends.slave)
        (master, slave) = ends
        self.answers = answers
        resize(columns: columns, rows: rows)
        if reads { startReading() }
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Where it can be opened again.
    var path: String { String(cString: ttyname(slave)) }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: columns * 8, ws_ypixel: rows * 16)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) { type(Array(text.utf8)) }
    func type(_ bytes: [UInt8]) { bytes.withUnsafeBytes { _ = Descriptor.write(master, $0) } }

    /// Everything that was read so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var bytes: [UInt8] { received.withLock { $0 } }

    var modes: termios {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes
    }

    /// Reads on until `condition` holds; false after ten seconds.
    func waits(until condition: () -> Bool) -> Bool {
        let deadline = Descriptor.now + 10_000
        while !condition() {
            if Descriptor.now > deadline { return false }
            poll(nil, 0, 1)
        }
        return true
    }

    /// Takes what is there now, for terminals that nobody reads.
    func drain() -> [UInt8] {
        var all: [UInt8] = []
        while Descriptor.wait(master, Int32(POLLIN), milliseconds: 0) & Int32(POLLIN) != 0,
            let some = Descriptor.read(master, limit: 65_536), !some.isEmpty
        { all += some }
        return all
    }

    private func startReading() {
        let master = master
        Task.detached { [weak self] in
            while let self {
                let events = Descriptor.wait(master, Int32(POLLIN), milliseconds: 20)
                if events & Int32(POLLHUP) != 0 { return }
                guard events & Int32(POLLIN) != 0, let some = Descriptor.read(master, limit: 65_536) else {
                    await Task.yield()
                    continue
                }
                self.receive(some)
            }
        }
    }

    private func receive(_ some: [UInt8]) {
        let heard = String(decoding: some, as: UTF8.self)
        received.withLock { $0 += some }
        for (question, answer) in answers where heard.contains(question) { type(answer) }
    }
}

/// Events as they came.
final class Events: Sendable {
    private let list = Mutex<[TerminalEvent]>([])
    var all: [TerminalEvent] { list.withLock { $0 } }
    func add(_ event: TerminalEvent) { list.withLock { $0.append(event) } }
}
