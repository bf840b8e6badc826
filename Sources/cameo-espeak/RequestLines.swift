// SPDX-License-Identifier: GPL-3.0-or-later

import Platform

/// Lines of standard input.
struct RequestLines {
    /// A sentence of 2,000 characters, all escaped, is half of it.
    static let longest = 64 << 10

    private var bytes: [UInt8] = []
    /// Up to here there is no end of a line.
    private var searched = 0
    private var isTooLong = false

    /// Waits for the next line, without its end; `nil` at the end of the input. A line that is too long comes as an empty one.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = isTooLong ? [] : Array(bytes[..<end])
                bytes.removeFirst(end + 1)
                (searched, isTooLong) = (0, false)
                return line
            }
            if bytes.count > Self.longest {
                bytes.removeAll()
                isTooLong = true
            }
            searched = bytes.count
            guard read() else { return nil }
        }
    }

    private mutating func read() -> Bool {
        guard let piece = Descriptor.read(STDIN_FILENO, limit: 8_192), !piece.isEmpty else { return false }
        bytes += piece
        return true
    }
}
