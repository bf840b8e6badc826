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
