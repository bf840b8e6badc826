import CCurses
import Events
import Foundation
import Platform
import Support

/// The program on a pseudo-terminal of its own, whose bytes go into a terminal model. Read only while a test waits.
final class TerminalProgram {
    let folder: Folder
    let process: ChildProcess
    private(set) var bytes: [UInt8] = []
    /// What the terminal shows; knows what a shell wrote before.
    private(set) var model: TerminalModel
    /// Modes before the program began.
    let modesBefore: termios
    private var master: Int32
    private var slave: Int32
    private var isAnswered = false
    /// What it says when it is asked for the first time.
    var answer = "\u{1B}[?2026;2$y\u{1B}[?62c"
    /// Whether the question that every terminal answers is answered when it is asked.
    private let answers: Bool

    /// - Parameters:
    ///   - program: the path of another one than the built program.
    ///   - arguments: of the program.
    ///   - input: what standard input is, when not the terminal.
    ///   - errors: what standard error is, when not the terminal.
    init(
        running program: String? = nil, _ arguments: [String], columns: Int = 80, rows: Int = 24,
        environment: [String: String?] = [:],
        input: ChildProcess.Wiring? = nil, output: ChildProcess.Wiring? = nil, errors: ChildProcess.Wiring? = nil,
        answers: Bool = true, in folder: Folder
    ) throws {
        (self.folder, self.answers) = (folder, answers)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard cameo_open_pseudo_terminal(&ends.master, &ends.slave) == 0 else {
            throw ChildProcess.Failed(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        (master, slave) = ends
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * 8), ws_ypixel: UInt16(rows * 16))
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        var modes = termios()
        tcgetattr(slave, &modes)
        modesBefore = modes
        model = TerminalModel(size: CellSize(columns: columns, rows: rows))
        model.feed("what stood there before\r\n")
        let terminal = ChildProcess.Wiring.terminal(String(cString: ttyname(slave)))
        process = try ChildProcess(
            [try program ?? Program.path()] + arguments,
            // Most tests read modes and figures; those of what viewers see say so.
            environment: Program.environment(["CAMEO_DEBUG": "true"].merging(environment) { $1 }),
            folder: folder.path,
            input: input ?? terminal, output: output ?? terminal, errors: errors ?? terminal, leadsSession: true)
    }

    deinit { hangUp() }

    /// Closes the terminal's window.
    func hangUp() {
        if slave >= 0 { close(slave) }
        if master >= 0 { close(master) }
        (master, slave) = (-1, -1)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var modes: termios {
        var modes = termios()
        tcgetattr(slave, &modes)
        return modes
    }

    func setModes(_ modes: termios) {
        var modes = modes
        tcsetattr(slave, TCSANOW, &modes)
    }

    /// What it shows is made to fit, unless it has no size now.
    func resize(columns: Int, rows: Int) {
        if columns > 0, rows > 0 { model.resize(to: CellSize(columns: columns, rows: rows)) }
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * 8), ws_ypixel: UInt16(rows * 16))
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    /// What somebody else writes to the terminal.
    func scribble(_ text: String) { model.feed(text) }

    /// Whether nothing more can be written until somebody reads.
    var isFull: Bool {
        var entry = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 0
    }

    /// Reads what is there, and answers the question that every terminal answers.
    /// - Parameter most: pieces. Where there is little time more may come for as long as the program runs.
    func readOn(atMost most: Int = .max) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<most {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            model.feed(Array(buffer[..<count]))
        }
        if answers, !isAnswered, text.contains("\u{1B}[c") {
            isAnswered = true
            send(answer)
        }
    }

    /// What fits; the rest is lost.
    @discardableResult
    func send(_ text: String) -> Int {
        max(0, Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) })
    }

    /// All of it, as fast as the program takes it.
    func type(_ text: String) async -> Bool {
        var rest = Array(text.utf8)[...]
        return await eventually {
            readOn()
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 512)) }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Of some KB, after which what is waited for is looked for.
    private static let piecesAtOnce = 4

    /// - Throws: `NotSeen` with the last screen.
    func wait(_ what: String, _ condition: (TerminalModel) -> Bool) async throws {
        let isSeen = await eventually {
            readOn(atMost: Self.piecesAtOnce)
            return condition(model)
        }
        if !isSeen { throw NotSeen(what: what, lines: model.lines + ["process: \(String(describing: process.end()))"]) }
    }

    /// The same without giving the thread away, for what has to be seen when it comes: other tests may take all threads.
    /// - Throws: `NotSeen` with the last screen.
    func watch(_ what: String, _ condition: (TerminalModel) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(120)
        repeat {
            readOn(atMost: Self.piecesAtOnce)
            if condition(model) { return }
            var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, 5)
        } while ContinuousClock.now < deadline
        throw NotSeen(what: what, lines: model.lines + ["process: \(String(describing: process.end()))"])
    }

    /// Reads until it ends, and what it has left behind.
    func waitForEnd() async -> ProcessEnd? {
        _ = await eventually(within: ChildProcess.longest) {
            readOn()
            return process.end() != nil
        }
        readOn()
        return process.end()
    }
}

extension termios {
    /// Everything in it that a user could notice.
    var summary: [UInt64] {
        var keys = c_cc
        let list = withUnsafeBytes(of: &keys) { $0.map(UInt64.init) }
        return [UInt64(c_iflag), UInt64(c_oflag), UInt64(c_cflag), UInt64(c_lflag)] + list
    }
}
