import Events

extension StopExpression {
    /// - Parameters:
    ///   - start: number of characters before the condition.
    ///   - others: words that would mean something else if they were alone.
    /// - Throws: the first error; its place counts from the start of the whole text.
    package init(_ text: String, from start: Int = 0, besides others: [String] = []) throws(StopFault) {
        // Of a file's text, which may be long, no more is looked at.
        guard text.unicodeScalars.prefix(Self.longest + 1).count <= Self.longest else {
            throw StopFault(place: Self.longest, reason: "at most \(Self.longest) characters")
        }
        var parser = StopParser(text, from: start, besides: others)
        self.init(text.dropFirst(start).trimmed, try parser.whole())
    }
}

/// Parses a condition: `||` of `&&` of comparisons, each optionally with `!` and parentheses.
private struct StopParser {
    typealias Token = StopTokens.Token
    typealias Node = StopExpression.Node

    private let read: StopTokens
    private let others: [String]
    private var place = 0
    private var depth = 0

    init(_ text: String, from start: Int, besides others: [String]) {
        (read, self.others) = (StopTokens(text, from: start), others)
    }

    private var next: Token? { read.tokens.indices.contains(place) ? read.tokens[place].token : nil }

    /// An error at the next token, or after the last one.
    private func fault(_ reason: String) -> StopFault {
        if next == nil, let fault = read.fault { return fault }
        let start = read.tokens.indices.contains(place) ? read.tokens[place].range.lowerBound : read.count
        return StopFault(place: start, reason: reason)
    }

    private func expected(_ what: String) -> StopFault {
        fault("expected \(what)" + (next.map { ", found \($0.shown)" } ?? ""))
    }

    mutating func whole() throws(StopFault) -> Node {
        let node = try any()
        if next != nil || read.fault != nil { throw expected("&& or ||") }
        return node
    }

    private mutating func any() throws(StopFault) -> Node {
        var nodes = [try all()]
        while next == .or {
            place += 1
            nodes.append(try all())
        }
        return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func all() throws(StopFault) -> Node {
        var nodes = [try single()]
        while next == .and {
            place += 1
            nodes.append(try single())
        }
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func single() throws(StopFault) -> Node {
        guard next == .not || next == .open else { return .compares(try comparison()) }
        guard depth < StopExpression.deepest else {
            throw fault("at most \(StopExpression.deepest) nested parentheses and !")
        }
        depth += 1
        defer { depth -= 1 }
        let isNot = next == .not
        place += 1
        if isNot { return .not(try single()) }
        let node = try any()
        guard next == .close else { throw expected(")") }
        place += 1
        return node
    }

    // MARK: Comparisons

    private mutating func comparison() throws(StopFault) -> StopExpression.Comparison {
        let field = try self.field()
        let signs = field.signs
        guard case .sign(let sign)? = next, signs.contains(sign) else {
            throw expected("\(signs.map(\.rawValue).joined(separator: " ")) after \(field.name)")
        }
        place += 1
        let value = try self.value(of: field, like: sign == .like)
        place += 1
        return StopExpression.Comparison(field: field, sign: sign, value: value)
    }

    private mutating func field() throws(StopFault) -> StopField {
        guard case .word(let name)? = next else { throw expected("a field, such as drift") }
        guard let field = StopField(rawValue: name) else { throw unknown(name) }
        place += 1
        return field
    }

    private func unknown(_ name: String) -> StopFault {
        let others = place == 0 ? others : []
        if self.others.contains(name) { return fault("\(name) is a condition of its own, not a field") }
        let what = others.isEmpty ? "not a field" : "neither a stop nor a field"
        let nearest = NearestName.of(name, in: others + StopField.allCases.map(\.name))
        return fault("\(Token.word(name).shown) is \(what)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }

    private func value(of field: StopField, like: Bool) throws(StopFault) -> StopExpression.Comparison.Value {
        let text: String
        switch next {
        case .word(let word)?:
            if !like, let other = StopField(rawValue: word) {
                if other.kind == field.kind { return .field(other) }
                if !field.isText { throw fault("\(other.name) is \(other.noun), and \(field.name) is \(field.noun)") }
            }
            text = word
        case .text(let quoted)? where field.isText: text = quoted
        default: throw expected(field.expectedValue)
        }
        if like { return .pattern(Pattern(text, [.anyByte, .anyCase])) }
        switch field.kind {
        case .number: return .number(try number(text, field))
        case .time: return .number(try microseconds(text, field))
        case .text: return .text(text)
        case .word(let words): return .text(try word(text, words, field))
        }
    }

    private func word(_ text: String, _ words: [[String]], _ field: StopField) throws(StopFault) -> String {
        let typed = text.lowercased()
        if let known = words.first(where: { $0.contains { $0.lowercased() == typed } })?.first { return known }
        let shown = words.compactMap(\.first)
        let nearest = NearestName.of(text, in: words.joined()).map { "did you mean \($0)?" }
        let advice = nearest ?? "expected one of " + shown.joined(separator: ", ")
        throw fault("\(Token.word(text).shown) is not a \(field.name); \(advice)")
    }

    private func number(_ text: String, _ field: StopField) throws(StopFault) -> Int64 {
        guard let parts = StopNumber(text) else { throw expected(field.expectedValue) }
        guard parts.unit.isEmpty else { throw fault("\(field.name) has no unit: \(parts.digits)") }
        guard let number = Int64(parts.digits) else {
            throw parts.isWhole ? fault("the number is too large") : expected(field.expectedValue)
        }
        return number
    }

    private func microseconds(_ text: String, _ field: StopField) throws(StopFault) -> Int64 {
        guard let parts = StopNumber(text), let number = Double(parts.digits) else {
            throw expected(field.expectedValue)
        }
        switch parts.unit {
        case "", "ms": return TimeSpan(seconds: number / 1_000).microseconds
        case "s": return TimeSpan(seconds: number).microseconds
        default: throw fault("expected ms or s, found \(Token.word(parts.unit).shown)")
        }
    }
}

/// A number as typed: `-12.5ms`.
private struct StopNumber {
    let digits: String
    let isWhole: Bool
    let unit: String

    init?(_ text: String) {
        let sign = text.prefix { $0 == "-" }
        let whole = text.dropFirst(sign.count).prefix(while: Self.isDigit)
        var rest = text.dropFirst(sign.count + whole.count)
        guard sign.count <= 1, !whole.isEmpty else { return nil }
        var fraction = ""
        if rest.first == "." {
            fraction = String(rest.dropFirst().prefix(while: Self.isDigit))
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard rest.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        (digits, isWhole) = (sign + whole + (fraction.isEmpty ? "" : "." + fraction), fraction.isEmpty)
        unit = String(rest)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

extension StopField {
    /// The signs that can follow it.
    var signs: [StopExpression.Sign] {
        isText ? [.equal, .unequal, .like] : [.equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual]
    }

    var isText: Bool {
        switch kind {
        case .number, .time: false
        case .word, .text: true
        }
    }

    fileprivate var expectedValue: String {
        switch kind {
        case .number, .text: noun
        case .time: "\(noun) such as 60, 60ms or 1.5s"
        case .word(let words): "one of " + words.compactMap(\.first).joined(separator: ", ")
        }
    }

    fileprivate var noun: String {
        switch kind {
        case .number: "a whole number"
        case .time: "a time"
        case .word: "a word"
        case .text: "text"
        }
    }
}
