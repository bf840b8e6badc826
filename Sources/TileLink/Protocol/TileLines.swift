/// Lines of bytes that come in pieces, none of them longer than `TileLimits.lineBytes`.
struct TileLines {
    private var bytes: [UInt8] = []
    /// Where the lines that were taken end.
    private var start = 0
    /// No end of a line is before that.
    private var searched = 0

    mutating func receive(_ piece: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += piece
    }

    /// Nothing more comes: what is left without an end is a line, too.
    /// - Returns: whether something is left.
    mutating func finish() -> Bool {
        guard bytes.count > start else { return false }
        receive([UInt8(ascii: "\n")])
        return true
    }

    /// The next line that has something in it, without its end; `nil` until one is whole.
    /// - Throws: `TileError.lineTooLong`, also before its end has come.
    mutating func next() throws(TileError) -> ArraySlice<UInt8>? {
        while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = bytes[start..<end]
            (start, searched) = (end + 1, end + 1)
            guard line.count <= TileLimits.lineBytes else { throw .lineTooLong }
            if line.contains(where: { $0 > UInt8(ascii: " ") }) { return line }
        }
        searched = bytes.endIndex
        guard searched - start <= TileLimits.lineBytes else { throw .lineTooLong }
        return nil
    }
}
