import Frames
import Speech
import Tapes
import Terminal
import Transport
import Wire

/// What ends a command, with its exit status.
package enum AppError: Error, Equatable {
    /// A sentence for the user; the command's input or the terminal cannot be used.
    case unusable(String)
    /// A sentence for the user; the work itself failed.
    case failed(String)
    /// A sentence for the user; a verdict was reached, and cannot be written.
    case unwritten(String)

    package var message: String {
        switch self {
        case .unusable(let message), .failed(let message), .unwritten(let message): message
        }
    }

    package var exitStatus: Int32 {
        switch self {
        case .unusable: ExitStatus.unusable
        case .failed: ExitStatus.failed
        case .unwritten: ExitStatus.unwritten
        }
    }

    /// The one place where errors become words.
    package static func words(for error: any Error) -> String {
        switch error {
        case let error as AppError: error.message
        case let error as TapeError: error.reason
        case let error as TerminalError: error.description
        case let error as PictureError: error.reason
        case let error as WireError: error.reason
        case let error as RewriteError: error.reason
        case let error as TransportError: error.reason
        case let error as VoiceError: error.reason
        default: "\(error)"
        }
    }

    package init(_ error: any Error) {
        switch error {
        case let error as AppError: self = error
        case let error as TapeError: self = AppError(tape: error)
        case is TerminalError, is RewriteError, is TransportError: self = .unusable(Self.words(for: error))
        default: self = .failed(Self.words(for: error))
        }
    }

    private init(tape error: TapeError) {
        switch error {
        case .diskFull, .unwritable, .closed: self = .failed(error.reason)
        default: self = .unusable(error.reason)
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
