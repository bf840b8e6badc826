import BookAPI
import BookFolders
import Events
import Frames
import Reading
import Screens
import SocketIO
import Sound

/// What came of something that was wanted for a book, told from anywhere.
enum BookEvent: Sendable {
    case opened(any Loudspeaker)
    case noDevice(SoundError)
    /// Something that was waited for is there now: it is asked for again.
    case ready
    /// What the session is to hear.
    case heard(LocalInput)
    /// What it is to hear that has to be on the tape as it is.
    case keep(WireMessage)
    /// What is on the disk, also of what others have marked, after so many changes of ours.
    case kept(ReadingPlace, changes: Int)
    /// The server has a bookmark that was made here.
    case bookmarkKept(Bookmark, id: String)
    /// It does not have one any more that was removed here.
    case bookmarkGone(id: String)
    /// What came of a picture that was wanted; `nil` where there is none.
    case picture(BookPicture, Picture?)
    case music(MusicPlayer.Event)
    case film(Result<FilmFrames.Frame, SoundError>)
    /// What the screen is to hear.
    case told(ScreenInput)
}

extension BookEvent {
    init(_ event: ServerKeeper.Event) {
        switch event {
        case .kept(let bookmark, let id): self = .bookmarkKept(bookmark, id: id)
        case .gone(let id): self = .bookmarkGone(id: id)
        case .failed(let words): self = .told(.notice(words))
        }
    }
}
