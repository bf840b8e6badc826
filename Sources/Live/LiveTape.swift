import Events
import Files
import Platform
import Playback
import Tapes

/// The tape that every live session has, so that its past can be looked at however long it goes on: the one that the user
/// wants recorded, or else one that goes with the session.
package struct LiveTape {
    package let reader: TapeReader
    package let stream: LiveStream
    package let recorder: Recorder
    private let path: String
    /// Where the recording is that this one replaces, until it is complete.
    private let replaced: String?
    private let folder: TemporaryFolder?
    private let temporaryFiles: TemporaryFiles?

    /// - Parameters:
    ///   - path: of the tape that stays; `nil` for one that does not.
    ///   - source: what is recorded, as the tape says of itself.
    ///   - overwrites: whether it takes the place of a recording of that name.
    ///   - sizeLimit: bytes that it may have.
    /// - Throws: `TapeError` when the tape cannot be created or there is no place for a temporary one.
    package init(
        recording path: String?, source: String, overwrites: Bool = false,
        sizeLimit: Int = TapeWriter.usualSizeLimit
    ) throws(TapeError) {
        let folder = path == nil ? try TemporaryFolder.make(large: true) : nil
        let place = path ?? folder?.tape ?? ""
        let replaced = overwrites ? try TapeFiles.setAside(place) : nil
        (self.path, self.replaced, self.folder) = (place, replaced, folder)
        temporaryFiles = folder.map { TemporaryFiles($0.temporaryFiles) }
        let stream = LiveStream()
        do throws(TapeError) {
            let writer = try TapeWriter(
                creating: place, meta: Recorder.meta(source: source), isTemporary: path == nil,
                sizeLimit: sizeLimit, onWrite: { stream.wrote(messages: $0) })
            do throws(TapeError) {
                reader = try TapeReader(recordedHere: place)
            } catch {
                TapeFiles.remove(place)
                throw error
            }
            stream.attach(reader)
            recorder = Recorder(writer, path: place, blobs: UnwrittenBlobs(stream: stream)) { stream.endTape() }
        } catch {
            temporaryFiles?.remove()
            if let replaced { rename(replaced, place) }
            throw error
        }
        self.stream = stream
    }

    /// Whether it goes with the session.
    package var isTemporary: Bool { temporaryFiles != nil }

    /// Takes back a tape on which nothing has been recorded.
    package func discard() async {
        stream.release()
        reader.close()
        await recorder.discard()
        temporaryFiles?.remove()
        if let replaced { rename(replaced, path) }
    }

    /// Writes what waits. A tape that says nothing about a backend does not stand in the way of the next try: one of a session without a
    /// link, or without a message where nothing could be written.
    /// - Returns: why the recording ended early, if it did and somebody wanted it.
    package func close(hadLink: Bool = true) async -> CommandError? {
        stream.release()
        // Whoever closes a tape last takes its log into it, which one that only reads cannot.
        reader.close()
        let failure = await recorder.close()
        if let temporaryFiles {
            temporaryFiles.remove()
            return nil
        }
        if !hadLink || failure != nil && !stream.hasWritten {
            TapeFiles.remove(path)
            if let replaced { rename(replaced, path) }
        } else if let replaced {
            unlink(replaced)
        }
        return failure
    }
}
