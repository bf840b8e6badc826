import CJansson

extension JSON {
    /// Levels of arrays and objects.
    package static let depthLimit = 64
    /// Values that one text may hold. A message of the allowed size that is all commas would otherwise take a gigabyte.
    static let valueLimit = 2_000_000

    /// Reads one JSON text in UTF-8. Of members with the same name the last one counts; an integer beyond 64 bits
    /// makes all numbers of the text `double`.
    /// - Parameter depth: of the values that are wanted, 0 for the whole text; what is deeper is read all the same, and may be
    ///   left out.
    /// - Throws: `JSONError.notJSON`, `.tooDeep` beyond `depthLimit`, `.tooLarge`.
    package static func parse(
        _ bytes: some Collection<UInt8>, depth: Int = depthLimit
    ) throws(JSONError) -> JSON {
        let found: Result<JSON, JSONError>? = bytes.withContiguousStorageIfAvailable { parse(buffer: $0, depth) }
        return try (found ?? Array(bytes).withUnsafeBufferPointer { parse(buffer: $0, depth) }).get()
    }

    package static func parse(_ text: String) throws(JSONError) -> JSON { try parse(text.utf8) }

    private static func parse(buffer: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Result<JSON, JSONError> {
        // A text has no more values than bytes.
        guard buffer.count <= valueLimit || separators(in: buffer) <= valueLimit else {
            return .failure(.tooLarge(limit: valueLimit))
        }
        guard !buffer.isEmpty else {
            return .failure(.notJSON(reason: "the text is empty", line: 1, column: 1, offset: 0))
        }
        if let value = JSONQuickReader.read(buffer, depth: depth) { return .success(value) }
        return parse(carefully: buffer)
    }

    /// The one that says what JSON is, and what is wrong with a text.
    static func parse(carefully buffer: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONError> {
        let found = tree(buffer)
        guard case .failure = found, let whole = withoutHalfPairs(buffer) else { return found }
        return whole.withUnsafeBufferPointer(tree)
    }

    private static func tree(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<JSON, JSONError> {
        var error = json_error_t()
        let flags = JSON_ALLOW_NUL | JSON_DECODE_ANY
        var root = load(buffer, flags, &error)
        if root == nil, json_error_code(&error) == json_error_numeric_overflow {
            root = load(buffer, flags | JSON_DECODE_INT_AS_REAL, &error)
        }
        guard let root else { return .failure(JSONError(error)) }
        defer { json_decref(root) }
        var keys = RecentKeys()
        do {
            return .success(try value(of: root, depth: 0, &keys))
        } catch {
            return .failure(error)
        }
    }

    /// Halves of surrogate pairs by themselves, as programs write whose texts are UTF-16 and were cut, become U+FFFD. Everything
    /// stays in its place.
    /// - Returns: `nil` where there are none.
    private static func withoutHalfPairs(_ buffer: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (bytes, place, isChanged) = (Array(buffer), 0, false)
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "\\") else {
                place += 1
                continue
            }
            guard let unit = escapedUnit(bytes, at: place) else {
                place += 2
                continue
            }
            let next = escapedUnit(bytes, at: place + 6)
            let isPair = UTF16.isLeadSurrogate(unit) && next.map(UTF16.isTrailSurrogate) == true
            if UTF16.isSurrogate(unit), !isPair {
                bytes.replaceSubrange(place + 2..<place + 6, with: "FFFD".utf8)
                isChanged = true
            }
            place += isPair ? 12 : 6
        }
        return isChanged ? bytes : nil
    }

    private static func escapedUnit(_ bytes: [UInt8], at place: Int) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
    }

    private static func load(
        _ buffer: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ error: inout json_error_t
    ) -> UnsafeMutablePointer<json_t>? {
        buffer.withMemoryRebound(to: CChar.self) { json_loadb($0.baseAddress, $0.count, Int(flags), &error) }
    }

    /// Commas, opening brackets and opening braces: at least as many as there are values, less one.
    private static func separators(in buffer: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in buffer where byte == 0x2C || byte == 0x5B || byte == 0x7B { count &+= 1 }
        return count
    }

    private static func value(of node: UnsafeMutablePointer<json_t>, depth: Int, _ keys: inout RecentKeys)
        throws(JSONError) -> JSON
    {
        switch node.pointee.type {
        case JSON_OBJECT: return .object(try object(of: node, depth: try deeper(depth), &keys))
        case JSON_ARRAY: return .array(try array(of: node, depth: try deeper(depth), &keys))
        case JSON_STRING: return .string(string(of: node))
        case JSON_INTEGER: return .int(Int64(json_integer_value(node)))
        case JSON_REAL: return .double(json_real_value(node))
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        default: return .null
        }
    }

    private static func deeper(_ depth: Int) throws(JSONError) -> Int {
        guard depth < depthLimit else { throw .tooDeep(limit: depthLimit) }
        return depth + 1
    }

    private static func object(of node: UnsafeMutablePointer<json_t>, depth: Int, _ keys: inout RecentKeys)
        throws(JSONError) -> JSONObject
    {
        var object = JSONObject()
        object.members.reserveCapacity(json_object_size(node))
        var place = json_object_iter(node)
        while let here = place {
            if let key = json_object_iter_key(here), let member = json_object_iter_value(here) {
                object.append(keys.key(key, at: object.members.count), try value(of: member, depth: depth, &keys))
            }
            place = json_object_iter_next(node, here)
        }
        return object
    }

    private static func array(of node: UnsafeMutablePointer<json_t>, depth: Int, _ keys: inout RecentKeys)
        throws(JSONError) -> [JSON]
    {
        var elements: [JSON] = []
        let count = json_array_size(node)
        elements.reserveCapacity(count)
        for index in 0..<count {
            guard let element = json_array_get(node, index) else { continue }
            elements.append(try value(of: element, depth: depth, &keys))
        }
        return elements
    }

    private static func string(of node: UnsafeMutablePointer<json_t>) -> String {
        guard let start = json_string_value(node) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: json_string_length(node))
        return bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
    }
}

extension RecentKeys {
    /// - Parameter name: ends with a zero.
    fileprivate mutating func key(_ name: UnsafePointer<CChar>, at place: Int) -> String {
        var count = 0
        while name[count] != 0 { count += 1 }
        return UnsafeRawBufferPointer(start: name, count: count).withMemoryRebound(to: UInt8.self) {
            key($0, at: place)
        }
    }
}

extension JSONError {
    fileprivate init(_ error: json_error_t) {
        let reason = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self = .notJSON(
            reason: reason, line: Int(error.line), column: Int(error.column), offset: Int(error.position))
    }
}

/// Names of members by their place in an object: in a list of frames they are the same again and again, and a name of more
/// than 15 bytes costs an allocation.
struct RecentKeys {
    /// Members of the last object.
    var usualCount = 0
    private var keys = [String](repeating: "", count: 16)

    mutating func key(_ name: UnsafeBufferPointer<UInt8>, at place: Int) -> String {
        guard name.count > 15 else { return String(decoding: name, as: UTF8.self) }
        let slot = place % keys.count
        if keys[slot].utf8.withContiguousStorageIfAvailable({ $0.elementsEqual(name) }) != true {
            keys[slot] = String(decoding: name, as: UTF8.self)
        }
        return keys[slot]
    }
}
