import CProcess
import Events
import Live
import Playback
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
            var wish = LiveOptions(title: title, identity: BackendIdentity(user: connection.user, agent: title))
            wish.isCall = narrator == nil
            let live = LiveSession(wish, connection, tape, clock)
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
