import Events
import JSON
import Wire

/// Reads a rule's text from left to right. Every error names the column, what was expected and what is there.
struct RewriteParser {
    private let text: String
    private let bytes: [UInt8]
    private var place = 0

    /// Bytes of a rule; more is no rule but a file.
    static let textLimit = 1 << 20
    /// Most copies of one event that one rule makes.
    static let copyLimit = 10_000
    /// Microseconds; no tape is longer.
    static let latest = Int(Limits.sessionLength.microseconds)

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func rule() throws(RewriteError) -> (RewriteAction, RewriteFilter?) {
        guard bytes.count <= Self.textLimit else { throw failure("at most \(Self.textLimit) bytes", at: 0) }
        let action = try action()
        skipBlanks()
        guard !isAtEnd else { return (action, nil) }
        let start = place
        guard word() == "where" else { throw failure("\"where\" or the end", at: start) }
        return (action, try filter())
    }

    // MARK: Actions

    private static let actions = [
        "drop", "delay", "move", "duplicate", "swap", "reverse", "shuffle", "corrupt", "form", "set", "remove",
        "rename",
        "insert",
    ]

    private mutating func action() throws(RewriteError) -> RewriteAction {
        skipBlanks()
        let start = place
        switch word() {
        case "drop": return .drop
        case "delay": return .delay(try span())
        case "move":
            let moment = try span()
            guard moment >= .zero else { throw failure("a time from the start, such as 3.5s", at: start) }
            return .move(.zero + moment)
        case "duplicate": return try duplicate()
        case "swap": return .swap
        case "reverse": return .reverse
        case "shuffle": return .shuffle
        case "corrupt": return try corrupt()
        case "form": return try form()
        case "set": return try set()
        case "remove": return .change(try path(), .remove)
        case "rename": return .rename(try name())
        case "insert": return try insert()
        default: throw failure("one of " + Self.actions.joined(separator: ", "), at: start)
        }
    }

    private mutating func duplicate() throws(RewriteError) -> RewriteAction {
        skipBlanks()
        let distance = isAtEnd || peekWord() == "where" ? .zero : try span()
        skipBlanks()
        guard !isAtEnd, peekWord() != "where" else { return .duplicate(distance, times: 1) }
        let start = place
        guard let times = Int(word()), (1...Self.copyLimit).contains(times) else {
            throw failure("a number of copies from 1 to \(Self.copyLimit), then \"times\"", at: start)
        }
        skipBlanks()
        let after = place
        guard word() == "times" else { throw failure("\"times\"", at: after) }
        return .duplicate(distance, times: times)
    }

    private mutating func corrupt() throws(RewriteError) -> RewriteAction {
        let kinds: Set<String> = ["noise", "bits", "keep", "skip"]
        skipBlanks()
        let field = isAtEnd || kinds.contains(peekWord()) ? nil : try path()
        skipBlanks()
        let start = place
        switch word() {
        case "noise": return .corrupt(field, .noise)
        case "bits": return .corrupt(field, .bits(try count("a number of bits")))
        case "keep": return .corrupt(field, .keep(try amount()))
        case "skip": return .corrupt(field, .skip(try amount()))
        default: throw failure("noise, bits N, keep N, keep N%, skip N or skip N%", at: start)
        }
    }

    private mutating func form() throws(RewriteError) -> RewriteAction {
        skipBlanks()
        let start = place
        guard let form = RewriteForm(rawValue: word()) else {
            throw failure(RewriteForm.allCases.map(\.rawValue).joined(separator: ", "), at: start)
        }
        return .form(form)
    }

    private mutating func set() throws(RewriteError) -> RewriteAction {
        let field = try path()
        skipBlanks()
        let start = place
        if accept("+=") { return .change(field, .add(try value())) }
        if accept("=") { return .change(field, .set(try value())) }
        guard word() == "as" else { throw failure("=, += or \"as\"", at: start) }
        skipBlanks()
        let spelling = place
        switch word() {
        case "text": return .change(field, .spellAsText)
        case "float": return .change(field, .spellAsFloat)
        default: throw failure("text or float", at: spelling)
        }
    }

    private mutating func insert() throws(RewriteError) -> RewriteAction {
        let name = try name()
        skipBlanks()
        let start = place
        var arguments: [JSON] = []
        while !isAtEnd, peekWord() != "where", peekWord() != "after" {
            arguments.append(try value())
            skipBlanks()
        }
        let insertion = try insertion(name, arguments, at: start)
        guard peekWord() == "after" else { return .insert(insertion, after: .zero) }
        _ = word()
        return .insert(insertion, after: try span())
    }

    /// Inputs that rules can make; any other name is that of an event.
    private static let inputs: Set<InputName> = [.sent, .refused, .linkLost, .linkRestored]

    private func insertion(
        _ name: String, _ arguments: [JSON], at start: Int
    ) throws(RewriteError) -> RewriteInsertion {
        guard let input = InputName(rawValue: name), Self.inputs.contains(input) else {
            return .event(name, arguments)
        }
        var members = arguments.first?.object ?? JSONObject()
        // What need not be written.
        if input == .refused, members["generation"] == nil { members.append("generation", 1) }
        if input == .linkLost, members["reason"] == nil { members.append("reason", "rewritten") }
        do throws(WireError) {
            return .input(input, try LocalInputCoding.decode(name: name, data: .object(members)))
        } catch {
            throw failure("what a tape can hold of \(name) (\(error.reason))", at: start)
        }
    }

    // MARK: Conditions

    private enum Condition: String, CaseIterable {
        case name, message, chunk, batch, section, sequence, clip, index, time, nth, copy
        case chance = "p"
    }

    private mutating func filter() throws(RewriteError) -> RewriteFilter {
        var filter = RewriteFilter()
        repeat {
            skipBlanks()
            let start = place
            guard let condition = Condition(rawValue: key()) else {
                let known = Condition.allCases.map { $0.rawValue + "=" }.joined(separator: ", ")
                throw failure("one of " + known, at: start)
            }
            guard accept("=") else { throw failure("= behind \(condition.rawValue)", at: place) }
            try read(condition, &filter)
            skipBlanks()
        } while !isAtEnd
        return filter
    }

    private mutating func read(_ condition: Condition, _ filter: inout RewriteFilter) throws(RewriteError) {
        switch condition {
        case .name: filter.names = try patterns()
        case .clip: filter.clips = try patterns()
        case .message: filter.messages = try ranges()
        case .chunk: filter.chunks = try ranges()
        case .batch: filter.batches = try ranges()
        case .section: filter.sections = try ranges()
        case .sequence: filter.sequences = try ranges()
        case .index: filter.indexes = try ranges()
        case .copy: filter.copies = try ranges()
        case .nth: filter.nth = try nth()
        case .time: filter.times = try times()
        case .chance: filter.chance = try chance()
        }
    }

    private mutating func patterns() throws(RewriteError) -> [Pattern] {
        let start = place
        var patterns: [Pattern] = []
        repeat { patterns.append(try pattern(of: start)) } while accept("|")
        return patterns
    }

    /// In quotes a name is meant as it is.
    private mutating func pattern(of start: Int) throws(RewriteError) -> Pattern {
        if peek == UInt8(ascii: "\"") {
            guard case .string(let text) = try value() else { throw failure("a name", at: start) }
            return Pattern(literal: text)
        }
        let text = part { $0 != UInt8(ascii: "|") && !Self.isBlank($0) }
        guard !text.isEmpty else { throw failure("a name, or several separated by |", at: start) }
        return Pattern(text)
    }

    private mutating func ranges() throws(RewriteError) -> [RewriteRange] {
        let start = place
        var ranges: [RewriteRange] = []
        for part in word().split(separator: "|", omittingEmptySubsequences: false) {
            guard let range = Self.range(part, { Int($0) }) else {
                throw failure("a number, 2..5, 2.., ..5, or several separated by |", at: start)
            }
            ranges.append(range)
        }
        return ranges
    }

    private mutating func nth() throws(RewriteError) -> [RewriteNth] {
        let start = place
        var meant: [RewriteNth] = []
        for part in word().split(separator: "|", omittingEmptySubsequences: false) {
            if part == "last" {
                meant.append(.last)
            } else if let range = Self.range(part, { Int($0).flatMap { $0 > 0 ? $0 : nil } }) {
                meant.append(.range(range))
            } else {
                throw failure("a number of at least 1, last, 2..5, 2.., ..5, or several separated by |", at: start)
            }
        }
        return meant
    }

    private mutating func times() throws(RewriteError) -> [RewriteRange] {
        let start = place
        var ranges: [RewriteRange] = []
        for part in word().split(separator: "|", omittingEmptySubsequences: false) {
            guard let range = Self.range(part, { Self.microseconds($0) }) else {
                throw failure("times such as 3s..4500ms, 3s.. or ..4.5s", at: start)
            }
            ranges.append(range)
        }
        return ranges
    }

    private mutating func chance() throws(RewriteError) -> Double {
        let start = place
        guard let share = JSON.string(word()).lenientDouble, (0...1).contains(share) else {
            throw failure("a probability from 0 to 1", at: start)
        }
        return share
    }

    private static func range(_ text: Substring, _ number: (Substring) -> Int?) -> RewriteRange? {
        guard let dots = text.firstRange(of: "..") else { return number(text).map { RewriteRange(low: $0, high: $0) } }
        let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
        guard !before.isEmpty || !after.isEmpty else { return nil }
        let low = before.isEmpty ? .min : number(before)
        let high = after.isEmpty ? .max : number(after)
        guard let low, let high, low <= high else { return nil }
        return RewriteRange(low: low, high: high)
    }

    // MARK: Parts

    private mutating func span() throws(RewriteError) -> Span {
        skipBlanks()
        let start = place
        guard let length = Self.microseconds(word()[...]) else {
            throw failure("a time such as 400ms or 1.5s", at: start)
        }
        return Span(microseconds: Int64(length))
    }

    private static func microseconds(_ text: Substring) -> Int? {
        let (digits, unit) =
            text.hasSuffix("ms") ? (text.dropLast(2), 1_000.0) : (text.hasSuffix("s") ? text.dropLast() : "", 1_000_000)
        guard let number = JSON.string(String(digits)).lenientDouble else { return nil }
        let length = (number * unit).rounded()
        return length.magnitude <= Double(latest) ? Int(length) : nil
    }

    private mutating func count(_ what: String) throws(RewriteError) -> Int {
        skipBlanks()
        let start = place
        guard let count = Int(word()), (1...Limits.messageBytes).contains(count) else { throw failure(what, at: start) }
        return count
    }

    private mutating func amount() throws(RewriteError) -> RewriteDamage.Amount {
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

    private mutating func name() throws(RewriteError) -> String {
        skipBlanks()
        let start = place
        let name = word()
        guard !name.isEmpty, name != "where" else { throw failure("an event's name", at: start) }
        return name
    }

    private mutating func path() throws(RewriteError) -> RewritePath {
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
    private mutating func value() throws(RewriteError) -> JSON {
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

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }
    private var isAtEnd: Bool { place >= bytes.count }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func skipBlanks() { while let byte = peek, Self.isBlank(byte) { place += 1 } }

    private mutating func part(while isPart: (UInt8) -> Bool) -> String {
        let start = place
        while let byte = peek, isPart(byte) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Up to the next blank; empty at the end.
    private mutating func word() -> String { part { !Self.isBlank($0) } }

    private func peekWord() -> String {
        var copy = self
        return copy.word()
    }

    private mutating func key() -> String {
        part { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || Self.isLetterOrDigit($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private mutating func accept(_ mark: String) -> Bool {
        guard bytes[place...].starts(with: mark.utf8) else { return false }
        place += mark.utf8.count
        return true
    }

    private func failure(_ expected: String, at place: Int) -> RewriteError {
        let rest = bytes[min(place, bytes.count)...].prefix { !Self.isBlank($0) }
        let word = String(decoding: rest.prefix(40), as: UTF8.self)
        let found = word.isEmpty ? (place >= bytes.count ? "the end" : "a blank") : "'\(word)'"
        return .badRule(text: Oddities.shortened(text), column: place + 1, expected: expected, found: found)
    }
}
