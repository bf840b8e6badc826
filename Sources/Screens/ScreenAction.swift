import Debugger
import Engine
import Events
import Sessions

/// What the screen wants done by those who own the playback, the sound, the files, the session and the terminal.
package enum ScreenAction: Hashable, Sendable {
    // Playing.
    case togglePause
    /// Percent.
    case setSpeed(Int)
    case goLive
    case go(to: Goal)
    /// The same, and it plays on from there.
    case play(from: Goal)
    case skip(TimeSpan)
    case seek(to: Instant)
    /// To the stop that is so many stops away.
    case run(Search.Direction, times: Int = 1)
    /// The same to faults whose causes are of another kind than what is to be seen now.
    case runToOtherFault(times: Int = 1)
    /// To the end of the tape, also where that was abandoned.
    case runAhead
    case abandonRunAhead
    /// What somebody found who looked at pixels, into the log.
    case add([AuditFinding])
    /// Look at the pixels of all frames, beside everything else.
    case testSeams

    // Sound.
    case setMuted(Bool)
    case setVolume(Int)
    /// Beneath a book.
    case toggleMusic

    // Files. Those that are asked for by a line are answered by `ScreenInput.answered`.
    case savePicture
    case setBreakpoints([Breakpoint])
    case readMarks
    case readRecentTapes
    case addMark(Mark)
    /// - note: `nil`: it stays as it is.
    case rename(Mark, to: String, note: String?)
    case remove(Mark)
    case writeLog(to: String)
    /// Frames as they were on screen, in the view that is chosen.
    case export(to: String, frames: ClosedRange<Int>)
    case abandonLogWriting
    case abandonExport

    // A live session.
    case send(OutgoingText)
    /// Whom of several avatars the user wants to see; `nil`: who speaks.
    case pin(Member?)
    case retryConnection
    /// The next of the lines that are said by themselves.
    case readLine
    /// Ends what is being said, and all that waits for that.
    case hush

    // A book.
    case read(ReaderCommand)
    case lookUp(LookupQuery)
    /// From where one reads on, and behind the end from the beginning.
    case searchBook(String, from: BookMatches.Start)
    /// In the place of another one in the same sentence.
    case setBookmark(Bookmark)
    case removeBookmark(Bookmark)
    /// Others may have marked something.
    case lookForBookmarks

    // A hosted program.
    /// Of its text, with the mouse.
    case beginSelection(CellPoint)
    /// Answered by `HostEvent.found`.
    case findInHistory(HistorySearch)
    /// Gives it what was selected.
    case pasteSelection

    // The terminal.
    case repaint
    /// For its clipboard.
    case copy(String)
    case suspend
    /// The pixels that the probe has read are not needed any more.
    case endProbe
    case quit
    /// All has been said that there was to say.
    case endSpeech
    /// Ends the program, which could not do what it was asked to.
    case fail(String)
}

/// A message on its way to the backend.
package struct OutgoingText: Hashable, Sendable {
    package var text: String
    /// Who is to hear it.
    package var member: Member
    /// Of its line in the conversation.
    package var number: Int
    /// Clips that can be drawn (K48).
    package var ready: [ClipName]
    /// The playhead has to be at the live edge for it.
    package var goesLive: Bool
}
