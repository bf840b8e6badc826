import Events

/// A file's bytes as text: UTF-8, UTF-16 with a byte order mark, else the letters of western Europe.
struct TextDecoding {
    let text: String
    let oddities: [String]

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let units = TextBytes.units(bytes.dropFirst(2), isBigEndian: bytes[0] == 0xFE)
            text = String(decoding: units, as: UTF16.self)
            oddities = Self.spoilt(in: text)
            return
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        if let whole = String(validating: body, as: UTF8.self) {
            (text, oddities) = (whole, [])
        } else if Self.isMostlyUTF8(body) {
            text = String(decoding: body, as: UTF8.self)
            oddities = Self.spoilt(in: text)
        } else {
            text = Self.western(body)
            oddities = ["not UTF-8 or UTF-16 with a byte order mark; read as Windows-1252 (Latin-1)"]
        }
    }

    private static func spoilt(in text: String) -> [String] {
        let count = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        return count == 0 ? [] : ["\(plural(count, "invalid sequence")) in the text; shown as \u{FFFD}"]
    }

    /// A text with letters beyond ASCII in which most are whole: a few spoilt bytes do not make it another encoding.
    private static func isMostlyUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var (whole, spoilt) = (0, 0)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
            if scalar == "\u{FFFD}" { spoilt += 1 } else { whole += 1 }
        }
        return whole > 10 * spoilt
    }

    private static func western(_ bytes: ArraySlice<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes { scalars.append(Unicode.Scalar(windows1252: byte)) }
        return String(scalars)
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
