/// Reads JSON as backends write it, several times as fast as by a tree of another library's.
///
/// It gives up on whatever is unusual or wrong, so that there is one place that says what JSON is: `nil` means that nothing
/// is known about the text. A value that it does give is the one that the careful way gives.
struct JSONQuickReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private let deepest: Int
    private var keys = RecentKeys()
    /// Members up to which repeated names are looked for; larger objects are left to the careful way.
    private static let membersLimit = 40

    /// The value of the whole text.
    /// - Parameter depth: of the values that are kept; what is deeper is looked at, and left out.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int = JSON.depthLimit) -> JSON? {
        var reader = JSONQuickReader(bytes, depth)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        // A bare `nil` beside a value of this type would be its `null`.
        guard reader.place == bytes.count else { return nil }
        return value
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ depth: Int) { (self.bytes, deepest) = (bytes, depth) }

    /// 0 at the end, which is no character of JSON.
    private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    private mutating func skipBlanks() {
        while place < bytes.count,
            bytes[place] == 0x20 || bytes[place] == 0x0A || bytes[place] == 0x0D || bytes[place] == 0x09
        {
            place += 1
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) -> JSON? {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""):
            place += 1
            guard let text = text(isKept: depth <= deepest) else { return nil }
            return .string(text)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSON) -> JSON? {
        guard place + text.utf8CodeUnitCount <= bytes.count else { return nil }
        for offset in 0..<text.utf8CodeUnitCount where bytes[place + offset] != text.utf8Start[offset] { return nil }
        place += text.utf8CodeUnitCount
        return value
    }

    private mutating func array(depth: Int) -> JSON? {
        guard depth < JSON.depthLimit else { return nil }
        place += 1
        var elements: [JSON] = []
        skipBlanks()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let element = value(depth: depth + 1) else { return nil }
            if depth < deepest { elements.append(element) }
            skipBlanks()
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func object(depth: Int) -> JSON? {
        guard depth < JSON.depthLimit else { return nil }
        place += 1
        var members: [JSONObject.Member] = []
        skipBlanks()
        if skip(UInt8(ascii: "}")) { return .object(JSONObject(members)) }
        while true {
            skipBlanks()
            guard skip(UInt8(ascii: "\"")), let (name, isASCII) = string(), isASCII, members.count < Self.membersLimit
            else { return nil }
            let key = depth < deepest ? keys.key(name, at: members.count) : ""
            for member in members where member.key.utf8.count == name.count && member.key == key { return nil }
            skipBlanks()
            guard skip(UInt8(ascii: ":")), let member = value(depth: depth + 1) else { return nil }
            if depth < deepest {
                if members.isEmpty { members.reserveCapacity(keys.usualCount) }
                members.append(JSONObject.Member(key, member))
            }
            skipBlanks()
            if skip(UInt8(ascii: "}")) {
                if depth < deepest { keys.usualCount = members.count }
                return .object(JSONObject(members))
            }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func text(isKept: Bool) -> String? {
        guard let (text, isASCII) = string() else { return nil }
        if isASCII, !isKept { return "" }
        return isASCII ? String(decoding: text, as: UTF8.self) : String(validating: text, as: UTF8.self)
    }

    /// The bytes up to the closing quote, which is passed. Escapes and control characters are left to the careful way.
    private mutating func string() -> (UnsafeBufferPointer<UInt8>, isASCII: Bool)? {
        let start = place
        var seen: UInt8 = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place += 1
                return (UnsafeBufferPointer(rebasing: bytes[start..<place - 1]), seen < 0x80)
            }
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
            seen |= byte
            place += 1
        }
        return nil
    }

    /// Whole numbers of up to 18 digits, and decimals.
    private mutating func number() -> JSON? {
        let start = place
        let isNegative = skip(UInt8(ascii: "-"))
        let first = place
        var whole: Int64 = 0
        while next >= 0x30, next <= 0x39 {
            guard place - first < 18 else { return nil }
            whole = whole * 10 + Int64(next - 0x30)
            place += 1
        }
        guard place > first, bytes[first] != 0x30 || place == first + 1 else { return nil }
        switch next {
        case UInt8(ascii: "."): return decimal(from: start)
        case UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
        default: return .int(isNegative ? -whole : whole)
        }
    }

    private mutating func decimal(from start: Int) -> JSON? {
        place += 1
        let first = place
        while next >= 0x30, next <= 0x39 { place += 1 }
        guard place > first, place - start <= 40, next | 0x20 != UInt8(ascii: "e") else { return nil }
        guard let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else { return nil }
        return .double(value)
    }
}
