import Events
import Synchronization

/// How a text ended of which sentences are read, and what was odd about it, for others than who reads them: it holds neither the reader
/// nor the descriptor, which whoever writes there must see closed.
///
/// The mutex guards what is known.
package final class TextEnd: Sendable {
    private struct State {
        var wordless: WordlessText?
        var oddity: String?
    }

    private let state = Mutex(State())

    /// Why there was nothing to say, once the text is over; `nil` before that, and where there was something.
    package var wordless: WordlessText? { state.withLock { $0.wordless } }

    /// What to say of the bytes that have been read, where they were not all UTF-8.
    package var oddity: String? { state.withLock { $0.oddity } }

    func finish(_ wordless: WordlessText) { state.withLock { $0.wordless = wordless } }

    func note(_ oddity: String) { state.withLock { $0.oddity = oddity } }
}
