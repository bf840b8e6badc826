/// Some of the bytes of a line, read in place; not to be kept longer than the line.
///
/// No byte outside of it is ever read. Written for speed without the optimiser: a log has millions of these.
struct ByteField {
    private let bytes: UnsafeRawBufferPointer
    let start: Int
    let end: Int

    init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, start: 0, end: bytes.count) }

    private init(_ bytes: UnsafeRawBufferPointer, start: Int, end: Int) {
        self.bytes = bytes
        self.start = start
        self.end = end
    }

    var count: Int { end - start }

    /// 0 for a place beyond the end.
    func byte(_ place: Int) -> UInt8 {
        place >= 0 && place < end - start ? bytes[start + place] : 0
    }

    /// From `from` up to `upTo`, both clamped.
    func part(_ from: Int, _ upTo: Int) -> ByteField {
        let first = min(start + max(from, 0), end)
        return ByteField(bytes, start: first, end: max(first, min(start + max(upTo, 0), end)))
    }

    var text: String {
        guard let base = bytes.baseAddress else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    }

    var array: [UInt8] {
        guard let base = bytes.baseAddress else { return [] }
        return Array(UnsafeRawBufferPointer(start: base + start, count: end - start))
    }

    /// Without spaces, tabs and carriage returns at both ends.
    var trimmed: ByteField {
        var first = start
        var last = end
        while first < last, Self.isBlank(bytes[first]) { first += 1 }
        while last > first, Self.isBlank(bytes[last - 1]) { last -= 1 }
        return ByteField(bytes, start: first, end: last)
    }

    /// The first place of `byte` from `place` on; `nil` when there is none. Eight bytes at a time.
    func firstPlace(of byte: UInt8, from place: Int) -> Int? {
        var index = start + max(place, 0)
        let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
        while index + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            // The lowest marked byte is the first one that was `byte`; those above it may be marked wrongly.
            let marks = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if marks != 0 { return index - start + marks.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end {
            if bytes[index] == byte { return index - start }
            index += 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
