/// UTF-8 that arrives in pieces, cut anywhere. What is no UTF-8 becomes U+FFFD.
struct ScalarDecoder {
    /// The beginning of a scalar whose rest has not come: at most three bytes.
    private var begun: [UInt8] = []

    mutating func receive(_ bytes: some Sequence<UInt8>) -> String.UnicodeScalarView {
        var piece = begun
        piece.append(contentsOf: bytes)
        let open = Self.openBytes(at: piece)
        begun = Array(piece.suffix(open))
        return String(decoding: piece.dropLast(open), as: UTF8.self).unicodeScalars
    }

    /// Whatever is left was cut off.
    mutating func finish() -> String.UnicodeScalarView {
        defer { begun = [] }
        return String(decoding: begun, as: UTF8.self).unicodeScalars
    }

    /// Bytes at the end that may be the beginning of a scalar.
    private static func openBytes(at piece: [UInt8]) -> Int {
        for (behind, byte) in piece.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return behind + 1 < length ? behind + 1 : 0
        }
        return 0
    }
}
