import Books
import Events
import Files
import Reading
import Sound

/// The picture of a film whose sound is read: the one of the place that is heard.
///
/// Owner: the run loop, main actor.
@MainActor
final class FilmPicture {
    /// Called from anywhere with what came of a frame that was wanted.
    private let report: @Sendable (Result<FilmFrames.Frame, SoundError>) -> Void
    private let opening: Task<FilmFrames, any Error>
    private var isBusy = false
    private var hasFailed = false
    private(set) var shown: FilmFrames.Frame?

    init(
        _ book: any BookSource, _ path: String, _ program: SoundProgram,
        report: @escaping @Sendable (Result<FilmFrames.Frame, SoundError>) -> Void
    ) {
        self.report = report
        opening = Task.detached { FilmFrames(try await book.file(path), program) }
    }

    /// - Parameter position: in the film, of what is heard.
    func follow(_ position: Span) {
        guard !isBusy, !hasFailed else { return }
        if let shown, position >= shown.time, position < shown.time + FilmFrames.period { return }
        isBusy = true
        Task.detached { [opening, report] in
            do {
                report(.success(try await opening.value.frame(at: position)))
            } catch {
                report(.failure(error as? SoundError ?? .unreadable(CommandError(error).reason)))
            }
        }
    }

    /// Where in the film another one is to be seen.
    var nextChange: Span? { isBusy || hasFailed ? nil : shown.map { $0.time + FilmFrames.period } }

    /// - Returns: what the user is told.
    func receive(_ result: Result<FilmFrames.Frame, SoundError>) -> String? {
        isBusy = false
        switch result {
        case .success(let frame): shown = frame
        case .failure(let error):
            hasFailed = true
            return "cannot show the film: \(error.reason)"
        }
        return nil
    }
}
