/// Bytes of a text that arrive in pieces, cut anywhere, as UTF-8: they are UTF-8, or UTF-16 behind its byte order mark. Every other
/// byte becomes its letter in Windows-1252, the letters of western Europe.
package struct TextBytes: Sendable {
    private enum Form {
        case unknown, utf8
        case utf16(isBigEndian: Bool)
    }

    private var form = Form.unknown
    /// The beginning of a letter or of a byte order mark whose rest has not come: at most three bytes.
    private var begun: [UInt8] = []
    /// What to say of the text, if some of its bytes were not UTF-8.
    package private(set) var oddity: String?

    package init() {}

    /// - Returns: whole letters in UTF-8; may be empty.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] { take(bytes, isOver: false) }

    /// The text is over.
    /// - Returns: what was held back.
    package mutating func finish() -> [UInt8] { take([UInt8](), isOver: true) }

    private mutating func take(_ bytes: some Sequence<UInt8>, isOver: Bool) -> [UInt8] {
        var piece = begun
        piece.append(contentsOf: bytes)
        begun = []
        if case .unknown = form {
            guard let first = piece.first else { return [] }
            if first >= 0xFE, piece.count == 1, !isOver {
                begun = piece
                return []
            }
            if piece.starts(with: [0xFF, 0xFE]) || piece.starts(with: [0xFE, 0xFF]) {
                form = .utf16(isBigEndian: first == 0xFE)
                piece.removeFirst(2)
            } else {
                form = .utf8
            }
        }
        if case .utf16(let isBigEndian) = form { return utf16(piece, isBigEndian, isOver) }
        return utf8(piece, isOver)
    }

    // MARK: UTF-8

    private mutating func utf8(_ piece: [UInt8], _ isOver: Bool) -> [UInt8] {
        let open = isOver ? 0 : Self.openBytes(at: piece)
        begun = Array(piece.suffix(open))
        let whole = piece.dropLast(open)
        guard String(validating: whole, as: UTF8.self) == nil else { return Array(whole) }
        oddity = "bytes that are not UTF-8 were read as Windows-1252 (Latin-1)"
        var result: [UInt8] = []
        var place = whole.startIndex
        while place < whole.endIndex {
            let next = place + Self.length(whole[place])
            if next <= whole.endIndex, String(validating: whole[place..<next], as: UTF8.self) != nil {
                result += whole[place..<next]
                place = next
            } else {
                result += String(Unicode.Scalar(windows1252: whole[place])).utf8
                place += 1
            }
        }
        return result
    }

    /// Of a letter that begins with this byte.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Bytes at the end that may be the beginning of a letter.
    private static func openBytes(at piece: [UInt8]) -> Int {
        for (behind, byte) in piece.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            return behind + 1 < length(byte) ? behind + 1 : 0
        }
        return 0
    }

    // MARK: UTF-16

    private mutating func utf16(_ piece: [UInt8], _ isBigEndian: Bool, _ isOver: Bool) -> [UInt8] {
        var units = Self.units(piece[...], isBigEndian: isBigEndian)
        var open = piece.count % 2
        if let last = units.last, UTF16.isLeadSurrogate(last), !isOver {
            units.removeLast()
            open += 2
        }
        begun = isOver ? [] : Array(piece.suffix(open))
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Of UTF-16, as far as they are whole.
    package static func units(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt16] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }
}

extension Unicode.Scalar {
    /// The letter of a byte in Windows-1252; U+FFFD for the five that are nothing there.
    package init(windows1252 byte: UInt8) {
        self = (0x80..<0xA0).contains(byte) ? Self.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// 0x80 to 0x9F.
    private static let windows1252 = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}

extension Collection where Element == UInt8 {
    /// The same without the byte order mark that some programs put before a text.
    package var withoutByteOrderMark: SubSequence {
        let mark = "\u{FEFF}".utf8
        return starts(with: mark) ? dropFirst(mark.count) : self[...]
    }
}
