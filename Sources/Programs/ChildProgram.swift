import CProcess
import Events
import Platform

/// A program that runs beside us: its input, its output, and the last of what it says on standard error.
///
/// It has no terminal and none of our other descriptors. Owner: a voice, a translator or whoever else asks it, on one thread at a time.
/// When the value goes, so does the program, with all that it has started.
package final class ChildProgram {
    /// What has happened to it.
    package enum Happening {
        case output([UInt8])
        /// It has closed its output, and is gone.
        case ended(ProgramEnd)
        case late
        case stopped
    }

    private let process: pid_t
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private var end: ProgramEnd?
    private let grace: TimeSpan

    private static let tailBytes = 4_096
    private static let tailPieces = 64
    private static let wordsShown = 300

    /// - Parameters:
    ///   - command: a path, then arguments.
    ///   - variables: that it finds in its environment beside ours, of which it does not get those with passwords.
    ///   - file: that it reads in the place of what is sent to it; it stays ours.
    ///   - grace: time that it has from the end of its input to its own end.
    package init(
        _ command: [String], variables: [String: String] = [:], reading file: Int32? = nil, grace: TimeSpan
    ) throws(ProgramNotStarted) {
        let pipes = [Descriptor.pipe(), Descriptor.pipe(), Descriptor.pipe()].compactMap(\.self)
        guard pipes.count == 3 else {
            let reason = errorWords()
            for pipe in pipes { _ = (close(pipe.reading), close(pipe.writing)) }
            throw ProgramNotStarted(reason: reason)
        }
        let (forInput, forOutput, forErrors) = (pipes[0], pipes[1], pipes[2])
        var started = pid_t()
        let words = command.map { strdup($0) } + [nil]
        let environment = Self.environment(with: variables)
        let failure = cameo_spawn(
            words[0], words, environment, file ?? forInput.reading, forOutput.writing,
            forErrors.writing, &started)
        for word in words + environment { free(word) }
        for end in [forInput.reading, forOutput.writing, forErrors.writing] { close(end) }
        (process, input, output, errors) = (started, forInput.writing, forOutput.reading, forErrors.reading)
        self.grace = grace
        guard failure == 0 else {
            end = .exited(127)
            throw ProgramNotStarted(reason: errorWords(failure))
        }
        for end in [input, output, errors] { Descriptor.setNonBlocking(end) }
        if file != nil { closeInput() }
    }

    /// Copies, which are to be freed, and `nil` at their end.
    private static func environment(with variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
        let ours = Environment.entries.filter { entry in
            let name = Environment.name(of: entry)
            return variables[name] == nil && !Environment.isSecret(name)
        }
        return ours.map { strdup($0) } + variables.map { strdup("\($0)=\($1)") } + [nil]
    }

    deinit {
        kill()
        for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    }

    // MARK: Talking

    /// Waits until the program has said something, and sends it what is `pending` meanwhile.
    /// - Parameter closing: its input ends behind what is pending.
    package func next(
        sending pending: inout ArraySlice<UInt8>, closing: Bool = false, until deadline: Deadline,
        unless stops: [StopPipe] = []
    ) -> Happening {
        while true {
            if pending.isEmpty, closing { closeInput() }
            var wanted = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pending.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            wanted += stops.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            let count = poll(&wanted, nfds_t(wanted.count), deadline.milliseconds)
            if wanted[3...].contains(where: { $0.revents != 0 }) { return .stopped }
            if count > 0, wanted[1].revents != 0 { readErrors() }
            if count > 0, wanted[2].revents != 0 { send(&pending) }
            if count > 0, wanted[0].revents != 0, let happening = readOutput() { return happening }
            if deadline.hasPassed { return .late }
        }
    }

    private func send(_ pending: inout ArraySlice<UInt8>) {
        let count = pending.withUnsafeBytes { cameo_write_quietly(input, $0.baseAddress, $0.count) }
        if count > 0 {
            pending = pending.dropFirst(count)
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            // It does not listen any more; what it still says, and how it ends, is on its output.
            pending = []
            closeInput()
        }
    }

    private func readOutput() -> Happening? {
        switch Descriptor.readAvailable(output) {
        case .nothing: nil
        case .bytes(let piece): .output(piece)
        case .end: .ended(finish())
        }
    }

    /// - Returns: whether there may be more.
    @discardableResult
    private func readErrors() -> Bool {
        switch Descriptor.readAvailable(errors) {
        case .nothing: return false
        case .bytes(let piece):
            head += piece.prefix(Self.tailBytes - head.count)
            tail = Array((tail + piece).suffix(Self.tailBytes))
            return true
        case .end:
            close(errors)
            errors = -1
            return false
        }
    }

    // MARK: Its end

    /// The last line that it wrote on standard error, cut; empty when there is none.
    package var lastWords: String {
        readAllErrors()
        return Self.words(Self.lines(of: tail).last)
    }

    /// The first one.
    package var firstWords: String {
        readAllErrors()
        return Self.words(Self.lines(of: head).first)
    }

    private func readAllErrors() {
        // A program that writes without end is not listened to for longer than this.
        for _ in 0..<Self.tailPieces where !readErrors() { break }
    }

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .filter { $0.contains { $0 > 0x20 } }
    }

    private static func words(_ line: ArraySlice<UInt8>?) -> String {
        line.map { String(String(decoding: $0, as: UTF8.self).prefix(wordsShown)) } ?? ""
    }

    package var hasEnded: Bool { look() != nil }

    /// Ends its input, waits a moment for it to go, and makes it go.
    @discardableResult
    package func finish() -> ProgramEnd {
        closeInput()
        let deadline = Deadline(in: grace)
        var pause: Int32 = 1
        while look() == nil, !deadline.hasPassed {
            // It may be waiting to be read.
            _ = (Descriptor.readAvailable(output), readErrors())
            poll(nil, 0, pause)
            pause = min(20, pause * 2)
        }
        return kill()
    }

    /// At once, with all that it has started.
    @discardableResult
    func kill() -> ProgramEnd {
        if let end = look() { return end }
        systemKill(-process, SIGKILL)
        systemKill(process, SIGKILL)
        return look(waits: true) ?? .signaled(SIGKILL)
    }

    /// How it ended, if it has.
    private func look(waits: Bool = false) -> ProgramEnd? {
        guard end == nil else { return end }
        var status: Int32 = 0
        switch cameo_reap(process, waits ? 1 : 0, &status) {
        case 0: return nil
        case 1:
            let signal = status & 0x7F
            end = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
        // Somebody else has waited for it: how it ended is not known any more.
        default: end = .exited(0)
        }
        return end
    }

    private func closeInput() {
        guard input >= 0 else { return }
        close(input)
        input = -1
    }
}

/// `kill(2)`, which a method of the same name hides.
private func systemKill(_ process: pid_t, _ signal: Int32) { _ = kill(process, signal) }

extension ChildProgram {
    /// What came of a program that was run once.
    package enum Outcome {
        /// All that it wrote, once it was gone.
        case ended(ProgramEnd, [UInt8])
        /// It writes more than was asked for, which is here.
        case tooLong([UInt8])
        case late
        case stopped
    }

    /// Sends it its whole input and takes its whole output.
    /// - Parameter limit: bytes of it; it is still there when it writes more, or takes longer.
    package func output(
        for input: [UInt8], atMost limit: Int, until deadline: Deadline, unless stops: [StopPipe]
    ) -> Outcome {
        var pending = input[...]
        var bytes: [UInt8] = []
        while true {
            switch next(sending: &pending, closing: true, until: deadline, unless: stops) {
            case .output(let piece):
                guard bytes.count + piece.count <= limit else {
                    return .tooLong(bytes + piece.prefix(limit - bytes.count))
                }
                bytes += piece
                // One that never stops to write comes by here as well.
                if deadline.hasPassed { return .late }
            case .ended(let end): return .ended(end, bytes)
            case .late: return .late
            case .stopped: return .stopped
            }
        }
    }
}

/// How a program ended.
package enum ProgramEnd: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)

    package var words: String {
        switch self {
        case .exited(0): "ended"
        case .exited(let status): "exited with status \(status)"
        case .signaled(let number): "was killed by signal \(signalWords(number))"
        }
    }
}

/// The system could not start a program.
package struct ProgramNotStarted: ReasonedError, Hashable {
    /// In the system's words.
    package let reason: String
}

/// A moment that is waited for at most.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    package init(in span: TimeSpan) { end = .now + .microseconds(span.microseconds) }

    package func isBefore(_ other: Deadline) -> Bool { end < other.end }

    package var hasPassed: Bool { .now >= end }

    /// For `poll(2)`: rounded up, at most a minute, after which one looks again.
    package var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        guard left < .seconds(60) else { return 60_000 }
        return Int32(left / .milliseconds(1)) + 1
    }
}
