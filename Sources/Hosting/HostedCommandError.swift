import Events
import Platform

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
