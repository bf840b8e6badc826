import Playback
import Tapes

/// A new tape for what is heard of a book.
package enum ReadingTape {
    package static func create(_ path: String, source: String) throws(TapeError) -> TapeWriter {
        try TapeWriter(creating: path, meta: Recorder.meta(source: source))
    }
}
