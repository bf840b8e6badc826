import Events
import JSON

/// Members of a local input. These are our own: what is missing or wrong is an error.
struct InputFields {
    let object: JSONObject

    /// From 0 up to 2^31 - 1, as much as the engine may add up without fear, unless given.
    func count(_ name: String, in range: ClosedRange<Int> = 0...Limits.index) throws(WireError) -> Int {
        let number = try required(name).lenientInt
        guard let number, range.contains(number) else {
            throw .badField(name: name, reason: "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Microseconds; a span may be negative, and is at most 10,000 years long.
    func span(_ name: String) throws(WireError) -> TimeSpan {
        let number = try required(name).lenientInt
        guard let number, number.magnitude <= 320_000_000_000_000_000 else {
            throw .badField(name: name, reason: "is not a number of microseconds")
        }
        return TimeSpan(microseconds: Int64(number))
    }

    /// Text of at most `limit` bytes.
    func text(_ name: String, limit: Int = Fields.textLimit) throws(WireError) -> String {
        guard let text = try required(name).lenientString else { throw .badField(name: name, reason: "is not text") }
        guard text.utf8.count <= limit else {
            throw .badField(name: name, reason: "has \(text.utf8.count) bytes, beyond the limit of \(limit)")
        }
        return text
    }

    /// Text for people, which stays in the log; what is too much of it is cut.
    func reason() throws(WireError) -> String { try text("reason", limit: .max).kept }

    func flag(_ name: String) throws(WireError) -> Bool {
        guard case .bool(let flag) = try required(name) else {
            throw .badField(name: name, reason: "is neither true nor false")
        }
        return flag
    }

    /// The longest that there is holds a clip, an index and the name of a sheet.
    func key() throws(WireError) -> PictureKey { PictureKey(try text("key", limit: 2 * Fields.textLimit + 64)) }

    private func required(_ name: String) throws(WireError) -> JSON {
        guard let value = object[name] else { throw .badField(name: name, reason: "is missing") }
        return value
    }
}
