import Events
import Files
import Platform

/// Writes lines to a new file, in pieces of a quarter of a mebibyte.
final class LineWriter {
    private let path: String
    private let file: OpenFile
    private var buffer: [UInt8] = []

    /// - Throws: `TapeError.alreadyExists`, `.unwritable`.
    init(creating path: String) throws(TapeError) {
        self.path = path
        guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL) else {
            if errno == EEXIST { throw .alreadyExists(path: path) }
            throw .unwritable(path: path, reason: FileNames.obstacle(path))
        }
        self.file = file
    }

    func write(_ line: [UInt8]) throws(TapeError) {
        buffer += line
        buffer.append(0x0A)
        if buffer.count >= 1 << 18 { try flush() }
    }

    func close() throws(TapeError) {
        try flush()
        guard file.close() else { throw failure }
    }

    private func flush() throws(TapeError) {
        guard Descriptor.writeAll(buffer, to: file.descriptor) else { throw failure }
        buffer.removeAll(keepingCapacity: true)
    }

    private var failure: TapeError {
        errno == ENOSPC ? .diskFull(path: path) : .unwritable(path: path, reason: errorWords())
    }
}
