import Events
import JSON
import Wire

/// A rule's text from left to right, as words and values. Every error names the column, what was expected and what is there.
struct RewriteScanner {
    private let text: String
    let bytes: [UInt8]
    private(set) var place = 0

    /// Microseconds; no tape is longer.
    static let latest = Int(Limits.sessionLength.microseconds)

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    // MARK: Values

    mutating func span() throws(RewriteError) -> TimeSpan {
        skipBlanks()
        let start = place
        guard let length = Self.microseconds(word()[...]) else {
            throw failure("a time such as 400ms or 1.5s", at: start)
        }
        return TimeSpan(microseconds: Int64(length))
    }

    static func microseconds(_ text: Substring) -> Int? {
        let (digits, unit) =
            text.hasSuffix("ms") ? (text.dropLast(2), 1_000.0) : (text.hasSuffix("s") ? text.dropLast() : "", 1_000_000)
        guard let number = JSON.string(String(digits)).lenientDouble else { return nil }
        let length = (number * unit).rounded()
        return length.magnitude <= Double(latest) ? Int(length) : nil
    }

    mutating func count(_ what: String) throws(RewriteError) -> Int {
        skipBlanks()
        let start = place
        guard let count = Int(word()), (1...Limits.messageBytes).contains(count) else { throw failure(what, at: start) }
        return count
    }

    mutating func amount() throws(RewriteError) -> RewriteDamage.Amount {
        skipBlanks()
        let start = place
        let word = word()
        if word.hasSuffix("%"), let share = JSON.string(String(word.dropLast())).lenientDouble,
            (0...100).contains(share)
        {
            return .percent(share)
        }
        guard let count = Int(word), count >= 0 else {
            throw failure("a number of bytes, or a share such as 50%", at: start)
        }
        return .bytes(count)
    }

    mutating func name() throws(RewriteError) -> String {
        skipBlanks()
        let start = place
        let name = word()
        guard !name.isEmpty, name != "where" else { throw failure("an event's name", at: start) }
        return name
    }

    mutating func path() throws(RewriteError) -> RewritePath {
        skipBlanks()
        let start = place
        var steps: [RewritePath.Step] = []
        while let step = try pathStep(isFirst: steps.isEmpty) { steps.append(step) }
        guard !steps.isEmpty else { throw failure("a field such as chunk_index or frames[3].image_mime", at: start) }
        return RewritePath(steps)
    }

    private mutating func pathStep(isFirst: Bool) throws(RewriteError) -> RewritePath.Step? {
        if accept("[") {
            if accept("]") { return .each }
            if peek == UInt8(ascii: "\"") {
                let start = place
                guard case .string(let key) = try value(), accept("]") else { throw failure("[\"name\"]", at: start) }
                return .member(PayloadReference.escape(key))
            }
            let start = place
            let digits = part { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            guard let number = Int(digits), accept("]") else { throw failure("[], [3], [-1] or [\"name\"]", at: start) }
            return .element(number)
        }
        guard isFirst || accept(".") else { return nil }
        let key = key()
        if key.isEmpty, !isFirst { throw failure("a field's name after the point", at: place) }
        return key.isEmpty ? nil : .member(PayloadReference.escape(key))
    }

    /// JSON; a word that is none is text.
    mutating func value() throws(RewriteError) -> JSON {
        let start = place
        guard let first = peek, !Self.isBlank(first) else { throw failure("a value", at: start) }
        guard [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first) else {
            let word = word()
            return Self.stored((try? JSON.parse(word)) ?? .string(word))
        }
        guard let end = endOfJSON(), let value = try? JSON.parse(bytes[start..<end]) else {
            throw failure("JSON", at: start)
        }
        place = end
        return Self.stored(value)
    }

    /// Behind the bracket or quote that closes the one at `place`.
    private func endOfJSON() -> Int? {
        var depth = 0
        var isQuoted = false
        var index = place
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                if !isQuoted, depth == 0 { return index + 1 }
            case UInt8(ascii: "{") where !isQuoted, UInt8(ascii: "[") where !isQuoted: depth += 1
            case UInt8(ascii: "}") where !isQuoted, UInt8(ascii: "]") where !isQuoted:
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// As a stored message would hold it, so that nobody can name bytes with it.
    private static func stored(_ value: JSON) -> JSON {
        switch value {
        case .array(let values): .array(values.map(stored))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { JSONObject.Member(PayloadReference.escape($0.key), stored($0.value)) }))
        default: value
        }
    }

    // MARK: Bytes

    var peek: UInt8? { place < bytes.count ? bytes[place] : nil }
    var isAtEnd: Bool { place >= bytes.count }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    mutating func skipBlanks() { while let byte = peek, Self.isBlank(byte) { place += 1 } }

    mutating func part(while isPart: (UInt8) -> Bool) -> String {
        let start = place
        while let byte = peek, isPart(byte) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Up to the next blank; empty at the end.
    mutating func word() -> String { part { !Self.isBlank($0) } }

    func peekWord() -> String {
        var copy = self
        return copy.word()
    }

    mutating func key() -> String {
        part { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || Self.isLetterOrDigit($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    mutating func accept(_ mark: String) -> Bool {
        guard bytes[place...].starts(with: mark.utf8) else { return false }
        place += mark.utf8.count
        return true
    }

    func failure(_ expected: String, at place: Int) -> RewriteError {
        let rest = bytes[min(place, bytes.count)...].prefix { !Self.isBlank($0) }
        let word = String(decoding: rest.prefix(40), as: UTF8.self)
        let found = word.isEmpty ? (place >= bytes.count ? "the end" : "a blank") : "'\(word)'"
        return .badRule(text: Oddities.shortened(text), column: place + 1, expected: expected, found: found)
    }
}
