import BookFolders
import CProcess
import Events
import Live
import Playback
import Reading
import Screens
import Settings
import SocketIO
import Speaking
import Terminal

/// `cameo read`, on a screen.
package enum ReadingAloud {
    /// - Parameter narrator: whose face reads; `nil` for none.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func read(
        _ book: ReadBook, narrator: SpeakerOptions?, _ playback: PlaybackOptions
    ) async throws -> Ending {
        var playback = playback
        // Nobody is there to be shown.
        if narrator == nil, book.film == nil { playback.tile.append(.mode(.off)) }
        do {
            cameo_return_pages()
            let title = book.source.book.title
            let device = try TerminalDevice(readsKeysFromTerminal: true)
            let session = try narrator?.speechSession()
            let connection: any LiveConnection =
                if let session { SpokenBackend(session) } else { try CallLines(nil) }
            let tape = try LiveTape(recording: playback.record, source: title, overwrites: playback.overwrites)
            let clock = SessionClock()
            var options = LiveOptions(title: title, identity: BackendIdentity(user: connection.user, agent: title))
            options.isCall = narrator == nil
            let live = LiveSession(options, connection, tape, clock)
            var subject = ScreenSubject(live, clock)
            subject.book = book
            subject.book?.face = session?.avatar
            subject.avatar = session?.avatar.pack.title
            return try await RunLoop.open(subject, playback, device).run()
        } catch {
            throw CommandError(error)
        }
    }
}

/// A book that is to be read on a screen, and how.
package struct ReadBook: Sendable {
    package var source: any BookSource
    package var settings: ReaderSettings
    /// Whose face reads; `nil` for none.
    var face: SpokenAvatar?
    /// Whose pictures are shown in the place of a face; as the book opens it.
    package var film: String?
    /// Asked for words that the book itself does not know; `nil` for nobody.
    package var dictionary: LookupCommand?
    /// Asked where nobody else knows a word: the language model of the book's server.
    package var asksModel = false
    package var music = MusicOptions()
    /// What opens it again, which is kept with its place.
    package var path: String?
    /// Keeps where it was left; `nil` where nothing is kept.
    package var shelf: BookShelf?
    var known: KnownPlace

    /// - Parameter known: as it was found; without it only what is kept here.
    package init(
        _ source: any BookSource, _ settings: ReaderSettings, on shelf: BookShelf? = BookShelf(),
        known: KnownPlace? = nil
    ) {
        (self.source, self.settings, self.shelf) = (source, settings, shelf)
        self.known = known ?? KnownPlace(source, on: shelf)
    }
}

extension ReadBook {
    /// From the book's own dictionary, else the user's, else the model of the book's server.
    func answer(to query: LookupQuery) async -> Lookup.Answer {
        if let known = await source.definition(of: query.words) { return .found(known) }
        var reason = "not in the book's dictionary"
        do throws(LookupError) {
            let found = try await dictionary?.paragraphs(
                of: query.words, language: query.language, other: query.otherLanguage)
            if let found, !found.isEmpty { return .found(found) }
            if found != nil { reason = "not in the book's dictionary or the lookup command's" }
        } catch {
            reason = error.reason
        }
        guard asksModel, !Task.isCancelled else { return .none(reason) }
        do {
            let found = try await source.explanation(
                of: query.words, language: query.language, other: query.otherLanguage)
            return found.isEmpty ? .none(reason) : .found(found)
        } catch {
            return .none(CommandError(error).reason)
        }
    }
}
