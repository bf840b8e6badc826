import Events
import Foundation

/// Writes lines to a new file, in pieces of a quarter of a mebibyte.
final class LineWriter {
    private let path: String
    private let file: FileHandle
    private var buffer: [UInt8] = []

    /// - Throws: `TapeError.alreadyExists`, `.unwritable`.
    init(creating path: String) throws(TapeError) {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw .alreadyExists(path: path) }
            throw .unwritable(path: path, reason: errorWords())
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ line: [UInt8]) throws(TapeError) {
        buffer += line
        buffer.append(0x0A)
        if buffer.count >= 1 << 18 { try flush() }
    }

    func close() throws(TapeError) {
        try flush()
        do { try file.close() } catch { throw failure(error) }
    }

    private func flush() throws(TapeError) {
        do { try file.write(contentsOf: buffer) } catch { throw failure(error) }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure(_ error: any Error) -> TapeError {
        let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? (error as NSError).code
        return code == Int(ENOSPC) ? .diskFull(path: path) : .unwritable(path: path, reason: "\(error)")
    }
}
