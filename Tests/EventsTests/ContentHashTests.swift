import Events
import Testing

@Suite struct ContentHashTests {
    static let hashes = [
        ContentHash(words: (0, 0, 0, 0)), ContentHash(words: (1, 2, 3, 4)),
        ContentHash(words: (.max, .max, .max, .max)),
        ContentHash(
            words: (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0x8000_0000_0000_0001, 0x00FF_00FF_00FF_00FF)),
    ]

    @Test("hexadecimal digits give the same hash again", arguments: hashes)
    func roundTrip(hash: ContentHash) {
        #expect(hash.hex.utf8.count == 64)
        #expect(ContentHash(hex: hash.hex) == hash)
        #expect(hash.bytes.count == 32)
    }

    @Test("the first word comes first, its highest digit first")
    func order() {
        let hash = ContentHash(words: (0x0123_4567_89AB_CDEF, 0, 0, 0xA))
        #expect(hash.hex == "0123456789abcdef" + String(repeating: "0", count: 47) + "a")
        #expect(hash.bytes.prefix(3) == [0x01, 0x23, 0x45])
        #expect(hash.bytes.last == 0xA)
    }

    @Test(
        "what is not 64 lower-case hexadecimal digits is no hash",
        arguments: [
            "", "0", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "A", count: 64), String(repeating: "g", count: 64), String(repeating: " ", count: 64),
            String(repeating: "é", count: 32), String(repeating: "0", count: 63) + "\n",
            "0x" + String(repeating: "0", count: 62), "-" + String(repeating: "0", count: 63),
            String(repeating: "0", count: 63) + "/", String(repeating: "0", count: 63) + ":",
            String(repeating: "0", count: 63) + "`",
        ])
    func rejects(text: String) { #expect(ContentHash(hex: text) == nil) }

    @Test("equal hashes are one member of a set, hashes that differ in one word are two")
    func hashing() {
        let changed = (0..<4).map { place in
            ContentHash(words: (place == 0 ? 1 : 0, place == 1 ? 1 : 0, place == 2 ? 1 : 0, place == 3 ? 1 : 0))
        }
        #expect(Set(changed + changed).count == 4)
    }
}
