import Platform
import Playback
import Tapes

/// A new tape for what is heard of a book.
package enum ReadingTape {
    /// - Parameter overwrites: whether it takes the place of a recording of that name, which is gone then.
    package static func create(
        _ path: String, source: String, overwrites: Bool = false
    ) throws(TapeError) -> TapeWriter {
        let replaced = overwrites ? try TapeFiles.setAside(path) : nil
        do throws(TapeError) {
            let tape = try TapeWriter(creating: path, meta: Recorder.meta(source: source))
            if let replaced { unlink(replaced) }
            return tape
        } catch {
            if let replaced { rename(replaced, path) }
            throw error
        }
    }
}
