extension JSON {
    /// A number in any spelling that backends use: `12`, `12.0`, `"12"`, `" 12.5 "`. Never infinite.
    package var lenientDouble: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value.isFinite ? value : nil
        case .string(let text): Self.number(in: text)
        default: nil
        }
    }

    /// A whole number in any spelling; a fraction is rounded to the nearest. `nil` beyond `Int`.
    package var lenientInt: Int? {
        switch self {
        case .int(let value): return Int(exactly: value)
        case .string(let text):
            if let value = Int(text) { return value }
        default: break
        }
        return lenientDouble.flatMap { Int(exactly: $0.rounded()) }
    }

    /// Whether a number lost a fraction on the way to `lenientInt`.
    package var hasFraction: Bool { lenientDouble.map { $0 != $0.rounded() } ?? false }

    /// Text, or a number as text.
    package var lenientString: String? {
        switch self {
        case .string(let text): text
        case .int(let value): String(value)
        case .double(let value):
            value.isFinite ? Int(exactly: value).map { String($0) } ?? String(value) : nil
        default: nil
        }
    }

    /// Digits, signs, point and exponent only: the standard library also reads `inf`, `nan` and hexadecimal.
    private static func number(in text: String) -> Double? {
        guard text.utf8.count <= 64 else { return nil }
        let trimmed = text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        let allowed = Array("0123456789+-.eE".utf8)
        guard !trimmed.isEmpty, trimmed.allSatisfy({ allowed.contains($0) }) else { return nil }
        return Double(String(decoding: Array(trimmed), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
