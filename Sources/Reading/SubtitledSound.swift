import BookAPI
import Books
import Events
import Files
import Platform
import Texts

/// A film or a recording with subtitles: its sound is heard straight through, and its cues are read as they are shown. Subtitles alone
/// are read as the time passes (reader 1.12).
package struct SubtitledSound: BookSource {
    /// Where its sound is.
    private enum Origin: Sendable {
        case file(String)
        case item(any FilmSource)
        /// Nowhere; so long it lasts.
        case silence(Span, of: any FilmSource)
    }

    package let book: Book
    package let oddities: [String]
    package let placeServer: (any PlaceServer)?
    private let origin: Origin
    private let chunk: BookChunk

    private static let endings: Set<String> = [
        "mp4", "m4a", "m4b", "m4v", "mov", "mkv", "mka", "webm", "avi", "aac", "mp3", "ogg", "oga", "opus", "flac",
        "wav",
    ]

    // MARK: Beside each other

    /// By the ending of its name.
    package static func isOne(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: "."), FileStatus(path)?.kind == .file else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }

    /// - Parameter path: of the film or the sound; subtitles have its name with another ending.
    /// - Throws: `CommandError.unusable`, when there are none, or nothing can be read of them.
    package static func open(_ path: String) throws(CommandError) -> SubtitledSound {
        let stem = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
        for ending in ListedMedia.subtitleEndings where FileNames.isThere("\(stem).\(ending)") {
            return try SubtitledSound(path, subtitles: "\(stem).\(ending)")
        }
        throw .unusable("\(path.kept): no subtitles found (.ass, .vtt or .srt with the same name)")
    }

    private init(_ path: String, subtitles: String) throws(CommandError) {
        var cues = try CueChunk(try ChunkedFileReader.all(of: subtitles, atMost: TextLimits.sourceBytes), subtitles)
        cues.add(soundAt: path)
        let name = FileNames.last(of: path)
        book = Book(
            String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]), language: cues.language, chunks: [cues.entry])
        (chunk, oddities, origin, placeServer) = (cues.chunk, cues.oddities, .file(path), nil)
    }

    // MARK: Of an item

    /// The item as a book; as it is where its own sentences are read.
    /// - Throws: `CommandError.unusable`, when there is nothing to read of it; why its subtitles cannot be had.
    package static func playing(_ item: some FilmSource, named name: String) async throws -> any BookSource {
        switch item.player {
        case .reader: item
        case .film(let film, let subtitles): try await SubtitledSound(item, film: film, subtitles)
        case .subtitles(let path): try await SubtitledSound(item, film: nil, path)
        case .nothing(let why): throw CommandError.unusable("\(name.kept): \(why)")
        }
    }

    private init(_ item: any FilmSource, film: String?, _ subtitles: String) async throws {
        var cues = try CueChunk(try await item.subtitles(subtitles), subtitles)
        if let film {
            // Until its sound is here, what is told of its length counts.
            cues.add(soundAt: film, duration: item.isAtHand ? nil : cues.end)
            (origin, oddities) = (.item(item), item.oddities + cues.oddities)
        } else {
            let length = min(cues.end, SilentSound.longest)
            cues.add(soundAt: subtitles, duration: length)
            origin = .silence(length, of: item)
            oddities =
                item.oddities + cues.oddities + ["\(subtitles.kept): no sound; reading by the clock"]
        }
        var book = Book(item.book.title, author: item.book.author, chunks: [cues.entry])
        let (first, second) = (item.book.language, item.book.translationLanguage)
        // One language alone is that of the item: what it was made from is not heard.
        book.language = cues.language ?? (cues.isTwofold ? first : second ?? first)
        book.translationLanguage = cues.isTwofold ? second : nil
        (self.book, chunk) = (book, cues.chunk)
        placeServer = item.placeServer.map { FilmPlaces($0, cues.chunk, isFilm: film != nil) }
    }

    private var item: (any FilmSource)? {
        switch origin {
        case .file: nil
        case .item(let item), .silence(_, let item): item
        }
    }

    // MARK: Reading

    package var isAtHand: Bool { item?.isAtHand ?? true }

    package func chunk(at index: Int) -> (chunk: BookChunk, oddities: [String]) { (chunk, []) }

    package func file(_ path: String) async throws -> sending OpenFile {
        switch origin {
        case .file(let path):
            guard let file = OpenFile(path) else { throw CommandError.unusable("\(path.kept): \(errorWords(errno))") }
            return file
        case .item(let item): return try await item.file(path)
        case .silence(let length, _): return try SilentSound.file(length)
        }
    }

    package var filmPath: String? { chunk.sounds.first.flatMap { ListedMedia.isFilm($0.path) ? $0.path : nil } }

    package func definition(of words: String) async -> [String]? { await item?.definition(of: words) }

    package func picture(_ picture: BookPicture) async -> [UInt8]? {
        picture == .cover ? await item?.picture(.cover) : nil
    }

    package func close() async { await item?.close() }
}
