import Bytes
import Support
import Testing

@Suite struct UTF8DecoderTests {
    @Test("a text in pieces is the same text, and what is no UTF-8 is replaced as in one piece")
    func pieces() {
        let letters = Array("Größe 😀👩‍👩‍👧 €x\u{10FFFF}\u{D7FF}\u{E000}".utf8)
        // Where it is decided whether bytes could begin a character.
        let edges: [UInt8] = [
            0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ]
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = (0..<60).map { _ in random.pick(random.isOneIn(2) ? edges : letters) }
            if random.isOneIn(2) { bytes += letters.prefix(random.below(letters.count)) }
            var (decoder, found, rest) = (UTF8Decoder(), [Unicode.Scalar](), bytes[...])
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.below(5))
                rest = rest.dropFirst(piece.count)
                found += decoder.receive(piece)
            }
            found += decoder.finish()
            #expect(found == Array(String(decoding: bytes, as: UTF8.self).unicodeScalars), "seed \(seed)")
            #expect(decoder.finish().isEmpty && !decoder.isPending)
        }
    }

    @Test("a character is given with its last byte, and what cannot become one as soon as that is known")
    func early() {
        var decoder = UTF8Decoder()
        #expect(decoder.receive([0x61, 0xF0, 0x9F, 0x98]) == ["a"] && decoder.isPending)
        #expect(decoder.receive([0x80]) == ["😀"] && !decoder.isPending)
        #expect(decoder.receive([0xE2, 0x82]).isEmpty)
        #expect(decoder.receive([0x62, 0xFF]) == ["\u{FFFD}", "b", "\u{FFFD}"])
        #expect(decoder.receive([0xED, 0xA0]) == ["\u{FFFD}", "\u{FFFD}"])
    }
}
