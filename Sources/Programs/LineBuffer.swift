import Events

/// Bytes from a pipe, cut into lines.
package struct LineBuffer {
    package let longest: Int
    private var bytes: [UInt8] = []
    /// What is before it has been taken.
    private var taken = 0
    /// Up to here there is no end of the next line.
    private var searched = 0

    package init(longest: Int) { self.longest = longest }

    package mutating func append(_ piece: [UInt8]) {
        bytes.removeFirst(taken)
        (searched, taken) = (searched - taken, 0)
        bytes += piece
    }

    /// The next whole line, without its end; `nil` when it is not there yet.
    /// - Throws: `LineTooLong` for one, whole or not.
    package mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
        let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
        guard (end ?? bytes.count) - taken <= longest else {
            throw LineTooLong(limit: longest)
        }
        guard let end else {
            searched = bytes.count
            return nil
        }
        defer { (taken, searched) = (end + 1, end + 1) }
        return bytes[taken..<end]
    }
}

package struct LineTooLong: ReasonedError, Hashable {
    /// Bytes.
    let limit: Int

    package var reason: String { "a line of more than \(limit) bytes" }
}
