import Engine
import Events
import Frames
import Terminal

/// Everything that the run loop can be told. It takes one at a time, in the order in which they were posted.
enum Message: Sendable {
    case terminal(TerminalEvent)
    /// The moment that the loop asked to be woken at.
    case wake
    case overlaysDecoded([(DecodeJob, Result<Picture, PictureError>)])
    case baseDecoded(ContentHash, Result<Picture, PictureError>)
}

/// The one queue into the run loop. Bounded by who posts: the terminal speaks once until it is answered, one wake is on
/// its way at most, and decoders post what they were asked for.
struct Mailbox: Sendable {
    let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    init() { (messages, continuation) = AsyncStream.makeStream() }

    func post(_ message: Message) { continuation.yield(message) }
    func close() { continuation.finish() }
}
