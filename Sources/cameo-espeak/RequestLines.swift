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
        var piece = [UInt8](repeating: 0, count: 8_192)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes += piece[..<count]
            return true
        }
    }
}

/// `read(2)`, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
