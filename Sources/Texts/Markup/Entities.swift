import CXML

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
        return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
    }
}
