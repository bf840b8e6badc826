import Events
import Files
import Platform

/// By which a recording is known again under another name and in another place.
package enum RecordingFingerprint {
    private static let pieceBytes = 1 << 16
    /// Evenly from its beginning to its end: of a recording of a megabyte all of it.
    private static let pieces = 16

    /// Of when and where it was recorded: the same while it grows, and with other marks. `nil` for a tape that does not say when.
    package static func ofOrigin(_ tape: TapeReader) -> String? {
        guard let meta = try? tape.meta(), let started = meta[TapeFormat.started] else { return nil }
        return contentHash(of: Array("\(started) \(meta["host"] ?? "")".utf8)).hex
    }

    /// Of its size and of pieces of it: any change of a tape changes its first page. `nil` for what is no file that can be read.
    package static func of(_ path: String) -> String? {
        guard let status = FileStatus(path), status.kind == .file, let file = OpenFile(path) else { return nil }
        var bytes = Array(String(status.byteCount).utf8)
        let last = max(0, status.byteCount - pieceBytes)
        for start in Set((0..<pieces).map { last * $0 / (pieces - 1) }).sorted() {
            guard lseek(file.descriptor, off_t(start), SEEK_SET) >= 0,
                let piece = Descriptor.read(file.descriptor, limit: pieceBytes)
            else { return nil }
            bytes += piece
        }
        return contentHash(of: bytes).hex
    }
}
