import Events

/// Members of a local input. These are our own: what is missing or wrong is an error.
struct InputFields {
    let object: JSONObject

    /// From 0 up to 2^31 - 1, as much as the engine may add up without fear, unless given.
    func count(_ name: String, in range: ClosedRange<Int> = 0...Fields.indexLimit) throws(WireError) -> Int {
        let number = try required(name).lenientInt
        guard let number, range.contains(number) else {
            throw .badField(name: name, reason: "is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Microseconds; a span may be negative, and is at most 10,000 years long.
    func span(_ name: String) throws(WireError) -> Span {
        let number = try required(name).lenientInt
        guard let number, number.magnitude <= 320_000_000_000_000_000 else {
            throw .badField(name: name, reason: "is no number of microseconds")
        }
        return Span(microseconds: Int64(number))
    }

    func text(_ name: String) throws(WireError) -> String {
        guard let text = try required(name).lenientString else { throw .badField(name: name, reason: "is no text") }
        return text
    }

    func flag(_ name: String) throws(WireError) -> Bool {
        guard case .bool(let flag) = try required(name) else {
            throw .badField(name: name, reason: "is neither true nor false")
        }
        return flag
    }

    func key() throws(WireError) -> PictureKey { PictureKey(try text("key")) }

    private func required(_ name: String) throws(WireError) -> JSON {
        guard let value = object[name] else { throw .badField(name: name, reason: "is missing") }
        return value
    }
}
