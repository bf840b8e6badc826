import Events
import JSON

/// What stands where a picture's or a sound's base64 should: what programs leave there by mistake, in words that lead to the mistake.
enum NotBase64 {
    /// What languages print for nothing, and for truth. Some are base64 by chance, of two or three bytes, which are no picture and no sound.
    static let words: Set<String> = [
        "None", "none", "null", "nil", "NULL", "NaN", "nan", "undefined", "true", "false", "True", "False",
    ]

    /// - Parameter text: that is no base64.
    static func words(_ text: String) -> String {
        let trimmed = text.drop { $0.isWhitespace }
        let shown =
            JSON.string(String(trimmed.unicodeScalars.prefix(mostShown))).text
            + (trimmed.unicodeScalars.count > mostShown ? "…" : "")
        switch true {
        case words.contains(String(trimmed.prefix(10))): return "the text \(shown): a missing value turned into text"
        case trimmed.hasPrefix("b'") || trimmed.hasPrefix("b\""):
            return "Python bytes as printed (b'...'); decode them to text first"
        case trimmed.hasPrefix("[object "): return "\(shown): an object that JavaScript turned into text"
        case isAddress(trimmed): return "the address \(shown): a URL instead of the bytes"
        case trimmed.hasPrefix("{") || trimmed.hasPrefix("["): return "JSON as text: \(shown)"
        case trimmed.hasPrefix("<"): return "HTML or XML: \(shown)"
        default: return shown
        }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        ["http:", "https:", "blob:", "file:", "s3:", "gs:", "//"].contains { text.lowercased().prefix(6).hasPrefix($0) }
    }

    /// - Parameter value: of JSON, and no text.
    static func words(_ value: JSON) -> String {
        switch value {
        case .array(let values) where values.allSatisfy({ if case .int = $0 { true } else { false } }):
            "an array of \(values.count) numbers instead of base64"
        case .object(let object) where object["0"] != nil: "a typed array as JSON ({\"0\": …}) instead of base64"
        case .object: "the object \(shortened(value))"
        default: "\(Oddities.shown(value)), neither a picture nor a sound"
        }
    }

    private static let mostShown = 120

    private static func shortened(_ value: JSON) -> String {
        let text = value.text.unicodeScalars
        return text.count > mostShown ? String(text.prefix(mostShown)) + "…" : String(text)
    }
}

/// A `Buffer` of Node as JSON: `{"type":"Buffer","data":[82,73,...]}`.
enum NodeBuffer {
    /// - Returns: `nil` for any other object, and for one without bytes.
    static func bytes(_ object: JSONObject) -> [UInt8]? {
        guard object.members.map(\.key) == ["type", "data"], object["type"] == .string("Buffer"),
            let values = object["data"]?.array, !values.isEmpty
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.count)
        for value in values {
            guard case .int(let number) = value, let byte = UInt8(exactly: number) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    static func json(_ bytes: [UInt8]) -> JSON {
        ["type": "Buffer", "data": .array(bytes.map { .int(Int64($0)) })]
    }
}
