import Events

/// A file's bytes as text: by a byte order mark, else UTF-8 where it can be, else by a guess.
/// U+0080 to U+009F are bytes of Windows-1252 that somebody has carried over: they are what they were there.
struct TextDecoding {
    let text: String
    let oddities: [String]

    init(_ bytes: [UInt8]) {
        var (text, oddities) = Self.read(bytes)
        if C1Characters.isNeeded(text.utf8) { text = String(decoding: C1Characters.mended(text.utf8), as: UTF8.self) }
        (self.text, self.oddities) = (text, oddities)
    }

    private static func read(_ bytes: [UInt8]) -> (String, [String]) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let units = TextBytes.units(bytes.dropFirst(2), isBigEndian: bytes[0] == 0xFE)
            return whole(String(decoding: units, as: UTF16.self))
        }
        let body = bytes.withoutByteOrderMark
        if body.count < bytes.count { return whole(String(decoding: body, as: UTF8.self)) }
        if let isBigEndian = UnmarkedUTF16.isBigEndian(body) {
            let units = TextBytes.units(body, isBigEndian: isBigEndian)
            return guessed(String(decoding: units, as: UTF16.self), as: isBigEndian ? "UTF-16BE" : "UTF-16LE")
        }
        if let text = String(validating: body, as: UTF8.self) {
            guard hasJISEscapes(body), let encoding = TextEncoding("ISO-2022-JP") else { return (text, []) }
            return guessed(encoding.decoded(body), as: encoding.name)
        }
        if isMostlyUTF8(body) { return whole(String(decoding: body, as: UTF8.self)) }
        let encoding = EncodingGuess.encoding(of: body)
        return guessed(encoding.decoded(body), as: encoding.name)
    }

    private static func whole(_ text: String) -> (String, [String]) {
        let count = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        return (text, count == 0 ? [] : ["\(plural(count, "invalid sequence")) in the text; shown as \u{FFFD}"])
    }

    private static func guessed(_ text: String, as name: String) -> (String, [String]) {
        let (text, spoilt) = whole(text)
        return (
            text, ["not marked as UTF-8 or UTF-16; read as \(name), by a guess (--encoding names another)"] + spoilt
        )
    }

    /// A text with letters beyond ASCII in which most are whole: a few spoilt bytes do not make it another encoding.
    private static func isMostlyUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var (whole, spoilt) = (0, 0)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
            if scalar == "\u{FFFD}" { spoilt += 1 } else { whole += 1 }
        }
        return whole > 10 * spoilt
    }

    /// `ESC $ B` and `ESC $ @` begin Japanese letters in an encoding of seven bits.
    private static func hasJISEscapes(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let place = bytes.firstIndex(of: 0x1B) else { return false }
        let sequence = bytes[place...].prefix(3)
        return sequence.elementsEqual("\u{1B}$B".utf8) || sequence.elementsEqual("\u{1B}$@".utf8)
    }
}

/// UTF-16 without its mark: half of the bytes of blanks, of Latin letters or of a script say nothing but which script it is.
enum UnmarkedUTF16 {
    /// `nil` when it is none.
    static func isBigEndian(_ bytes: some Collection<UInt8>) -> Bool? {
        let start = Array(bytes.prefix(4_096))
        // Only blanks, signs and letters of the scripts of the west have so many bytes below 0x10 and at one place of two.
        guard start.count >= 8 else { return nil }
        for isBigEndian in [false, true] {
            let units = TextBytes.units(start[...].prefix(start.count & ~1), isBigEndian: isBigEndian)
            if isText(units) { return isBigEndian }
        }
        return nil
    }

    private static func isText(_ units: [UInt16]) -> Bool {
        var (usual, zeros, high) = (0, 0, 0)
        var pages: [UInt16: Int] = [:]
        for unit in units {
            switch unit {
            case 0x20, 0x0A, 0x0D, 0x3001, 0x3002, 0xFF0C, 0xFF01, 0xFF1F, 0x2E, 0x2C: usual += 1
            case 0..<0x09, 0x0E..<0x20, 0xFFFE, 0xFFFF, 0x80..<0xA0: return false
            case 0xD800..<0xE000: high += 1
            default: break
            }
            if unit < 0x0800 { zeros += 1 }
            pages[unit >> 8, default: 0] += 1
        }
        // Of eight bits, two blanks or two signs in a row would be a unit, and no unit an usual one.
        let most = pages.values.max() ?? 0
        let isOfWest = zeros * 10 >= units.count * 9 && most * 2 >= units.count
        return high * 10 <= units.count && usual * 40 >= units.count && (isOfWest || usual > 0 && hasIdeographs(units))
    }

    private static func hasIdeographs(_ units: [UInt16]) -> Bool {
        let count = units.count {
            (0x3000...0x30FF).contains($0) || (0x4E00..<0xA000).contains($0) || (0xAC00..<0xD7A4).contains($0)
                || $0 < 0x80
                || (0xFF00..<0xFFF0).contains($0) || (0x2000..<0x2100).contains($0)
        }
        return count * 100 >= units.count * 97
    }
}

/// A text's lines without what ends them: LF, CR LF, CR, or CR CR LF where CR LF was written as a text by a program that made CR LF of LF.
struct TextLines {
    private(set) var lines: [Substring] = []

    init(_ text: String) {
        let bytes = text.utf8
        var start = bytes.startIndex
        var place = start
        while place < bytes.endIndex {
            let byte = bytes[place]
            let next = bytes.index(after: place)
            if byte == 0x0A || byte == 0x0D {
                lines.append(text[start..<place])
                start = byte == 0x0D ? Self.end(bytes[next...]) : next
                place = start
            } else {
                place = next
            }
        }
        lines.append(text[start...])
    }

    /// Behind what still belongs to a CR: LF, or CR LF.
    private static func end(_ rest: Substring.UTF8View) -> String.Index {
        let next = rest.prefix(2)
        let count = next.first == 0x0A ? 1 : next.elementsEqual([0x0D, 0x0A]) ? 2 : 0
        return rest.index(rest.startIndex, offsetBy: count)
    }
}

extension Substring {
    /// Without blanks and tabs at its ends.
    var stripped: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return self[first..<utf8.index(after: last)]
    }

    var isBlank: Bool { stripped.isEmpty }
}
