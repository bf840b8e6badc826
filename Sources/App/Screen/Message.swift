import Decoding
import Events
import Hosting
import Live
import Playback
import Screens
import Terminal
import TileLink

/// Everything that the run loop can be told. It takes one at a time, in the order in which they were posted.
enum Message: Sendable {
    case terminal(TerminalEvent)
    /// The moment that the loop asked to be woken at, or there is something to hear.
    case wake
    /// What takes long goes on.
    case work
    case decoded(Member, DecodedPictures)
    case sound(Member, SoundNews)
    case live(Member, LiveNews)
    /// What became of a message that was sent.
    case posted(Member, PostOutcome)
    /// What came of something that the tile wants.
    case tile(TileNews)
    case video(TileVideo.News)
    /// What came of something that a reader of a book wants.
    case book(BookNews)
    /// From somebody who works on files beside the loop.
    case files(ScreenInput)
    /// Until when there is something to see on the tape that is played; `nil` where that cannot be known.
    case length(Instant?)
    /// From the program that is hosted.
    case host(HostedEvent)
    /// From programs that speak through the tile.
    case utterance(UtteranceEvent)

    /// While something is looked for these come by the hundred.
    var isOneOfMany: Bool {
        switch self {
        case .decoded, .sound: true
        default: false
        }
    }
}
