import Events
import Files
import Tapes
import Wire

/// A tape opened from its own form or, through a temporary tape, from NDJSON.
package struct OpenTape {
    package let reader: TapeReader
    private let folder: TemporaryFolder?
    private let temporaryFiles: TemporaryFiles?

    /// - Parameter partial: files that the command may make and that must not outlive it, `close` included.
    /// - Throws: `TapeError`, also when there is no room for a temporary file; `CommandError` for a tape without a stream.
    package init(_ path: String, leaving partial: [String] = []) throws {
        guard Self.isText(path) else {
            reader = try TapeReader(path: path)
            guard !Self.holdsLog(reader) else {
                throw CommandError.unusable(
                    "\(path): a client's frame log, not a stream; use `cameo inspect` or `cameo diff`")
            }
            temporaryFiles = partial.isEmpty ? nil : TemporaryFiles(partial)
            folder = nil
            return
        }
        let folder = try TemporaryFolder.make()
        let temporaryFiles = TemporaryFiles(partial + folder.temporaryFiles)
        do {
            _ = try convert(path, to: folder.tape)
            reader = try TapeReader(path: folder.tape)
            (self.folder, self.temporaryFiles) = (folder, temporaryFiles)
        } catch {
            temporaryFiles.remove()
            throw error
        }
    }

    package static func isText(_ path: String) -> Bool { StreamForm(reading: path) == .lines }

    /// Whether its name ends as a tape's does, in either form.
    package static func isNamed(_ path: String) -> Bool { (try? StreamForm(path: path)) != nil }

    package func close() {
        reader.close()
        temporaryFiles?.remove()
    }

    /// Whether it holds what a client logged, and no stream.
    package static func holdsLog(_ tape: TapeReader) -> Bool { (try? tape.meta()["holds"]) == ClientLog.content }
}
