import Debugger
import Events
import Keys
import Sessions
import SocketIO

/// Everything that the screen hears; time and what is played come with each (`Played`).
package enum ScreenInput: Sendable {
    /// Before everything else.
    case began
    /// There is no sound device, and why.
    case unheard(String)
    /// What the tape lacks, or has otherwise than it was recorded.
    case damaged(String)
    case key(Key)
    case resized(ScreenGeometry)
    /// Another turn of the loop: what waits for something that is played may go on.
    case turned
    /// Time for a part of what goes through all of a long log (`ScreenModel.hasWork`).
    case workDue
    /// The panels will be drawn: time to take note of what has come since they were drawn last.
    case panelsDue

    /// How going somewhere ended.
    case arrived(SeekOutcome)
    /// Something that the user should read.
    case notice(String)
    /// The same about how something was made or sent, for people who look for faults.
    case remark(String)
    /// What was said has been there for long enough.
    case noticeDue
    /// Nothing has followed the digits that were typed (`ScreenModel.countEnd`).
    case countDue
    /// What came of what the prompt's line was entered for: why it was not done; `nil` when it was.
    case answered(String?)

    /// Of the tape, as it has them now.
    case marks([Mark])
    /// Paths of tapes that were open before, the last one first.
    case recent([String])
    /// How many percent of all frames' pixels have been looked at.
    case looked(percent: Int)
    /// What somebody found who looked at the pixels of all frames.
    case found([AuditFinding], Coverage)
    /// How far an export is, in words.
    case exporting(String)
    case exported(String)
    /// How much of the log is in its file, from 0 to 1.
    case writing(path: String, Double)
    case written(String)

    /// - by: who said it, where there are several.
    case spoken(TextSegment, by: String? = nil, at: Instant)
    /// What was said in earlier sessions; with whom, where there are several.
    case history([PastMessage], of: String, with: String? = nil)
    /// What became of the message that was sent under this number; `nil` when it was taken.
    case posted(Int, failure: String?)
    /// What was to be said cannot be, or not all of it.
    case trouble(String)
    /// All has been said that there was to say.
    case saidAll
    /// The next of those that are said by themselves; `nil` behind the last one.
    case line(String?)

    /// What came of looking words up.
    case lookedUp(Lookup)
    /// There is a picture of what is read, or none any more.
    case illustrated(Bool)
    /// Where a text stands in a book, as far as that is known.
    case matches(BookMatches)
    case hosted(HostEvent)
}

/// What the screen hears of a hosted program and of what is typed for it.
package enum HostEvent: Hashable, Sendable {
    /// The next key is ours.
    /// - program: who has the keys else, where that is known.
    case prefixed(program: String?)
    case abandoned
    /// Something for the program.
    case typed
    /// A key that closes what the wheel has scrolled back to, or goes on from there; `nil` for one that nothing here knows.
    case caught(Key?)
    /// A text was found so many lines back; `nil` for nowhere further that way.
    case found(back: Int?)
    /// So many lines have left its screen and are kept, and so many since this was said last.
    case history(Int, pushed: Int)
    /// The wheel was turned, while keys go to the program: lines back.
    case wheeled(Int)
    /// Its cursor has been under the tile for too long.
    case cursorCovered
    /// Its cursor is in that row; told while the screen is cramped.
    case cursor(row: Int)
}

/// What is looked for in a hosted program's history.
package enum HistorySearch: Hashable, Sendable {
    package enum Direction: Hashable, Sendable { case older, newer }

    /// A line for it has been opened.
    case begun
    /// The text so far.
    case typed(String)
    case next(Direction)
    /// Nothing any more.
    case forgotten
}
