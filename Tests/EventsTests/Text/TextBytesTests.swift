import Events
import Testing

@Suite("Bytes of a text") struct TextBytesTests {
    private static let odd = "bytes that are not UTF-8 were read as Windows-1252 (Latin-1)"

    /// As they come, so many at a time.
    private func text(_ bytes: [UInt8], _ count: Int) -> (text: String, oddity: String?) {
        var (decoding, result, rest) = (TextBytes(), [UInt8](), bytes[...])
        while !rest.isEmpty {
            result += decoding.receive(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        result += decoding.finish()
        return (String(decoding: result, as: UTF8.self), decoding.oddity)
    }

    @Test("are UTF-8, UTF-16 with a byte order mark, else Windows-1252, however they are cut", arguments: 1...7)
    func encodings(count: Int) {
        let whole = "Größe 😀 €."
        var (little, big): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
        for unit in whole.utf16 {
            little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        let cases: [(bytes: [UInt8], text: String, oddity: String?)] = [
            (Array(whole.utf8), whole, nil), (little, whole, nil), (big, whole, nil),
            ([0x63, 0x61, 0x66, 0xE9, 0x20, 0x93, 0x73, 0x6F, 0x94], "café “so”", Self.odd),
            // One letter of each, and one that was cut off.
            ([0xC3, 0xA9, 0xE9, 0x0A, 0xC3], "éé\nÃ", Self.odd), ([0xFF], "ÿ", Self.odd), ([], "", nil),
        ]
        for (bytes, expected, oddity) in cases {
            let found = text(bytes, count)
            #expect(found.text == expected && found.oddity == oddity)
        }
    }
}
