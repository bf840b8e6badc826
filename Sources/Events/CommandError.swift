/// An error in the words of the boundary where it happened.
package protocol ReasonedError: Error {
    /// One line for people: which file or peer, where in it, what was expected, and what was found.
    var reason: String { get }
    /// What was given cannot be used, as against work that failed.
    var isOfInput: Bool { get }
    /// Where the status that it ends a command with is one of its own.
    var ownStatus: Int32? { get }
}

extension ReasonedError {
    package var isOfInput: Bool { false }
    package var ownStatus: Int32? { nil }
}

/// What ends a command, with its exit status.
package enum CommandError: ReasonedError, Equatable {
    /// The command's input, or the terminal, cannot be used.
    case unusable(String)
    /// The work itself failed.
    case failed(String)
    /// A verdict was reached, and cannot be written.
    case unwritten(String)
    /// A program that was to be run is not there or none: as shells have it.
    case notStarted(String, status: Int32)

    /// What any error ends a command with.
    package init(_ error: any Error) {
        if let error = error as? CommandError {
            self = error
        } else {
            let known = error as? any ReasonedError
            let reason = known?.reason ?? "\(error)"
            if let status = known?.ownStatus {
                self = .notStarted(reason, status: status)
            } else {
                self = known?.isOfInput == true ? .unusable(reason) : .failed(reason)
            }
        }
    }

    /// A sentence for the user.
    package var reason: String {
        switch self {
        case .unusable(let reason), .failed(let reason), .unwritten(let reason), .notStarted(let reason, _): reason
        }
    }

    package var isOfInput: Bool { if case .unusable = self { true } else { false } }

    package var exitStatus: Int32 {
        switch self {
        case .unusable: ExitStatus.unusable
        case .failed: ExitStatus.failed
        case .unwritten: ExitStatus.unwritten
        case .notStarted(_, let status): status
        }
    }
}

/// All exit statuses of the program, besides 128 + number for a signal and 64 for a wrong command line.
package enum ExitStatus {
    package static let failed: Int32 = 1
    /// The input, or the terminal, cannot be used.
    package static let unusable: Int32 = 2
    /// Of commands that judge, whose 1 and 2 are verdicts: the results cannot be written (`EX_IOERR`).
    package static let unwritten: Int32 = 74
}

/// How playing ended.
package enum Ending: Hashable, Sendable {
    case quit
    /// The process has to end by this signal, once the screen is given back.
    case signal(Int32)
    /// The terminal is gone.
    case closed
    /// A hosted program has ended with this status, which is ours.
    case status(Int32)
}
