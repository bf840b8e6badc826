import Debugger
import Engine
import Events
import Exports
import Frames
import Live
import Playback
import Terminal

/// Everything that the run loop can be told. It takes one at a time, in the order in which they were posted.
enum Message: Sendable {
    case terminal(TerminalEvent)
    /// The moment that the loop asked to be woken at.
    case wake
    case decoded(DecodedPictures)
    case exporting(ExportNews)
    /// What somebody found who looked at the pixels of all frames.
    case faultsFound([AuditFinding], Judged)
    case live(LiveNews)
    case sound(SoundNews)
    /// What became of a message that was sent.
    case posted(PostOutcome)
}
