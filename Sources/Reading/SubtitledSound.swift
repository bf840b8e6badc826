import BookAPI
import BookFolders
import Events
import Files
import Platform
import Sound
import Texts

/// A film or a recording with subtitles: its sound is heard straight through, and its cues are read as they are shown. Subtitles alone
/// are read as the time passes (reader 1.12).
package struct SubtitledSound: BookSource {
    /// Where its sound is.
    private enum Origin: Sendable {
        case file(String)
        case item(any FilmSource)
        /// Nowhere; so long it lasts.
        case silence(TimeSpan, of: any FilmSource)
    }

    package let book: Book
    package let oddities: [String]
    package let placeServer: (any PlaceServer)?
    private let origin: Origin
    private let chunk: BookChunk

    /// Nobody reads by the clock for more than two days.
    private static let longestSilence = TimeSpan.seconds(48 * 3_600)
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

    /// - Parameter path: of the film or the sound; subtitles beside it have its name with another ending.
    /// - Throws: `CommandError.unusable`, when there are none, or nothing can be read of them.
    package static func open(_ path: String) throws(CommandError) -> SubtitledSound {
        guard let beside = SubtitlesBeside.find(path) else {
            throw .unusable("\(path.kept): no subtitles found (.ass, .vtt or .srt with the same name)")
        }
        return try SubtitledSound(path, beside)
    }

    private init(_ path: String, _ beside: SubtitlesBeside) throws(CommandError) {
        let bytes = try ChunkedFileReader.all(of: beside.path, atMost: TextLimits.sourceBytes)
        var cues = try CueChunk(bytes, beside.path)
        cues.add(soundAt: path)
        let name = FileNames.last(of: path)
        book = Book(
            String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]), language: cues.language ?? beside.language,
            chunks: [cues.entry])
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
            let length = min(cues.end, Self.longestSilence)
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

    package func sound(_ path: String) async throws -> sending SoundSource {
        switch origin {
        case .file(let path):
            guard let file = OpenFile(path) else { throw CommandError.unusable("\(path.kept): \(errorWords(errno))") }
            return .file(file)
        case .item(let item): return try await item.sound(path)
        case .silence(let length, _): return .silence(length)
        }
    }

    package var filmPath: String? { chunk.sounds.first.flatMap { ListedMedia.isFilm($0.path) ? $0.path : nil } }

    package func definition(of words: String) async -> [String]? { await item?.definition(of: words) }

    package func picture(_ picture: BookPicture) async -> [UInt8]? {
        picture == .cover ? await item?.picture(.cover) : nil
    }

    package func close() async { await item?.close() }
}

/// Subtitles as the only chunk of a book: each group of cues is a sentence, which lights as it is shown (reader 1.12).
struct CueChunk {
    var chunk: BookChunk
    let language: String?
    /// Whether they are in two languages.
    let isTwofold: Bool
    let oddities: [String]

    /// - Parameter name: of their file, for its ending and for errors.
    /// - Throws: `CommandError.unusable`, when nothing can be read of them.
    init(_ bytes: [UInt8], _ name: String) throws(CommandError) {
        let text: BookText
        do throws(TextError) {
            text = try BookText(bytes, as: TextFormat(fileName: name) ?? TextFormat(beginning: bytes))
        } catch {
            throw .unusable("\(name.kept): \(error.reason)")
        }
        guard !text.cues.isEmpty else { throw .unusable("\(name.kept): no cues found") }
        let isTwofold = text.cues.contains { $0.lanes.original != nil && $0.lanes.translation != nil }
        let sentences = text.cues.enumerated().map { Self.sentence($1, number: $0 + 1, isTwofold: isTwofold) }
        let id = contentHash(of: Array(text.cues.map(\.text).joined(separator: "\n").utf8)).hex
        chunk = BookChunk(id, sentences: sentences, sounds: [], isExact: true)
        (language, self.isTwofold, oddities) = (text.language, isTwofold, text.oddities)
    }

    /// What is shown in one language is what is heard.
    private static func sentence(_ cue: CueGroup, number: Int, isTwofold: Bool) -> BookSentence {
        let gate = SentenceGate(cue.start, cue.end)
        if isTwofold {
            return BookSentence(
                number: number, lanes: cue.lanes, originalGate: gate, translationGate: gate,
                originalWords: cue.words.original, translationWords: cue.words.translation)
        }
        let lane: Lane =
            cue.lanes.original != nil ? .original : cue.lanes.translation != nil ? .translation : .transliteration
        return BookSentence(
            number: number, lanes: PerLane(original: cue.lanes[lane], transliteration: nil, translation: nil),
            originalGate: gate, originalWords: cue.words[lane])
    }

    /// Where the last of them ends.
    var end: TimeSpan { chunk.sentences.compactMap(\.originalGate.end).max() ?? .zero }

    /// Heard with all of them.
    mutating func add(soundAt path: String, duration: TimeSpan? = nil) {
        chunk.sounds = [BookSound(isTwofold ? .combined : .original, path: path, duration: duration)]
    }

    var entry: ChunkEntry {
        let count = chunk.sentences.count
        return ChunkEntry(chunk.id, start: 1, end: count, sentenceCount: count)
    }
}

/// Tells a server times of a film where a reader tells sentences, and the other way round: it keeps those of films by their times
/// (reader 1.14).
struct FilmPlaces: PlaceServer {
    private let server: any PlaceServer
    private let starts: [TimeSpan]
    private let isFilm: Bool

    /// - Parameter chunk: of the film; its sentences are counted from 1.
    init(_ server: any PlaceServer, _ chunk: BookChunk, isFilm: Bool) {
        (self.server, self.isFilm) = (server, isFilm)
        starts = chunk.sentences.map { $0.originalGate.start ?? .zero }
    }

    /// The last one that has begun; before all of them the first.
    private func sentence(at time: TimeSpan) -> Int { max(1, starts.lastIndex { $0 <= time }.map { $0 + 1 } ?? 1) }

    private func time(of sentence: Int) -> TimeSpan? {
        starts.indices.contains(sentence - 1) ? starts[sentence - 1] : nil
    }

    func places() async throws -> ServerPlaces? {
        guard var places = try await server.places() else { return nil }
        if var entry = places.resume, let position = entry.position {
            // The word is looked for by the time, on whichever track: there is one sound.
            (entry.sentence, entry.track) = (sentence(at: position), .original)
            places.resume = entry
        }
        for place in places.bookmarks.indices {
            guard let position = places.bookmarks[place].position else { continue }
            places.bookmarks[place].sentence = sentence(at: position)
        }
        return places
    }

    /// What is at the very beginning of a film is no place to come back to.
    private static let leastTime = TimeSpan.seconds(5)

    func keep(_ entry: ResumeEntry, left: Double) async throws {
        guard let position = entry.position ?? entry.sentence.flatMap(time), position > Self.leastTime else { return }
        var reported = entry
        (reported.sentence, reported.position, reported.chunk, reported.track) = (nil, position, nil, nil)
        reported.isOfFilm = isFilm
        try await server.keep(reported, left: left)
    }

    func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark {
        guard let sentence = bookmark.sentence, let time = time(of: sentence) else {
            return try await server.add(bookmark)
        }
        var reported = bookmark
        (reported.sentence, reported.position, reported.isOfFilm) = (nil, time, isFilm)
        var kept = try await server.add(reported)
        kept.sentence = sentence
        return kept
    }

    func deleteBookmark(_ id: String) async throws { try await server.deleteBookmark(id) }
}
