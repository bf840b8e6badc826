import BookAPI
import Events
import Platform

/// Where the text and the sound of a book come from: a folder, a server, a voice.
///
/// From any thread; what takes time is waited for by whoever asks.
package protocol BookSource: Sendable {
    /// As it was when it was opened.
    var book: Book { get }
    /// What is strange about it, a line each.
    var oddities: [String] { get }
    /// By which a book is known again, wherever it lies: what is kept of it, such as how far it was read, has this name. 64 hexadecimal
    /// digits.
    var identity: String { get }
    /// All its texts lie on this machine: they may be read before anybody asks for them.
    var isAtHand: Bool { get }
    /// Reads a chunk.
    /// - Parameter index: in `book.chunks`.
    /// - Throws: why there is no text; `CommandError` says it in a line.
    func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String])
    /// The text of a chunk alone, without what it takes to hear it.
    func sentences(at index: Int) async throws -> [BookSentence]
    /// The same, with translations that are made when they are asked for.
    func translatedSentences(at index: Int) async throws -> (sentences: [BookSentence], oddities: [String])
    /// Opens the sound of a chunk that was read here.
    /// - Throws: why it cannot be had.
    func sound(_ path: String) async throws -> sending SoundSource
    /// What the book itself knows of words, paragraph by paragraph; a stranger's text.
    /// - Returns: `nil` where it knows nothing.
    func definition(of words: String) async -> [String]?
    /// What a language model of its server says of words, paragraph by paragraph; a stranger's text, which costs somebody something.
    /// - Parameters:
    ///   - language: of the words, as the book calls it.
    ///   - other: the book's other one.
    /// - Returns: nothing where there is no such server.
    /// - Throws: why it does not answer.
    func explanation(of words: String, language: String?, other: String?) async throws -> [String]
    /// Who keeps places and marks of it besides this machine; `nil` for nobody.
    var placeServer: (any PlaceServer)? { get }
    /// An encoded picture, of at most `BookLimits.pictureBytes`; whatever it is, it is a stranger's.
    /// - Returns: `nil` where there is none, or where it cannot be had.
    func picture(_ picture: BookPicture) async -> [UInt8]?
    /// Music that can be heard beneath it.
    /// - Parameter id: which of those that its server has; `nil` for its own, else the one that the server takes.
    /// - Returns: `nil` where there is none.
    /// - Throws: why it cannot be asked for.
    func music(named id: String?) async throws -> BookMusic?
    /// What it is the sound of, for `sound`, where that is a film with pictures.
    var filmPath: String? { get }
    /// Waits until the book has grown.
    /// - Returns: `nil` once it does not grow any more.
    func grown() async -> Book?
    /// Nothing is asked for any more; whoever waits for something waits no longer.
    func close() async
}

extension BookSource {
    /// Of its names and of where it begins, which stay as a book grows, and not of its text, which may lie elsewhere.
    package var identity: String {
        let first = book.chunks.first
        let names = [
            book.title, book.author, book.language, book.translationLanguage, first?.id, first?.start.map(String.init),
        ]
        return contentHash(of: Array(names.map { $0 ?? "" }.joined(separator: "\n").utf8)).hex
    }
    package func sentences(at index: Int) async throws -> [BookSentence] { try await chunk(at: index).chunk.sentences }
    package func translatedSentences(at index: Int) async throws -> (sentences: [BookSentence], oddities: [String]) {
        (try await sentences(at: index), [])
    }
    package func definition(of words: String) async -> [String]? { nil }
    package func explanation(of words: String, language: String?, other: String?) async throws -> [String] { [] }
    package var isAtHand: Bool { false }
    package var placeServer: (any PlaceServer)? { nil }
    package var filmPath: String? { nil }
    package func picture(_ picture: BookPicture) async -> [UInt8]? { nil }
    package func music(named id: String?) async throws -> BookMusic? { nil }
    package func grown() async -> Book? { nil }
    package func close() async {}
}

/// A source that may have a film, or subtitles alone, in the place of a book (reader 1.12).
package protocol FilmSource: BookSource {
    /// What plays it; its paths are for `sound` and `subtitles`.
    var player: ItemPlayer { get }
    /// All bytes of a file of subtitles.
    /// - Throws: why it cannot be had.
    func subtitles(_ path: String) async throws -> [UInt8]
}

extension JobFolder: FilmSource {
    package var isAtHand: Bool { true }
    package func sound(_ path: String) throws -> sending SoundSource { .file(try file(path)) }
}

/// Where the samples of a sound are.
package enum SoundSource {
    /// It can be sought in, and lies on a disk or in memory.
    case file(OpenFile)
    /// Here: of one channel, so many a second.
    case samples([Int16], rate: Int)
    /// Nowhere: nothing is heard for so long.
    case silence(TimeSpan)
}

/// Music that is heard beneath a book.
package struct BookMusic: Hashable, Sendable {
    /// For people; a stranger's text.
    package var title: String
    /// As the book opens its sounds.
    package var path: String
    /// It was made with the book; else its server has it for any.
    package var isOwn: Bool

    package init(_ title: String, path: String, isOwn: Bool) {
        (self.title, self.path, self.isOwn) = (title, path, isOwn)
    }
}

/// A picture of a book.
package enum BookPicture: Hashable, Sendable {
    case cover
    /// At the path that the text of a sentence names; several sentences may share it.
    case file(String)
    /// Of a sentence whose text names none. There may be one all the same.
    /// - chunk: its place in the book.
    case sentence(Int, chunk: Int)
}

/// Keeps for somebody who is logged in where they left a book, and what they have marked in it (reader 1.14). All times here are those of
/// this machine's clock, whatever the server's shows.
///
/// From any thread.
package protocol PlaceServer: Sendable {
    /// - Returns: `nil` where nobody is logged in.
    func places() async throws -> ServerPlaces?
    /// Keeps a place, unless one that is later is there.
    /// - Parameter left: when it was read, in seconds since 1970.
    func keep(_ entry: ResumeEntry, left: Double) async throws
    /// - Returns: the one that is kept, with its name.
    func add(_ bookmark: ServerBookmark) async throws -> ServerBookmark
    func deleteBookmark(_ id: String) async throws
}

/// What a server keeps of a book.
package struct ServerPlaces: Hashable, Sendable {
    package var resume: ResumeEntry?
    /// The newest first.
    package var bookmarks: [ServerBookmark]

    /// Seconds: a server tells its clock in whole ones, and stamps what was noted a moment ago. Of places no further apart nobody knows
    /// which is the later one.
    package static let tolerance = 1.5

    package init(_ resume: ResumeEntry?, _ bookmarks: [ServerBookmark]) {
        (self.resume, self.bookmarks) = (resume, bookmarks)
    }
}
