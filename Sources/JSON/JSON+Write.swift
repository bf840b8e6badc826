extension JSON {
    /// Bytes of JSON that one byte of a text takes at most: U+007F comes as one and leaves as `\u007f`. No other value takes more
    /// for each byte that it came as.
    package static let longestEscape = 6

    /// Compact JSON, always valid: a number that JSON cannot say (infinite, not a number) becomes `null`.
    package var text: String { String(decoding: utf8, as: UTF8.self) }

    package var utf8: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        case .double(let value): bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values): Self.write(values, to: &bytes)
        case .object(let object): Self.write(object, to: &bytes)
        }
    }

    private static func write(_ values: [JSON], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func write(_ object: JSONObject, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.contains(where: mayNeedEscape) {
            for scalar in string.unicodeScalars { write(escaped: scalar, to: &bytes) }
        } else {
            bytes.append(contentsOf: string.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte is of a scalar that is escaped, or the first of several.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    /// Beyond what JSON asks for, control characters are escaped, C1 too, which some terminals obey, and what turns the direction of
    /// the text behind it or ends a line in JavaScript (UAX #9, 2; ECMA-262, 12.3).
    private static func write(escaped scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22: bytes.append(contentsOf: "\\\"".utf8)
        case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20, 0x7F...0x9F:
            let digits = String(scalar.value, radix: 16)
            bytes.append(contentsOf: ((scalar.value < 0x10 ? "\\u000" : "\\u00") + digits).utf8)
        case 0x061C:
            bytes.append(contentsOf: "\\u061c".utf8)
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
            bytes.append(contentsOf: ("\\u" + String(scalar.value, radix: 16)).utf8)
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
