import Books
import Events
import Sound
import Synchronization

/// Decodes a book's files of sound beside everything else, and keeps those that were wanted last.
///
/// Owner: whoever plays them, from any thread.
package final class BookSounds: Sendable {
    private struct State {
        /// The newest last.
        var done: [(path: String, result: Result<Samples, SoundError>)] = []
        var underWay: Set<String> = []
    }

    private let book: any BookSource
    /// Samples a second that the device takes.
    private let rate: Int
    private let report: @Sendable () -> Void
    private let state = Mutex(State())

    /// Two chunks with two files each.
    private static let filesKept = 4

    /// - Parameter report: called from anywhere when one has been decoded.
    package init(_ book: any BookSource, rate: Int, report: @escaping @Sendable () -> Void = {}) {
        (self.book, self.rate, self.report) = (book, rate, report)
    }

    /// What came of decoding it; `nil` while that goes on, or begins with this.
    package func samples(of sound: BookSound) -> Result<Samples, SoundError>? {
        let (found, isNew) = state.withLock { state -> (Result<Samples, SoundError>?, Bool) in
            if let place = state.done.firstIndex(where: { $0.path == sound.path }) {
                state.done.append(state.done.remove(at: place))
                return (state.done.last?.result, false)
            }
            return (nil, state.underWay.insert(sound.path).inserted)
        }
        if isNew { Task.detached { [self] in finish(sound.path, await decode(sound.path)) } }
        return found
    }

    private func finish(_ path: String, _ result: Result<Samples, SoundError>) {
        state.withLock { state in
            state.underWay.remove(path)
            state.done.append((path, result))
            if state.done.count > Self.filesKept { state.done.removeFirst() }
        }
        report()
    }

    private func decode(_ path: String) async -> Result<Samples, SoundError> {
        do {
            let file = try await book.file(path)
            let bytes = try file.bytes(atMost: Limits.messageBytes, of: path)
            return .success(try decodeSound(bytes).resampled(to: rate))
        } catch {
            return .failure(error as? SoundError ?? .unreadable(CommandError(error).reason))
        }
    }
}
