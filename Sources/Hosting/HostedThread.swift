import CProcess
import Dispatch
import Events
import Platform
import Programs
import Synchronization

/// The thread that reads what a command writes, sends it what it has not taken yet, and sees it and its session to their end.
///
/// Owner: itself, until nothing is left of the command.
final class HostedThread: Sendable {
    private let terminal: HostedTerminal
    private let process: pid_t
    private let guardian: SessionGuard
    private let grace: TimeSpan
    private let onEvent: @Sendable (HostedEvent) -> Void
    private let isRunning = DispatchGroup()

    /// ms; for what a command has written through others, which it left behind and which still have its terminal.
    private static let patience: Int64 = 100
    /// ms between two looks at what the system does not tell of.
    private static let interval: Int64 = 50
    /// More than a system keeps of what was written to a terminal.
    private static let keptBySystem = 256 << 10

    init(
        _ terminal: HostedTerminal, process: pid_t, guardian: SessionGuard, grace: TimeSpan,
        onEvent: @escaping @Sendable (HostedEvent) -> Void
    ) {
        self.terminal = terminal
        self.process = process
        self.guardian = guardian
        self.grace = grace
        self.onEvent = onEvent
    }

    /// - Throws: `system`; then nothing of the command is left.
    func start() throws(HostedCommandError) {
        isRunning.enter()
        guard PosixThread.start({ self.run() }) else {
            let code = errno
            endSession()
            isRunning.leave()
            throw .system(call: "pthread_create", code: code)
        }
    }

    /// Returns when nothing is left of the command and of the thread.
    func wait() { isRunning.wait() }

    private func run() {
        let end = follow()
        if let end { onEvent(.ended(end)) }
        let later = endSession()
        if end == nil { onEvent(.ended(later)) }
        isRunning.leave()
    }

    /// Hangs up, which ends what is left in the session.
    @discardableResult
    private func endSession() -> ProgramEnd {
        terminal.hangUp()
        cameo_session_end(process, Int32(clamping: grace.microseconds / 1_000))
        let end = look() ?? .signaled(SIGKILL)
        cameo_forget(process)
        guardian.dismiss()
        return end
    }

    /// How the command has ended, if it has. Until it is forgotten, its number is the session's and nobody else's.
    private func look() -> ProgramEnd? {
        var status: Int32 = 0
        switch cameo_has_ended(process, &status) {
        case 0: return nil
        case 1: return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
        // Somebody else has waited for it: how it ended is not known any more.
        default: return .exited(0)
        }
    }

    // MARK: While it runs

    /// How reading from the terminal went.
    private enum Reading {
        /// There may be more.
        case some
        case nothing
        /// Nobody has the other side open.
        case end
    }

    /// What is to be done once a command has ended, until what it wrote has been read.
    private struct Drain {
        let end: ProgramEnd
        let deadline: Int64
        var bytes = 0

        func isOver(_ reading: Reading) -> Bool {
            if reading == .end { return true }
            return Descriptor.now >= deadline && (reading == .nothing || bytes >= HostedThread.keptBySystem)
        }
    }

    /// Until the command has ended and its output is read, or somebody wants to hang up: `nil` then.
    private func follow() -> ProgramEnd? {
        let ended = cameo_process_descriptor(process)
        defer { if ended >= 0 { close(ended) } }
        // A negative descriptor is skipped by poll.
        var entries = [
            pollfd(fd: terminal.wake.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: -1, events: 0, revents: 0), pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
        ]
        var piece = [UInt8](repeating: 0, count: OutputBuffer.pieceBytes)
        var reading = Reading.nothing
        var drain: Drain?
        while let request = request() {
            // At its end the terminal would have something to tell all the time: it is asked now and then, since a command may open it
            // again.
            let isAtEnd = reading == .end
            entries[1].fd = isAtEnd || request.events == 0 ? -1 : request.descriptor
            entries[1].events = request.events
            let isAsking = isAtEnd || (ended < 0 && drain == nil)
            poll(&entries, 3, timeout(drain, isAsking: isAsking, hasRoom: request.hasRoom))
            if entries[0].revents != 0 { _ = Descriptor.read(terminal.wake.reading, limit: 256) }
            if drain == nil, ended < 0 || entries[2].revents != 0, let end = look() {
                drain = Drain(end: end, deadline: Descriptor.now + Self.patience)
                entries[2].fd = -1
            }
            // Also where nobody has the other side: then the input is let go.
            if entries[1].revents & ~Int16(POLLIN) != 0 { send() }
            guard request.hasRoom else { continue }
            let bytes = read(request.descriptor, with: &piece, &reading)
            drain?.bytes += bytes
            if let drain, drain.isOver(reading) { return drain.end }
        }
        return nil
    }

    private func timeout(_ drain: Drain?, isAsking: Bool, hasRoom: Bool) -> Int32 {
        if let drain, hasRoom { return Int32(clamping: max(drain.deadline - Descriptor.now, 0)) }
        return isAsking ? Int32(Self.interval) : -1
    }

    private struct Request {
        let descriptor: Int32
        let events: Int16
        let hasRoom: Bool
    }

    /// What to wait for; `nil` when that is over.
    private func request() -> Request? {
        terminal.state.withLock { state in
            guard !state.isHangingUp else { return nil }
            let hasRoom = state.output.hasRoom
            state.isWaitingForRoom = !hasRoom
            let events = (hasRoom ? POLLIN : 0) | (state.input.isEmpty ? 0 : POLLOUT)
            return Request(descriptor: state.descriptor, events: Int16(events), hasRoom: hasRoom)
        }
    }

    private func send() { if terminal.sendWaiting() { onEvent(.inputTaken) } }

    /// Reads what is there, at most a piece. A terminal gives 4 KB at a time: without the lock, for whoever types or takes output
    /// would wait for each of them, and told of together, since to wake somebody takes longer than a read.
    /// - Returns: bytes.
    private func read(_ descriptor: Int32, with piece: inout [UInt8], _ reading: inout Reading) -> Int {
        piece.withUnsafeMutableBytes { piece in
            var filled = 0
            reading = .some
            while filled < piece.count, reading == .some {
                let rest = UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
                let count = Descriptor.read(descriptor, into: rest)
                if let count, count > 0 {
                    filled += count
                } else {
                    reading = count == nil && errno == EAGAIN ? .nothing : .end
                }
            }
            let bytes = UnsafeRawBufferPointer(rebasing: piece[..<filled])
            if filled > 0, terminal.state.withLock({ $0.output.append(bytes) }) { onEvent(.outputReady) }
            return filled
        }
    }
}
