import Events

/// What one who speaks through a tile may take of it.
package enum TileLimits {
    /// Of a line, without its end.
    package static let lineBytes = 64 << 10
    /// Who is connected at a time.
    package static let clients = 16
    /// Utterances that wait behind the one that is spoken.
    package static let waiting = 64
    /// Text of one utterance that its speaker has not taken yet. Beyond that its client is read no further.
    package static let utteranceBytes = 1 << 20
    /// The same of all together; one utterance of which nothing waits goes on nevertheless.
    package static let textBytes = 16 << 20
    /// Utterances that the owner has not told the end of. The next one's beginning is not read before that: more than may
    /// wait, so that whose turn cannot come is told so.
    static let open = 2 * waiting
    /// Answers that a client does not read. Beyond that it is read no further itself.
    static let answerBytes = 16 << 10
    /// Who has begun a text and says nothing for so long, while he could, lets others go before him. Milliseconds.
    static let patience: Int64 = 10_000
    /// How long a tile may take to say that it is there. Milliseconds.
    package static let answerTime: Int64 = 1_000
    /// Characters of a name and of a reason.
    static let nameLength = 200
    static let reasonLength = 1_000
}

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
