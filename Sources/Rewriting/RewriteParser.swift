import Events
import JSON
import Wire

/// Reads a rule: what it does, and to which events.
struct RewriteParser {
    private var scanner: RewriteScanner

    /// Bytes of a rule; more is no rule but a file.
    static let textLimit = 1 << 20
    /// Most copies of one event that one rule makes.
    static let copyLimit = 10_000

    init(_ text: String) { scanner = RewriteScanner(text) }

    mutating func rule() throws(RewriteError) -> (RewriteAction, RewriteFilter?) {
        guard scanner.bytes.count <= Self.textLimit else {
            throw scanner.failure("at most \(Self.textLimit) bytes", at: 0)
        }
        let action = try action()
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { return (action, nil) }
        let start = scanner.place
        guard scanner.word() == "where" else { throw scanner.failure("\"where\" or the end", at: start) }
        return (action, try filter())
    }

    // MARK: Actions

    private static let actions = [
        "drop", "delay", "move", "duplicate", "swap", "reverse", "shuffle", "corrupt", "form", "set", "remove",
        "rename",
        "insert",
    ]

    private mutating func action() throws(RewriteError) -> RewriteAction {
        scanner.skipBlanks()
        let start = scanner.place
        switch scanner.word() {
        case "drop": return .drop
        case "delay": return .delay(try scanner.span())
        case "move":
            let moment = try scanner.span()
            guard moment >= .zero else { throw scanner.failure("a time from the start, such as 3.5s", at: start) }
            return .move(.zero + moment)
        case "duplicate": return try duplicate()
        case "swap": return .swap
        case "reverse": return .reverse
        case "shuffle": return .shuffle
        case "corrupt": return try corrupt()
        case "form": return try form()
        case "set": return try set()
        case "remove": return .change(try scanner.path(), .remove)
        case "rename": return .rename(try scanner.name())
        case "insert": return try insert()
        default: throw scanner.failure("one of " + Self.actions.joined(separator: ", "), at: start)
        }
    }

    private mutating func duplicate() throws(RewriteError) -> RewriteAction {
        scanner.skipBlanks()
        let distance = scanner.isAtEnd || scanner.peekWord() == "where" ? .zero : try scanner.span()
        scanner.skipBlanks()
        guard !scanner.isAtEnd, scanner.peekWord() != "where" else { return .duplicate(distance, times: 1) }
        let start = scanner.place
        guard let times = Int(scanner.word()), (1...Self.copyLimit).contains(times) else {
            throw scanner.failure("a number of copies from 1 to \(Self.copyLimit), then \"times\"", at: start)
        }
        scanner.skipBlanks()
        let after = scanner.place
        guard scanner.word() == "times" else { throw scanner.failure("\"times\"", at: after) }
        return .duplicate(distance, times: times)
    }

    private mutating func corrupt() throws(RewriteError) -> RewriteAction {
        let kinds: Set<String> = ["noise", "bits", "keep", "skip"]
        scanner.skipBlanks()
        let field = scanner.isAtEnd || kinds.contains(scanner.peekWord()) ? nil : try scanner.path()
        scanner.skipBlanks()
        let start = scanner.place
        switch scanner.word() {
        case "noise": return .corrupt(field, .noise)
        case "bits": return .corrupt(field, .bits(try scanner.count("a number of bits")))
        case "keep": return .corrupt(field, .keep(try scanner.amount()))
        case "skip": return .corrupt(field, .skip(try scanner.amount()))
        default: throw scanner.failure("noise, bits N, keep N, keep N%, skip N or skip N%", at: start)
        }
    }

    private mutating func form() throws(RewriteError) -> RewriteAction {
        scanner.skipBlanks()
        let start = scanner.place
        guard let form = RewriteForm(rawValue: scanner.word()) else {
            throw scanner.failure(RewriteForm.allCases.map(\.rawValue).joined(separator: ", "), at: start)
        }
        return .form(form)
    }

    private mutating func set() throws(RewriteError) -> RewriteAction {
        let field = try scanner.path()
        scanner.skipBlanks()
        let start = scanner.place
        if scanner.accept("+=") { return .change(field, .add(try scanner.value())) }
        if scanner.accept("=") { return .change(field, .set(try scanner.value())) }
        guard scanner.word() == "as" else { throw scanner.failure("=, += or \"as\"", at: start) }
        scanner.skipBlanks()
        let spelling = scanner.place
        switch scanner.word() {
        case "text": return .change(field, .spellAsText)
        case "float": return .change(field, .spellAsFloat)
        default: throw scanner.failure("text or float", at: spelling)
        }
    }

    private mutating func insert() throws(RewriteError) -> RewriteAction {
        let name = try scanner.name()
        scanner.skipBlanks()
        let start = scanner.place
        var arguments: [JSON] = []
        while !scanner.isAtEnd, scanner.peekWord() != "where", scanner.peekWord() != "after" {
            arguments.append(try scanner.value())
            scanner.skipBlanks()
        }
        let insertion = try insertion(name, arguments, at: start)
        guard scanner.peekWord() == "after" else { return .insert(insertion, after: .zero) }
        _ = scanner.word()
        return .insert(insertion, after: try scanner.span())
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
            throw scanner.failure("what a tape can hold of \(name) (\(error.reason))", at: start)
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
            scanner.skipBlanks()
            let start = scanner.place
            guard let condition = Condition(rawValue: scanner.key()) else {
                let known = Condition.allCases.map { $0.rawValue + "=" }.joined(separator: ", ")
                throw scanner.failure("one of " + known, at: start)
            }
            guard scanner.accept("=") else {
                throw scanner.failure("= behind \(condition.rawValue)", at: scanner.place)
            }
            try read(condition, &filter)
            scanner.skipBlanks()
        } while !scanner.isAtEnd
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
        let start = scanner.place
        var patterns: [Pattern] = []
        repeat { patterns.append(try pattern(of: start)) } while scanner.accept("|")
        return patterns
    }

    /// In quotes a name is meant as it is.
    private mutating func pattern(of start: Int) throws(RewriteError) -> Pattern {
        if scanner.peek == UInt8(ascii: "\"") {
            guard case .string(let text) = try scanner.value() else { throw scanner.failure("a name", at: start) }
            return Pattern(literal: text)
        }
        let text = scanner.part { $0 != UInt8(ascii: "|") && !RewriteScanner.isBlank($0) }
        guard !text.isEmpty else { throw scanner.failure("a name, or several separated by |", at: start) }
        return Pattern(text)
    }

    private mutating func ranges() throws(RewriteError) -> [RewriteRange] {
        let start = scanner.place
        var ranges: [RewriteRange] = []
        for part in scanner.word().split(separator: "|", omittingEmptySubsequences: false) {
            guard let range = Self.range(part, { Int($0) }) else {
                throw scanner.failure("a number, 2..5, 2.., ..5, or several separated by |", at: start)
            }
            ranges.append(range)
        }
        return ranges
    }

    private mutating func nth() throws(RewriteError) -> [RewriteNth] {
        let start = scanner.place
        var meant: [RewriteNth] = []
        for part in scanner.word().split(separator: "|", omittingEmptySubsequences: false) {
            if part == "last" {
                meant.append(.last)
            } else if let range = Self.range(part, { Int($0).flatMap { $0 > 0 ? $0 : nil } }) {
                meant.append(.range(range))
            } else {
                throw scanner.failure(
                    "a number of at least 1, last, 2..5, 2.., ..5, or several separated by |", at: start)
            }
        }
        return meant
    }

    private mutating func times() throws(RewriteError) -> [RewriteRange] {
        let start = scanner.place
        var ranges: [RewriteRange] = []
        for part in scanner.word().split(separator: "|", omittingEmptySubsequences: false) {
            guard let range = Self.range(part, { RewriteScanner.microseconds($0) }) else {
                throw scanner.failure("times such as 3s..4500ms, 3s.. or ..4.5s", at: start)
            }
            ranges.append(range)
        }
        return ranges
    }

    private mutating func chance() throws(RewriteError) -> Double {
        let start = scanner.place
        guard let share = JSON.string(scanner.word()).lenientDouble, (0...1).contains(share) else {
            throw scanner.failure("a probability from 0 to 1", at: start)
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
}
