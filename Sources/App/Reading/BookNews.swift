import Events
import Playback
import Sound

/// What came of something that was wanted for a book, told from anywhere.
enum BookNews: Sendable {
    /// Something strange about a chunk.
    case odd(String)
    case grown(Book)
    case opened(any Loudspeaker)
    case noDevice(SoundError)
    /// Something that was waited for is there now: it is asked for again.
    case ready
    /// Of the face that reads: what its mouth does, and the picture of one.
    case mouths(SoundGeneration, MouthScript)
    case mouth(MouthPicture.Key, at: PixelPoint, picture: [UInt8])
    case lookedUp(String, Result<[String], CommandError>)
    case found(String, sentences: [Int], part: Double)
}
