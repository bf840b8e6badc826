import BookFolders
import Dispatch
import Engine
import Events
import Files
import Frames
import Reading
import Sound

/// The picture of what is read: of the sentence, or else the book's cover. Loaded and decoded beside the loop; what is not there, or is
/// no picture, is not asked for again.
///
/// Owner: the run loop, main actor.
@MainActor
final class BookPictures {
    private let source: any BookSource
    /// Called from anywhere when one has come.
    private let report: @Sendable (BookPicture, Picture?) -> Void
    private let queue = DispatchQueue(label: "book pictures")
    private var underWay: BookPicture?
    private var kept = RecentlyUsed<BookPicture, Picture>(limit: 16 << 20)
    private var missing: Set<BookPicture> = []

    /// What is drawn now; it stays while the next one is on its way.
    private(set) var shown: (picture: BookPicture, pixels: Picture)?

    /// No picture is drawn larger than this: what is kept is scaled down to it.
    nonisolated static let side = 512

    init(_ source: any BookSource, report: @escaping @Sendable (BookPicture, Picture?) -> Void) {
        (self.source, self.report) = (source, report)
    }

    /// Loads what is to be seen now, and what is next, one after the other.
    func follow(_ reader: BookReader) {
        let wanted = [reader.picture(0), .cover].compactMap(\.self)
        // The first that is there; one that nobody knows of yet is waited for.
        guard let first = wanted.first(where: { !missing.contains($0) }) else {
            shown = nil
            return
        }
        guard let pixels = kept.use(first) else { return load(first) }
        if shown?.picture != first { shown = (first, pixels) }
        guard let next = reader.picture(1), !missing.contains(next), kept.use(next) == nil else { return }
        load(next)
    }

    var isLoading: Bool { underWay != nil }

    private func load(_ picture: BookPicture) {
        guard underWay == nil else { return }
        underWay = picture
        Task.detached { [source, report, queue] in
            guard let bytes = await source.picture(picture) else { return report(picture, nil) }
            queue.async { report(picture, Self.decoded(bytes)) }
        }
    }

    private nonisolated static func decoded(_ bytes: [UInt8]) -> Picture? {
        let picture = try? decodePhoto(bytes)
        return picture?.reduced(to: PixelSize(width: side, height: side))
    }

    /// - Parameter pixels: `nil` where there is none.
    func receive(_ picture: BookPicture, _ pixels: Picture?) {
        if underWay == picture { underWay = nil }
        guard let pixels, kept.insert(pixels, cost: pixels.bytes.count, for: picture) else {
            missing.insert(picture)
            return
        }
    }
}

extension BookReader {
    /// Of a sentence of the shown part.
    /// - Parameter ahead: of the one that is read.
    fileprivate func picture(_ ahead: Int) -> BookPicture? {
        guard let transcript = record.transcript, let chunk = self[transcript.chunk] else { return nil }
        let row = transcript.row + ahead
        guard chunk.sentences.indices.contains(row) else { return nil }
        let sentence = chunk.sentences[row]
        return sentence.picture.map { .file($0) } ?? .sentence(sentence.number, chunk: transcript.chunk)
    }
}

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
        opening = Task.detached {
            guard case .file(let film) = try await book.sound(path) else {
                throw SoundError.programFailed("it contains no picture")
            }
            return FilmFrames(film, program)
        }
    }

    /// - Parameter position: in the film, of what is heard.
    func follow(_ position: TimeSpan) {
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
    var nextChange: TimeSpan? { isBusy || hasFailed ? nil : shown.map { $0.time + FilmFrames.period } }

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
