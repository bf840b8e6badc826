import Books
import Dispatch
import Events
import Sound
import Synchronization

/// Decodes a book's files of sound on a queue of its own, and keeps those that were wanted last.
///
/// Owner: whoever plays them, from any thread.
final class BookSounds: Sendable {
    private struct State {
        /// The newest last.
        var done: [(path: String, result: Result<Samples, SoundError>)] = []
        var underWay: Set<String> = []
    }

    private let job: JobFolder
    /// Samples a second that the device takes.
    private let rate: Int
    private let queue = DispatchQueue(label: "book sounds")
    private let state = Mutex(State())

    /// Two chunks with two files each.
    private static let filesKept = 4

    init(_ job: JobFolder, rate: Int) { (self.job, self.rate) = (job, rate) }

    /// What came of decoding it; `nil` while that goes on, or begins with this.
    func samples(of sound: BookSound) -> Result<Samples, SoundError>? {
        let (found, isNew) = state.withLock { state -> (Result<Samples, SoundError>?, Bool) in
            if let place = state.done.firstIndex(where: { $0.path == sound.path }) {
                state.done.append(state.done.remove(at: place))
                return (state.done.last?.result, false)
            }
            return (nil, state.underWay.insert(sound.path).inserted)
        }
        if isNew { queue.async { [self] in finish(sound.path, decode(sound.path)) } }
        return found
    }

    private func finish(_ path: String, _ result: Result<Samples, SoundError>) {
        state.withLock { state in
            state.underWay.remove(path)
            state.done.append((path, result))
            if state.done.count > Self.filesKept { state.done.removeFirst() }
        }
    }

    private func decode(_ path: String) -> Result<Samples, SoundError> {
        do {
            let bytes = try job.bytes(path, atMost: Limits.messageBytes)
            return .success(try decodeSound(bytes).resampled(to: rate))
        } catch {
            return .failure(error as? SoundError ?? .unreadable(CommandError(error).reason))
        }
    }
}
