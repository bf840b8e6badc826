import Events
import Platform

/// The lines of a file, one after the other, never all of it in memory.
struct LineReader {
    /// Bytes of the longest line.
    static let lineLimit = TapeFormat.largestValue

    let path: String
    private let limit: Int
    /// Of the line that `next` returned last, counted from 1.
    private(set) var number = 0
    private let file: OpenFile
    private var buffer: [UInt8] = []
    /// Where in `buffer` the next line starts, and up to where it was searched for the line's end.
    private var start = 0
    private var searched = 0
    private var isAtEnd = false

    init(path: String, limit: Int = Self.lineLimit) throws(TapeError) {
        (self.path, self.limit) = (path, limit)
        _ = try TapeFileHeader.size(of: path)
        guard let file = OpenFile(path) else { throw .unreadable(path: path, reason: errorWords()) }
        self.file = file
    }

    /// The next line without its end and, at the beginning of the file, without a byte order mark; `nil` at the end.
    /// - Throws: `TapeError.badLine` for a line of more than `limit` bytes, of which no more than one reading is in memory.
    mutating func next() throws(TapeError) -> ArraySlice<UInt8>? {
        while true {
            if let end = lineEnd() { return try line(upTo: end, next: end + 1) }
            searched = buffer.count
            if isAtEnd {
                return start < buffer.count ? try line(upTo: buffer.count, next: buffer.count) : nil
            }
            try check(buffer.count - start)
            try fill()
        }
    }

    private func lineEnd() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, searched < bytes.count,
                let end = memchr(base + searched, 0x0A, bytes.count - searched)
            else { return nil }
            return UnsafeRawPointer(end) - base
        }
    }

    private func check(_ count: Int) throws(TapeError) {
        guard count > limit else { return }
        throw .badLine(path: path, line: number + 1, reason: "longer than \(ByteText.mebibytes(limit))")
    }

    private mutating func line(upTo end: Int, next: Int) throws(TapeError) -> ArraySlice<UInt8> {
        try check(end - start)
        var line = buffer[start..<end]
        start = next
        searched = next
        number += 1
        if line.last == 0x0D { line.removeLast() }
        if number == 1 { line = line.withoutByteOrderMark }
        return line
    }

    private mutating func fill() throws(TapeError) {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
        guard let bytes = Descriptor.read(file.descriptor, limit: 1 << 18) else {
            throw .unreadable(path: path, reason: errorWords())
        }
        isAtEnd = bytes.isEmpty
        buffer += bytes
    }
}
