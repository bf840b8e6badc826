import CXML
import Events

/// `&amp;`, `&eacute;`, `&#233;`, `&#xE9;` in texts that are no pages.
enum Entities {
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<sign]
            let body = rest[rest.utf8.index(after: sign)...]
            if let end = body.utf8.prefix(32).firstIndex(of: UInt8(ascii: ";")), let scalar = scalar(body[..<end]) {
                result.unicodeScalars.append(scalar)
                rest = body[body.utf8.index(after: end)...]
            } else {
                result += "&"
                rest = body
            }
        }
        return result + rest
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        guard name.utf8.first == UInt8(ascii: "#") else {
            let value = cameo_markup_entity(String(name))
            return value == 0 ? nil : Unicode.Scalar(value)
        }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10).flatMap(C1Characters.scalar)
    }
}

/// U+0080 to U+009F in a text, or as `&#151;`: characters of Windows-1252 that were carried over byte by byte, as HTML says of references.
/// As controls nobody writes them.
enum C1Characters {
    static func scalar(_ value: UInt32) -> Unicode.Scalar? {
        guard (0x80..<0xA0).contains(value) else { return Unicode.Scalar(value) }
        let scalar = Unicode.Scalar(windows1252: UInt8(value))
        return scalar == "\u{FFFD}" ? Unicode.Scalar(value) : scalar
    }

    /// - Parameter text: UTF-8.
    static func isNeeded(_ text: some Sequence<UInt8>) -> Bool {
        var isOpen = false
        for byte in text {
            if isOpen, byte < 0xA0 { return true }
            isOpen = byte == 0xC2
        }
        return false
    }

    /// - Parameter text: UTF-8.
    static func mended(_ text: some Collection<UInt8>) -> [UInt8] {
        var mended: [UInt8] = []
        mended.reserveCapacity(text.count + text.count / 8)
        for byte in text {
            if mended.last == 0xC2, byte < 0xA0, let scalar = scalar(UInt32(byte)) {
                mended.removeLast()
                mended += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            } else {
                mended.append(byte)
            }
        }
        return mended
    }
}
