/// Some of the bytes of a line, read in place; not to be kept longer than the line.
///
/// No byte outside of it is ever read. Plain loops over a pointer, which are quick without the optimizer too: a log has
/// millions of fields, and tests read them.
package struct LinePart {
    /// Of `count` bytes; `nil` only where there are none.
    private let base: UnsafePointer<UInt8>?
    package let count: Int

    package init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        count = bytes.count
    }

    private init(base: UnsafePointer<UInt8>?, count: Int) {
        self.base = base
        self.count = count
    }

    /// 0 for a place beyond the end.
    package func byte(_ place: Int) -> UInt8 {
        guard let base, place >= 0, place < count else { return 0 }
        return base[place]
    }

    package var text: String { String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self) }
    package var array: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    // MARK: Parts

    /// From `from` up to `upTo`, both clamped.
    package func part(_ from: Int, _ upTo: Int) -> LinePart {
        guard let base else { return self }
        let first = from < 0 ? 0 : from < count ? from : count
        let last = upTo < first ? first : upTo < count ? upTo : count
        return LinePart(base: base + first, count: last - first)
    }

    /// Without spaces and control characters at both ends.
    package var trimmed: LinePart {
        guard let base else { return self }
        var first = 0
        var last = count
        while first < last, base[first] <= 0x20 { first += 1 }
        while last > first, base[last - 1] <= 0x20 { last -= 1 }
        return LinePart(base: base + first, count: last - first)
    }

    // MARK: Numbers and places

    /// The number that the digits from `place` on stand for, and how many they are; `nil` for more than `limit`, which
    /// is at most 18.
    package func digits(from place: Int, atMost limit: Int) -> (value: Int64, count: Int)? {
        guard let base, place >= 0 else { return (0, 0) }
        var value: Int64 = 0
        var index = place
        while index < count {
            let byte = base[index]
            if byte < 0x30 || byte > 0x39 { break }
            if index - place >= limit { return nil }
            value = value * 10 + Int64(byte &- 0x30)
            index += 1
        }
        return (value, index - place)
    }

    /// All places of `byte`, but no more than `limit`.
    package func places(of byte: UInt8, atMost limit: Int) -> [Int] {
        guard let base else { return [] }
        var places: [Int] = []
        places.reserveCapacity(16)
        var index = 0
        while index + 8 <= count {
            var marks = Self.marks(of: byte, at: base + index)
            while marks != 0 {
                if places.count == limit { return places }
                places.append(index + marks.trailingZeroBitCount / 8)
                marks &= marks &- 1
            }
            index += 8
        }
        while index < count {
            if base[index] == byte {
                if places.count == limit { return places }
                places.append(index)
            }
            index += 1
        }
        return places
    }

    /// The highest bit of each of the eight bytes that is `byte`, the first byte lowest, and no other bit.
    private static func marks(of byte: UInt8, at place: UnsafePointer<UInt8>) -> UInt64 {
        let loaded = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        let word = UInt64(littleEndian: loaded) ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        // No sum of seven bits reaches the byte above.
        let low = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
        return ~(low | word | 0x7F7F_7F7F_7F7F_7F7F)
    }
}
