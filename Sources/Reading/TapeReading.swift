import Decoding
import Events
import Playback
import Reader
import Settings
import Tapes

/// What a tape tells of a book that was read: every change, and why. It is replayed as it was heard.
package struct TapeReading {
    private let tape: TapeReader

    package init(_ tape: TapeReader) { self.tape = tape }

    /// - Parameter write: takes one line of output, without its end.
    package func run(asJSON: Bool, write: (String) throws -> Void) throws {
        var (run, isOfBook) = (try VirtualRun(tape, TapePlaying(isFresh: false)), false)
        if !asJSON { try write(ReadingLine.header) }
        try run.run { item in
            guard case .reading(let record, let note) = item, !record.isPreparing else { return }
            isOfBook = true
            let line = ReadingLine(note.time, record)
            try write(asJSON ? line.json.text : line.text)
        }
        if !asJSON, !isOfBook { try write("# this recording contains no book") }
    }
}
