import Events
import Synchronization

/// How a text ended of which sentences are read, for others than who reads them: it holds neither the reader nor the
/// descriptor, which whoever writes there must see closed.
///
/// The mutex guards what is known.
package final class TextEnd: Sendable {
    private let state = Mutex<WordlessText?>(nil)

    /// Why there was nothing to say, once the text is over; `nil` before that, and where there was something.
    package var wordless: WordlessText? { state.withLock { $0 } }

    func finish(_ wordless: WordlessText) { state.withLock { $0 = wordless } }
}
