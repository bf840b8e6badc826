import Events
import Platform

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
