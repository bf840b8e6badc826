/// Bytes to lines of a limited length.
struct BoundedLines {
    enum Line: Equatable {
        case whole([UInt8])
        /// All of it was passed over.
        case tooLong
    }

    private let limit: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(limit: Int) { self.limit = limit }

    /// The lines that end in what has come, without their ends. A line that has not ended waits; at the end of all it is none.
    mutating func receive(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            take(bytes[start..<end])
            lines.append(isTooLong ? .tooLong : .whole(rest))
            (rest, isTooLong) = ([], false)
            start = end + 1
        }
        take(bytes[start...])
        return lines
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong, rest.count + bytes.count <= limit else {
            (rest, isTooLong) = ([], true)
            return
        }
        rest += bytes
    }
}
