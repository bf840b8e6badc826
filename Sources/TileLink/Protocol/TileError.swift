import Events

/// What a tile's socket cannot do.
package enum TileError: ReasonedError, Equatable {
    /// Nothing may be made there, or others than this user could reach it.
    case folder(path: String, reason: String)
    /// The system gives no socket, pipe or thread.
    case system(path: String, words: String)
    /// A line that does not belong to the language of the socket.
    case notUnderstood(String)
    case lineTooLong

    package var reason: String {
        switch self {
        case .folder(let path, let reason): "\(path): \(reason)"
        case .system(let path, let words): "\(path): \(words)"
        case .notUnderstood(let reason): "not understood: \(reason)"
        case .lineTooLong: "not understood: a line has at most \(TileLimits.lineBytes) bytes"
        }
    }

    package var isOfInput: Bool { if case .folder = self { true } else { false } }
}
