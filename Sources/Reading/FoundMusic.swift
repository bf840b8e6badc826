import Books
import Events
import Files
import Platform
import Settings
import Sound

/// Music that is there to be heard beneath a book.
package struct FoundMusic: Sendable {
    /// For people; a stranger's text.
    package let title: String
    /// It is heard from the beginning: it belongs to the book, or the user named it.
    package let begins: Bool
    private let place: Place

    private enum Place: Sendable {
        /// The user's.
        case file(String)
        case ofBook(String)
    }

    /// Looks for what is wanted, or else for what the book or its server has.
    /// - Returns: `nil` where there is none.
    /// - Throws: why it cannot be asked for, or that what was named is nothing.
    package static func find(_ wish: MusicWish, for book: any BookSource) async throws -> FoundMusic? {
        guard case .named(let name) = wish.choice else {
            return try await book.music(named: nil).map { FoundMusic($0, begins: $0.isOwn && wish.choice == .ofBook) }
        }
        if FileStatus(name)?.kind == .file {
            return FoundMusic(title: FileNames.last(of: name), begins: true, place: .file(name))
        }
        guard let music = try await book.music(named: name) else {
            throw CommandError.unusable("\(name.kept): neither a file nor music on the book's server")
        }
        return FoundMusic(music, begins: true)
    }

    private init(title: String, begins: Bool, place: Place) {
        (self.title, self.begins, self.place) = (title, begins, place)
    }

    private init(_ music: BookMusic, begins: Bool) {
        self.init(title: music.title, begins: begins, place: .ofBook(music.path))
    }

    /// - Parameters:
    ///   - rate: samples a second that the device takes.
    ///   - report: called from anywhere when more of it has been decoded.
    /// - Throws: why it cannot be heard.
    package func open(
        _ book: any BookSource, rate: Int, report: @escaping @Sendable () -> Void
    ) async throws -> StreamedSound {
        do {
            switch place {
            case .ofBook(let path):
                return try await StreamedSound.open(try await book.file(path), rate: rate, report: report)
            case .file(let path):
                guard let file = OpenFile(path) else { throw SoundError.unreadable(errorWords()) }
                return try await StreamedSound.open(file, rate: rate, report: report)
            }
        } catch let error as SoundError {
            throw CommandError.unusable("\(title.kept): \(error.reason)")
        }
    }
}
