import Events
import Platform

/// The bytes of a file, or of a pipe, a piece at a time.
package enum ChunkedFileReader {
    private static let pieceBytes = 1 << 16

    /// - Throws: `CommandError.unusable` when the file cannot be read; what `receive` throws.
    package static func read(_ path: String, _ receive: (ArraySlice<UInt8>) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        try read(descriptor, named: path, receive)
    }

    /// From where it stands; it stays open.
    /// - Parameter name: of the file in errors.
    /// - Throws: as above.
    package static func read(
        _ descriptor: Int32, named name: String, _ receive: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        var buffer = [UInt8](repeating: 0, count: pieceBytes)
        while true {
            guard let count = buffer.withUnsafeMutableBytes({ Descriptor.read(descriptor, into: $0) }) else {
                throw failure(name)
            }
            guard count > 0 else { return }
            try receive(buffer[..<count])
        }
    }

    /// All bytes of a small file.
    /// - Throws: `CommandError.unusable` also when there are more than `limit`.
    package static func all(of path: String, atMost limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try read(path) { piece in
                guard bytes.count + piece.count <= limit else {
                    throw CommandError.unusable("\(path): longer than \(limit) bytes")
                }
                bytes += piece
            }
        } catch {
            throw CommandError(error)
        }
        return bytes
    }

    private static func failure(_ path: String) -> CommandError {
        .unusable(FileNames.fault(path, FileNames.unreadable(path)))
    }
}

extension OpenFile {
    /// All that is left of it.
    /// - Parameter name: as errors call it.
    /// - Throws: `CommandError` for what has more than `limit` bytes, or cannot be read.
    package func bytes(atMost limit: Int, of name: String) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            guard let some = Descriptor.read(descriptor, limit: min(1 << 20, limit + 1 - bytes.count)) else {
                throw .unusable("\(name): \(errorWords())")
            }
            if some.isEmpty { return bytes }
            bytes += some
            guard bytes.count <= limit else { throw .unusable("\(name): more than \(limit) bytes") }
        }
    }
}
