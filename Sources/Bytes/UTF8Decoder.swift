/// UTF-8 that comes in pieces, cut anywhere, with what is broken replaced: one U+FFFD for each part that could have begun a character
/// (Unicode 15, 3.9, table 3-8).
package struct UTF8Decoder: Sendable {
    @usableFromInline var scalar: UInt32 = 0
    @usableFromInline var missing = 0
    /// What the next byte may be.
    @usableFromInline var range: ClosedRange<UInt8> = 0x80...0xBF

    @inlinable package static var replacement: UInt32 { 0xFFFD }

    package init() {}

    // MARK: Pieces

    /// The characters that `bytes` complete.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [Unicode.Scalar] {
        let bytes = Array(bytes)
        // One more than bytes, where the first of them shows that what came before was broken, and is a character by itself.
        return [Unicode.Scalar](unsafeUninitializedCapacity: bytes.count + 1) { found, count in
            for byte in bytes {
                func add(_ scalar: UInt32) {
                    found.initializeElement(at: count, to: Unicode.Scalar(scalar) ?? "\u{FFFD}")
                    count += 1
                }
                if isPending, take(byte, add) { continue }
                if byte < 0x80 { add(UInt32(byte)) } else { begin(byte, add) }
            }
        }
    }

    /// Nothing more comes: what has begun was cut off.
    package mutating func finish() -> [Unicode.Scalar] {
        defer { missing = 0 }
        return isPending ? ["\u{FFFD}"] : []
    }

    // MARK: Bytes

    /// Whether a character has begun whose rest has not come.
    @inlinable package var isPending: Bool { missing > 0 }

    /// A byte from 0x80 on that begins a character.
    @inlinable @inline(__always) package mutating func begin(_ byte: UInt8, _ found: (UInt32) -> Void) {
        range = 0x80...0xBF
        switch byte {
        case 0xC2...0xDF: (scalar, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF:
            (scalar, missing) = (UInt32(byte & 0x0F), 2)
            if byte == 0xE0 { range = 0xA0...0xBF }
            if byte == 0xED { range = 0x80...0x9F }
        case 0xF0...0xF4:
            (scalar, missing) = (UInt32(byte & 0x07), 3)
            if byte == 0xF0 { range = 0x90...0xBF }
            if byte == 0xF4 { range = 0x80...0x8F }
        default: found(Self.replacement)
        }
    }

    /// - Returns: whether the byte belonged to it.
    @inlinable @inline(__always) package mutating func take(_ byte: UInt8, _ found: (UInt32) -> Void) -> Bool {
        guard range.contains(byte) else {
            missing = 0
            found(Self.replacement)
            return false
        }
        range = 0x80...0xBF
        scalar = scalar << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing == 0 { found(scalar) }
        return true
    }
}
