import Foundation
import Platform
import Support
import Synchronization

/// How a process ended.
enum ProcessEnd: Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
}

/// A process that a test started. Killed when the value goes, so that no failing test leaves one behind.
final class ChildProcess: Sendable {
    enum Wiring: Sendable {
        case file(String, flags: Int32)
        case null

        static func output(_ path: String) -> Wiring { .file(path, flags: O_WRONLY | O_CREAT | O_TRUNC) }
        static func terminal(_ path: String) -> Wiring { .file(path, flags: O_RDWR) }
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    let pid: pid_t
    /// `POSIX_SPAWN_SETSID`, which Swift does not see.
    #if canImport(Darwin)
        private static let newSession: Int32 = 0x400
    #else
        private static let newSession: Int32 = 0x80
    #endif
    private let known = Mutex<ProcessEnd?>(nil)

    /// - Parameters:
    ///   - arguments: the first one is the program's path.
    ///   - leadsSession: then the terminal that is opened first controls the session.
    init(
        _ arguments: [String], environment: [String: String], folder: String, input: Wiring, output: Wiring,
        errors: Wiring, leadsSession: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, wiring) in [(0, input), (1, output), (2, errors)] as [(Int32, Wiring)] {
            switch wiring {
            case .null: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o644)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of this process may block signals, and other tests handle some; the program must not inherit that.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, Int16(flags | (leadsSession ? Self.newSession : 0)))

        // The shell changes the folder and becomes the program.
        let command = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + arguments
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var started = pid_t()
        let failure = posix_spawn(&started, command[0], &actions, &attributes, words, variables)
        guard failure == 0 else {
            throw Failed(description: "\(command[0]): \(String(cString: strerror(failure)))")
        }
        pid = started
    }

    deinit {
        if end() == nil {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        }
    }

    func send(_ signal: Int32) { if end() == nil { kill(pid, signal) } }

    /// `nil` while it lives.
    func end() -> ProcessEnd? {
        known.withLock { known in
            if let known { return known }
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
            let signal = status & 0x7F
            known = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
            return known
        }
    }

    /// True once it has been stopped; says so only once for each time.
    func isStopped() -> Bool {
        known.withLock { known in
            var status: Int32 = 0
            guard known == nil, waitpid(pid, &status, WNOHANG | WUNTRACED) == pid else { return false }
            if status & 0xFF == 0x7F { return true }
            let signal = status & 0x7F
            known = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
            return false
        }
    }

    /// A command may play, check or export for minutes on a machine that is busy with other tests.
    static let longest = Duration.seconds(600)

    /// `nil` when it has not ended in time.
    func waitForEnd() async -> ProcessEnd? {
        _ = await eventually(within: Self.longest) { end() != nil }
        return end()
    }
}
