import CBytes

/// Lines of bytes that come in pieces, cut anywhere. A line feed ends a line; a carriage return before it is left in the line.
package struct LineSplitter: Sendable {
    /// Bytes of the longest line, without its end.
    package let longest: Int
    private(set) var bytes: [UInt8] = []
    /// What is before it has been given or passed over.
    private var start = 0
    /// Up to here there is no end of the next line.
    private var searched = 0
    /// What comes next belongs to a line that is too long.
    private var isSkipping = false

    package init(longest: Int) { self.longest = longest }

    /// Linear in all that comes as long as no line that was given before is kept.
    package mutating func receive(_ piece: some Collection<UInt8>) {
        if start == bytes.count {
            bytes = Array(piece)
        } else {
            bytes.removeFirst(start)
            bytes += piece
        }
        (start, searched) = (0, searched - start)
    }

    /// The next line, without its end; `nil` until that has come. One that is too long fails once, also before its end has come, and
    /// the rest of it is passed over.
    package mutating func next() -> Result<ArraySlice<UInt8>, LineTooLong>? {
        while let end = lineEnd() {
            let line = bytes[start..<end]
            (start, searched) = (end + 1, end + 1)
            if !isSkipping { return line.count > longest ? .failure(LineTooLong(limit: longest)) : .success(line) }
            isSkipping = false
        }
        searched = bytes.count
        if isSkipping { start = searched }
        guard searched - start > longest else { return nil }
        (start, isSkipping) = (searched, true)
        return .failure(LineTooLong(limit: longest))
    }

    private func lineEnd() -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let end = memchr(base + searched, 0x0A, bytes.count - searched) else {
                return nil
            }
            return UnsafeRawPointer(end) - base
        }
    }

    /// Whether the last byte that came did not end a line; known when `next` has no more.
    package var isInsideLine: Bool { isSkipping || start < bytes.count }

    /// Nothing more comes: what is left without an end is a line, too.
    package mutating func finish() {
        if isInsideLine { receive([0x0A]) }
    }
}

package struct LineTooLong: Error, Hashable {
    /// Bytes.
    let limit: Int

    package var reason: String { "a line of more than \(limit) bytes" }
}
