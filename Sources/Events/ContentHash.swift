import CSodium

/// BLAKE2b-256 of a picture's or a sound's bytes; names them in tapes and stores.
package struct ContentHash: Hashable, Sendable {
    package let words: (UInt64, UInt64, UInt64, UInt64)

    package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    package static func == (a: ContentHash, b: ContentHash) -> Bool { a.words == b.words }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }

    /// 32 bytes, the first word first, big-endian.
    package var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// 64 lower-case hexadecimal digits.
    package var hex: String {
        var text = ""
        for word in [words.0, words.1, words.2, words.3] {
            let digits = String(word, radix: 16)
            text += String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }
        return text
    }

    /// `nil` unless the text is 64 lower-case hexadecimal digits: a hash has one spelling.
    package init?(hex: String) {
        var found: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for character in hex.utf8 {
            guard count < 64, let digit = Self.digit(character) else { return nil }
            found[count / 16] = found[count / 16] << 4 | digit
            count += 1
        }
        guard count == 64 else { return nil }
        words = (found[0], found[1], found[2], found[3])
    }

    private static func digit(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}

/// Bytes that traveled with a message and are kept beside it.
package struct Payload: Hashable, Sendable {
    package let hash: ContentHash
    package let byteCount: Int

    package init(hash: ContentHash, byteCount: Int) {
        self.hash = hash
        self.byteCount = byteCount
    }
}

/// Bytes with the name under which a tape keeps them.
package struct Blob: Hashable, Sendable {
    package let hash: ContentHash
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        hash = contentHash(of: bytes)
        self.bytes = bytes
    }
}

/// BLAKE2b-256: names a picture's or a sound's bytes.
package func contentHash(of bytes: [UInt8]) -> ContentHash {
    var digest = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBufferPointer { source in
        // Fails only for a digest length out of its range, and 32 is inside.
        _ = crypto_generichash(&digest, digest.count, source.baseAddress, UInt64(source.count), nil, 0)
    }
    var words: [UInt64] = [0, 0, 0, 0]
    for (position, byte) in digest.enumerated() { words[position / 8] = words[position / 8] << 8 | UInt64(byte) }
    return ContentHash(words: (words[0], words[1], words[2], words[3]))
}
