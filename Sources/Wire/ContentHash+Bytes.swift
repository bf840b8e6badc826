import CSodium
import Events

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

extension ContentHash {
    /// The same as `init(hex:)`, many times as fast; an hour's tape has 100,000 of them. Lower case only, as we write it.
    init?(lowercaseHex text: String) {
        var words: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for byte in text.utf8 {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            guard count < 64 else { return nil }
            words[count / 16] = words[count / 16] << 4 | UInt64(digit)
            count += 1
        }
        guard count == 64 else { return nil }
        self.init(words: (words[0], words[1], words[2], words[3]))
    }
}
