import Books
import Events
import Sound
import Synchronization

/// Opens a book's files of sound beside everything else, and keeps those open that were wanted last.
///
/// Owner: whoever plays them, from any thread.
package final class BookSounds: Sendable {
    private struct State {
        /// The newest last.
        var done: [(path: String, result: Result<StreamedSound, SoundError>)] = []
        var underWay: Set<String> = []
    }

    private let book: any BookSource
    /// Samples a second that the device takes.
    private let rate: Int
    private let report: @Sendable () -> Void
    private let state = Mutex(State())

    /// Two chunks with two files each.
    private static let filesKept = 4

    /// - Parameter report: called from anywhere when one is open, and when more of one has been decoded.
    package init(_ book: any BookSource, rate: Int, report: @escaping @Sendable () -> Void = {}) {
        (self.book, self.rate, self.report) = (book, rate, report)
    }

    /// What came of opening it; `nil` while that goes on, or begins with this.
    package func sound(_ sound: BookSound) -> Result<StreamedSound, SoundError>? {
        let (found, isNew) = state.withLock { state -> (Result<StreamedSound, SoundError>?, Bool) in
            if let place = state.done.firstIndex(where: { $0.path == sound.path }) {
                state.done.append(state.done.remove(at: place))
                return (state.done.last?.result, false)
            }
            return (nil, state.underWay.insert(sound.path).inserted)
        }
        if isNew { Task.detached { [self] in finish(sound.path, await open(sound.path)) } }
        return found
    }

    private func finish(_ path: String, _ result: Result<StreamedSound, SoundError>) {
        state.withLock { state in
            state.underWay.remove(path)
            state.done.append((path, result))
            if state.done.count > Self.filesKept { state.done.removeFirst() }
        }
        report()
    }

    private func open(_ path: String) async -> Result<StreamedSound, SoundError> {
        do {
            return .success(try await StreamedSound.open(try await book.file(path), rate: rate, report: report))
        } catch {
            return .failure(error as? SoundError ?? .unreadable(CommandError(error).reason))
        }
    }
}
