import Events

/// Draws choices from an input; zeros when it is used up, so that every input is a complete one.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = ArraySlice(bytes) }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number() -> Int { Int(byte()) << 8 | Int(byte()) }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// A length in one byte (255: two more bytes say it), and as many bytes as there are of it.
    mutating func piece() -> [UInt8] {
        let short = Int(byte())
        let count = short == 255 ? number() : short
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// From nothing to some nineteen hours: short steps are as likely as long ones.
    mutating func span() -> TimeSpan {
        let size = byte()
        return TimeSpan(microseconds: Int64(byte()) << Int64(size % 29))
    }

    mutating func all() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
