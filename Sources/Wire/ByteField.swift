/// Some of the bytes of a line, read in place; not to be kept longer than the line.
///
/// No byte outside of it is ever read. Plain loops, which are quick without the optimiser too: a log has millions of
/// fields, and tests read them.
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
        var first = start
        if from > 0 { first = from < end - start ? start + from : end }
        var last = first
        if upTo > first - start { last = upTo < end - start ? start + upTo : end }
        return ByteField(bytes, start: first, end: last)
    }

    /// The number that the digits from `place` on stand for, and how many they are; `nil` for more than `limit`.
    func digits(from place: Int, atMost limit: Int) -> (value: Int64, count: Int)? {
        var value: Int64 = 0
        var index = place > 0 ? start + place : start
        let first = index
        while index < end {
            let byte = bytes[index]
            if byte < 0x30 || byte > 0x39 { break }
            if index - first >= limit { return nil }
            value = value * 10 + Int64(byte &- 0x30)
            index += 1
        }
        return (value, index - first)
    }

    var text: String {
        guard let base = bytes.baseAddress else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    }

    var array: [UInt8] {
        guard let base = bytes.baseAddress else { return [] }
        return Array(UnsafeRawBufferPointer(start: base + start, count: end - start))
    }

    /// Without spaces and control characters at both ends.
    var trimmed: ByteField {
        var first = start
        var last = end
        while first < last, bytes[first] <= 0x20 { first += 1 }
        while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
        return ByteField(bytes, start: first, end: last)
    }

    /// `part`, then `trimmed`.
    func trimmedPart(_ from: Int, _ upTo: Int) -> ByteField {
        var first = from > 0 ? start + from : start
        var last = upTo < end - start ? start + upTo : end
        while first < last, bytes[first] <= 0x20 { first += 1 }
        while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
        return first <= last ? ByteField(bytes, start: first, end: last) : ByteField(bytes, start: end, end: end)
    }

    /// All places of `byte`, but no more than `limit`.
    func places(of byte: UInt8, atMost limit: Int) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(limit)
        let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
        var index = start
        while index + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            // The highest bit of every byte that was `byte`, and no other: no sum here reaches the byte above.
            let low = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
            var marks = ~(low | word | 0x7F7F_7F7F_7F7F_7F7F)
            while marks != 0 {
                if places.count == limit { return places }
                places.append(index - start + marks.trailingZeroBitCount / 8)
                marks &= marks &- 1
            }
            index += 8
        }
        while index < end {
            if bytes[index] == byte {
                if places.count == limit { return places }
                places.append(index - start)
            }
            index += 1
        }
        return places
    }

    /// The first place of `byte` from `place` on; `nil` when there is none. Eight bytes at a time.
    func firstPlace(of byte: UInt8, from place: Int) -> Int? {
        var index = place > 0 ? start + place : start
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
}
