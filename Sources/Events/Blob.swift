import CSodium

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
