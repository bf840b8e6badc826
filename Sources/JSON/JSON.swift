/// A JSON value. Numbers without fraction and exponent are `int`, all others `double`.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }
}

/// Members in the order of the text. Look-up takes the time of a walk, which is the quickest way for the dozen members
/// that objects on this wire have.
package struct JSONObject: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSON

        package init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    package var members: [Member]

    package init(_ members: [Member] = []) { self.members = members }

    /// Absent and `null` are the same (N62).
    package subscript(key: String) -> JSON? {
        // Lengths first: most names differ in that already.
        for member in members where member.key.utf8.count == key.utf8.count && member.key == key {
            if case .null = member.value { return nil }
            return member.value
        }
        return nil
    }

    package mutating func append(_ key: String, _ value: JSON) { members.append(Member(key, value)) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        members = elements.map { Member($0.0, $0.1) }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSON {
    package static func number(_ value: Int) -> JSON { .int(Int64(value)) }
    /// `null` for `nil`.
    package static func number(_ value: Int?) -> JSON { value.map { .int(Int64($0)) } ?? .null }
    /// `null` for `nil`.
    package static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
}

/// Why a text is not read as JSON.
package enum JSONError: Error, Hashable {
    /// No JSON. `line` and `column` count from 1, `offset` counts bytes from 0.
    case notJSON(reason: String, line: Int, column: Int, offset: Int)
    /// Arrays and objects nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// More values in one text than `limit`.
    case tooLarge(limit: Int)

    /// One line for people, without the place of the file.
    package var reason: String {
        switch self {
        case .notJSON(let reason, _, let column, _): "not JSON: \(reason) (column \(column))"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .tooLarge(let limit): "more than \(limit) JSON values"
        }
    }
}

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
