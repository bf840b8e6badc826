import Platform

/// The part of a file that was read last. Where the file is read by others, too, nothing of that is touched.
struct FileWindow {
    private let file: OpenFile
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var start = 0
    private var count = 0

    init(_ file: OpenFile) { self.file = file }

    /// Where somebody else has read up to, who has handed the file on.
    var firstOffset: Int { max(Int(lseek(file.descriptor, 0, SEEK_CUR)), 0) }

    /// Bytes of the file.
    var fileSize: Int { FileStatus(descriptor: file.descriptor)?.byteCount ?? 0 }

    /// At most so many bytes from `offset` on, fewer at the end of the file and where only a part of them is at hand; at least
    /// `least` unless the file ends. To be let go before the next ones are asked for.
    /// - Returns: `nil` with `errno` when it cannot be read.
    mutating func bytes(at offset: Int, atMost most: Int, least: Int = 1) -> ArraySlice<UInt8>? {
        let needed = min(least, most)
        if offset < start || offset + needed > start + count {
            guard let read = fill(from: offset) else { return nil }
            (start, count) = (offset, read)
        }
        let first = offset - start
        return buffer[first..<min(first + most, count)]
    }

    private mutating func fill(from offset: Int) -> Int? {
        let descriptor = file.descriptor
        return buffer.withUnsafeMutableBytes { buffer in
            while true {
                let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                if count >= 0 { return count }
                if errno != EINTR { return nil }
            }
        }
    }
}
