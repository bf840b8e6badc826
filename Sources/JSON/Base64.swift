/// Base64 as backends write it (RFC 4648 and its relaxations).
///
/// By hand: libsodium's takes the same time for any text of a length, since it is made for secrets, and so five times as long as this
/// (reading 0.2 against 1.0 GB/s, writing 0.3 against 1.7); and it reads one alphabet a call.
package enum Base64 {
    /// Standard alphabet, padded, without line breaks.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let source = Array(bytes)
        let count = (source.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { target in
            var from = 0
            var to = 0
            while from < source.count {
                let left = source.count - from
                let second = left > 1 ? source[from + 1] : 0
                let third = left > 2 ? source[from + 2] : 0
                let word = UInt32(source[from]) << 16 | UInt32(second) << 8 | UInt32(third)
                target[to] = digits[Int(word >> 18)]
                target[to + 1] = digits[Int(word >> 12 & 63)]
                target[to + 2] = left > 1 ? digits[Int(word >> 6 & 63)] : padding
                target[to + 3] = left > 2 ? digits[Int(word & 63)] : padding
                from += 3
                to += 4
            }
            return count
        }
    }

    /// Blanks and line breaks are skipped, both alphabets are read, padding may be missing.
    /// `nil` when something else is in the text, or a single digit is left over.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let found = text.withContiguousStorageIfAvailable { decode(buffer: $0) }
        return found ?? Array(text).withUnsafeBufferPointer { decode(buffer: $0) }
    }

    private static func decode(buffer: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(buffer.count / 4 * 3 + 3)
        var word: UInt32 = 0
        var held = 0
        var ended = false
        for byte in buffer {
            let value = values[Int(byte)]
            if value < 64 {
                if ended { return nil }
                word = word << 6 | UInt32(value)
                held += 1
                if held == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: word >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: word >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: word))
                    held = 0
                }
            } else if value == pad {
                ended = true
            } else if value != blank {
                return nil
            }
        }
        if held == 1 { return nil }
        if held >= 2 { bytes.append(UInt8(truncatingIfNeeded: held == 2 ? word >> 4 : word >> 10)) }
        if held == 3 { bytes.append(UInt8(truncatingIfNeeded: word >> 2)) }
        return bytes
    }

    /// The text with `+` in place of its blanks, where a decoder of forms has made these of those; `nil` where it has none, or they only
    /// part lines or stand around it.
    ///
    /// Lines are equally long but for the last, or end with a line break. A `+` stands anywhere, and a single one is told by the number of
    /// digits, which without it is not that of base64. Neither is certain: a text that its `+` part evenly
    /// is taken for lines.
    package static func plusForBlanks(_ text: some Collection<UInt8>) -> [UInt8]? {
        let whole = Array(text)
        guard whole.contains(0x20), !whole.contains(where: { (0x09...0x0D).contains($0) }) else { return nil }
        var inner = whole[...].drop { $0 == 0x20 }
        while inner.last == 0x20 { inner.removeLast() }
        let lines = inner.split(separator: 0x20, omittingEmptySubsequences: false).map(\.count)
        guard let first = lines.first, let last = lines.last else { return nil }
        let isWrapped = last <= first && lines.dropLast().allSatisfy { $0 == first }
        let misses = !(inner.count - (lines.count - 1)).isMultiple(of: 4)
        // It may begin or end with one, too.
        let body = whole.count.isMultiple(of: 4) && !isWrapped ? whole[...] : inner
        let isWhole = body.count.isMultiple(of: 4)
        let isPadded = inner.last == UInt8(ascii: "=")
        let isSurelyOne = lines.count == 2 && isWhole && misses && (isPadded || !first.isMultiple(of: 4))
        guard isWrapped ? isSurelyOne : isWhole || misses || !isPadded && inner.count % 4 != 1 else { return nil }
        return body.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let pad: UInt8 = 64
    private static let blank: UInt8 = 65

    /// What each byte means: 0…63 a digit, `pad`, `blank`, or 255 for bytes that cannot occur.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        values[Int(padding)] = pad
        for byte in [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D] { values[byte] = blank }
        return values
    }()
}
