import Events
import JSON

/// An object of a book, read leniently: names in both styles, numbers in any spelling, `null` the same as absent. What cannot be
/// read is noted and counts as absent.
struct BookFields {
    let object: JSONObject
    /// Where a member is looked for when `object` does not have it: a list knows things that a chunk's file has lost (RS10).
    var outer: JSONObject?

    init(_ object: JSONObject, outer: JSONObject? = nil) { (self.object, self.outer) = (object, outer) }

    func value(_ key: BookKey) -> JSON? { Self.value(key, object) ?? outer.flatMap { Self.value(key, $0) } }

    private static func value(_ key: BookKey, _ object: JSONObject) -> JSON? {
        object[key.snake] ?? key.camel.flatMap { object[$0] }
    }

    /// The first of these names that is there.
    func value(_ keys: [BookKey]) -> JSON? {
        for key in keys {
            if let value = value(key) { return value }
        }
        return nil
    }

    func fields(_ key: BookKey) -> BookFields? { value(key)?.object.map { BookFields($0) } }

    func list(_ key: BookKey, _ odd: inout Oddities) -> [JSON] {
        guard let value = value(key) else { return [] }
        guard let list = value.array else {
            odd.note("\(key.snake) is \(Oddities.shown(value)), not a list")
            return []
        }
        return list
    }

    /// In a file of sound, or a length.
    func time(_ key: BookKey, _ odd: inout Oddities) -> TimeSpan? {
        guard let value = value(key) else { return nil }
        guard let seconds = value.lenientDouble else {
            odd.note("\(key.snake) is \(Oddities.shown(value)), not a number")
            return nil
        }
        let time = TimeSpan(seconds: seconds)
        guard BookLimits.times.contains(time) else {
            odd.note("\(key.snake) is \(Oddities.shown(value)) s, not a time in a file")
            return nil
        }
        return time
    }

    func int(_ key: BookKey, _ odd: inout Oddities) -> Int? {
        guard let value = value(key) else { return nil }
        guard let number = value.lenientInt, number.magnitude <= UInt(BookLimits.numbers.upperBound) else {
            odd.note("\(key.snake) is \(Oddities.shown(value)), not a valid whole number")
            return nil
        }
        return number
    }

    /// Of a sentence in its book.
    func sentenceNumber(_ key: BookKey, _ odd: inout Oddities) -> Int? {
        guard let number = int(key, &odd) else { return nil }
        guard BookLimits.numbers.contains(number) else {
            odd.note("\(key.snake) is \(number), not a valid sentence number")
            return nil
        }
        return number
    }

    /// A title, a name or an id; blank is absent.
    func name(_ key: BookKey) -> String? {
        guard let text = value(key)?.lenientString?.cut(to: BookLimits.nameScalars), !text.isBlank else { return nil }
        return text
    }

    /// Below the job's folder.
    func path(_ key: BookKey, _ odd: inout Oddities) -> String? {
        guard let value = value(key) else { return nil }
        guard let path = value.string.flatMap({ BookPath.relative($0) }) else {
            odd.note("\(key.snake) is \(Oddities.shown(value)), not a path")
            return nil
        }
        return path
    }
}

extension String {
    /// Counted in scalars: one character may have any number of them.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let start = unicodeScalars.prefix(limit)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start)
    }

    /// Whether nothing of it can be seen.
    var isBlank: Bool {
        // Nearly every text begins with a letter, which needs no table.
        if let first = utf8.first, first > 0x20, first < 0x7F { return false }
        return unicodeScalars.allSatisfy { $0.properties.isWhitespace }
    }
}
