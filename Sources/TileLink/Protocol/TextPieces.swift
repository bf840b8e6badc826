/// Bytes of a text that come in pieces, as text: a character that is cut in two waits for its rest, and what is no UTF-8 becomes
/// U+FFFD.
struct TextPieces {
    private var rest: [UInt8] = []

    /// Text that ends with a whole character; may be empty.
    mutating func receive(_ piece: some Collection<UInt8>) -> String {
        rest += piece
        let whole = rest.count - Self.unfinished(rest)
        defer { rest.removeFirst(whole) }
        return String(decoding: rest[..<whole], as: UTF8.self)
    }

    /// What is left when nothing more comes.
    mutating func finish() -> String {
        defer { rest = [] }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Bytes at the end that may become a character with more of them: 0 to 3.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() {
            switch byte {
            case 0x80..<0xC0: continue
            case 0xC0..<0xE0: return index < 1 ? index + 1 : 0
            case 0xE0..<0xF0: return index < 2 ? index + 1 : 0
            case 0xF0..<0xF8: return index + 1
            default: return 0
            }
        }
        return 0
    }
}
