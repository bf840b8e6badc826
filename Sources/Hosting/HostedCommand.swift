import CProcess
import Events
import Platform
import Programs

/// What the owner of a command hears.
package enum HostedEvent: Hashable, Sendable {
    /// Call `takeOutput()`. Not said again until that was done.
    case outputReady
    /// What was typed for it has been taken, or most of that: there is no `backlog` any more.
    case inputTaken
    /// The command itself has, and all that it wrote can be taken. The last event.
    case ended(ProgramEnd)
}

/// A command that runs on a terminal of its own, which we are.
///
/// A thread reads what it writes as fast as the owner takes it, and sees to its end. When the value goes, so does the command, with all
/// of its session but what ignores a hang-up; when this process goes, even by SIGKILL, likewise (`SessionGuard`).
/// Owner: whoever shows it; from any thread, output by one at a time.
package final class HostedCommand: Sendable {
    /// Of the command, and of its session.
    package let process: pid_t
    let terminal: HostedTerminal
    let guardian: SessionGuard
    private let thread: HostedThread

    /// Starts it, in our folder.
    /// - Parameters:
    ///   - environment: all that it gets; a name is looked for along its `PATH`.
    ///   - keys: the modes of a terminal whose keys for Ctrl-C, erasing and so on it is to have.
    ///   - grace: time that all that runs on it has between the hang-up and its own end, before it is killed.
    ///   - onEvent: called on the thread; it posts to a mailbox and returns, and does not hold this value.
    /// - Throws: why there is no command; nothing of it is left then.
    package init(
        _ program: HostedProgram, environment: HostedEnvironment, size: HostedSize, keys: termios? = nil,
        grace: TimeSpan = .milliseconds(Int64(CAMEO_GRACE_MILLISECONDS)),
        onEvent: @escaping @Sendable (HostedEvent) -> Void
    ) throws(HostedCommandError) {
        let path = try program.path(in: environment.value(of: "PATH"))
        let opened = try OpenedTerminal(size: size, keys: keys)
        // With it, the only side of it that is open is the command's.
        defer { close(opened.other) }
        terminal = opened.terminal
        guardian = try SessionGuard()
        do throws(HostedCommandError) {
            process = try Self.start(program, at: path, environment, on: opened.path, line: guardian.line)
        } catch {
            guardian.dismiss()
            throw error
        }
        thread = HostedThread(terminal, process: process, guardian: guardian, grace: grace, onEvent: onEvent)
        try thread.start()
    }

    deinit { hangUp() }

    private static func start(
        _ program: HostedProgram, at path: String, _ environment: HostedEnvironment, on terminal: String, line: Int32
    ) throws(HostedCommandError) -> pid_t {
        var process = pid_t()
        var failure = spawn(path, program.arguments, environment, terminal, line, &process)
        // A text without a first line that says what reads it: as shells do, who also try.
        if failure == ENOEXEC {
            failure = spawn(
                "/bin/sh", ["sh", path] + program.arguments.dropFirst(), environment, terminal, line, &process)
        }
        guard failure == 0 else { throw HostedCommandError(command: program.name, code: failure) }
        return process
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: HostedEnvironment, _ terminal: String, _ line: Int32,
        _ process: inout pid_t
    ) -> Int32 {
        let words = arguments.map { strdup($0) } + [nil]
        let variables = environment.entries.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
        defer { for text in words + variables { free(text) } }
        return cameo_spawn_on_terminal(path, words, variables, terminal, line, &process)
    }

    // MARK: What goes through it

    /// Reads all that the command has written since it was last taken, at most 256 KiB; while `body` runs, more is read.
    /// Nothing is copied: the memory is `body`'s for as long as that takes. Until it is taken, the command is held up.
    /// - Returns: what `body` does; `nil` when there is nothing.
    package func takeOutput<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value? {
        try terminal.takeOutput(body)
    }

    /// Sends what is typed or pasted; does not wait for the command to read it.
    /// - Returns: `false`, and nothing of it is sent, when more than 8 MiB would wait then. A command that is gone takes all.
    package func write(_ bytes: [UInt8]) -> Bool { terminal.write(bytes) }

    /// Bytes that wait for the command where they are so many that no more is to be read for it, until `inputTaken`; else `nil`.
    package var backlog: Int? { terminal.state.withLock { $0.isBehind ? $0.input.count : nil } }

    // MARK: Its terminal

    /// Whoever runs in the foreground gets SIGWINCH if that is another size.
    package func resize(_ size: HostedSize) {
        _ = terminal.withDescriptor { descriptor in
            var system = size.system
            return cameo_terminal_resize(descriptor, &system)
        }
    }

    /// Who has the keys; `nil` when nobody has, or the system does not say.
    package var foreground: ForegroundProcess? {
        let group = terminal.withDescriptor { descriptor in
            let group = tcgetpgrp(descriptor)
            return group > 0 ? group : nil
        }
        return group.flatMap(ForegroundProcess.init)
    }

    // MARK: Its end

    /// As when a terminal is closed, without waiting for what comes of it: `ended`, after the grace at most.
    package func hangUp() { terminal.askForHangUp() }

    /// The same, and returns when nothing is left that is not to stay: at once, or after the grace where something does not go.
    /// Then nothing more is heard of the command. Not from `onEvent`.
    package func end() {
        hangUp()
        thread.wait()
    }
}

/// Why a command does not run.
package enum HostedCommandError: ReasonedError, Hashable {
    /// No such program, here or in a folder of `PATH`.
    case notFound(command: String)
    /// There is one, and the system does not run it: `errno`.
    case notExecutable(command: String, code: Int32)
    /// There is no terminal for it, or no thread: which call, and `errno`.
    case system(call: String, code: Int32)

    package var isOfInput: Bool { if case .system = self { false } else { true } }

    /// As shells have it.
    package var ownStatus: Int32? {
        switch self {
        case .notFound: 127
        case .notExecutable: 126
        case .system: nil
        }
    }

    package var reason: String {
        switch self {
        // As shells have it: a path names a file, a word alone a command.
        case .notFound(let command) where command.contains("/"): "\(command): cannot be run: \(errorWords(ENOENT))"
        case .notFound(let command): "\(command): command not found"
        case .notExecutable(let command, let code): "\(command): cannot be run: \(errorWords(code))"
        case .system(let call, let code):
            "cannot create a terminal for the command: \(call) failed with \(errorWords(code))"
        }
    }

    /// Why a program that was there could not be started.
    init(command: String, code: Int32) {
        let isMissing = code == ENOENT || code == ENOTDIR
        self = isMissing ? .notFound(command: command) : .notExecutable(command: command, code: code)
    }
}

/// The first process of the group that a terminal's keys go to.
package struct ForegroundProcess: Hashable, Sendable {
    package let process: pid_t
    /// Of its program, as the system has it: cut to 15 bytes by Linux, and whatever it gave itself. `nil` when it has ended before the
    /// others of its group, and where the system does not say.
    package let name: String?

    init(_ process: pid_t) {
        self.process = process
        #if os(Linux)
            let bytes = OpenFile("/proc/\(process)/comm").flatMap { Descriptor.read($0.descriptor, limit: 64) }
            name = bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
        #else
            name = nil
        #endif
    }
}

/// The process that ends a command's session once this process is gone, even by SIGKILL: of the only thing that nobody can forestall,
/// another one has to hear.
///
/// Owner: who started it, who dismisses it; on that one's death it does its work.
struct SessionGuard: Sendable {
    let process: pid_t
    /// Ours to hold; the guard waits for its end.
    let line: Int32

    /// - Throws: `system`.
    init() throws(HostedCommandError) {
        var process = pid_t()
        line = cameo_guard_start(&process)
        guard line >= 0 else { throw .system(call: "fork", code: errno) }
        self.process = process
    }

    /// Once, when nothing is left to guard.
    func dismiss() { cameo_guard_dismiss(process, line) }
}
