/// What a book's style sheets say of two properties, `display` and `visibility`: whether an element is shown at all.
/// Selectors of elements, classes and ids are understood, alone, together (`p.note`) and behind their ancestors (`.box p`).
struct StyleRules {
    /// An element as selectors see it.
    struct Element {
        let name: String
        let id: String?
        let classes: [Substring]
    }

    private struct Part {
        var name: Substring?
        var ids: [Substring] = []
        var classes: [Substring] = []
        /// What stands before it is its parent, and not any ancestor.
        var isChild = false

        func matches(_ element: Element) -> Bool {
            if let name, name != element.name { return false }
            return ids.allSatisfy { $0 == element.id ?? "" } && classes.allSatisfy { element.classes.contains($0) }
        }
    }

    private struct Rule {
        /// The last one is the element's own.
        let parts: [Part]
        let display: Bool?
        let visibility: Bool?
        let isImportant: Bool
        var order = 0

        var weight: (Int, Int, Int, Int) {
            let ids = parts.reduce(0) { $0 + $1.ids.count }
            let classes = parts.reduce(0) { $0 + $1.classes.count }
            return (isImportant ? 1 : 0, ids, classes, parts.count { $0.name != nil })
        }
    }

    private var rules: [Rule] = []
    /// By what their own part asks for: `#id`, `.class`, or the element's name; `*` for all.
    private var places: [Substring: [Int]] = [:]
    var isEmpty: Bool { rules.isEmpty }
    /// Whether ancestors matter.
    private(set) var looksUp = false

    private static let limit = 4_000
    static let sheetBytes = 1 << 20

    init() {}

    init(_ sheet: some Collection<UInt8>) {
        var reader = StyleReader(sheet.prefix(Self.sheetBytes))
        while let (selectors, body) = reader.next() { addRules(selectors, body) }
    }

    mutating func merge(_ others: StyleRules) { for rule in others.rules { insert(rule) } }

    private mutating func addRules(_ selectors: String, _ body: String) {
        let (display, visibility, isImportant) = Self.declared(body)
        guard display != nil || visibility != nil else { return }
        for selector in selectors.split(separator: ",").prefix(200) {
            guard let parts = Self.parts(selector) else { continue }
            insert(Rule(parts: parts, display: display, visibility: visibility, isImportant: isImportant))
        }
    }

    private mutating func insert(_ rule: Rule) {
        guard rules.count < Self.limit, let own = rule.parts.last else { return }
        let key =
            own.ids.first.map { "#" + $0 } ?? own.classes.first.map { "." + $0 } ?? own.name.map(String.init) ?? "*"
        var rule = rule
        rule.order = rules.count
        places[key[...], default: []].append(rules.count)
        rules.append(rule)
        looksUp = looksUp || rule.parts.count > 1
    }

    // MARK: Asking

    /// - Parameters:
    ///   - ancestors: those that it stands in, the outermost first.
    ///   - style: what the element itself says.
    ///   - steps: of a page; when they are used up, all is shown.
    func hides(_ element: Element, in ancestors: [Element], style: String?, steps: inout Int) -> Bool {
        let own = style.map(Self.declared)
        var display: (weight: (Int, Int, Int, Int), isHidden: Bool)?
        var visibility = display
        if !rules.isEmpty, steps > 0 {
            var keys: [Substring] = ["*", element.name[...]]
            if let id = element.id { keys.append("#" + id) }
            for name in element.classes { keys.append("." + name) }
            for key in keys {
                for place in places[key] ?? [] where matches(rules[place], element, ancestors, &steps) {
                    let rule = rules[place]
                    if let isHidden = rule.display, Self.wins(rule, place, over: display?.weight) {
                        display = (rule.weight, isHidden)
                    }
                    if let isHidden = rule.visibility, Self.wins(rule, place, over: visibility?.weight) {
                        visibility = (rule.weight, isHidden)
                    }
                }
            }
        }
        func hides(_ own: Bool?, _ rule: (weight: (Int, Int, Int, Int), isHidden: Bool)?) -> Bool {
            guard let rule else { return own ?? false }
            return rule.weight.0 > 0 ? rule.isHidden : own ?? rule.isHidden
        }
        return hides(own?.display, display) || hides(own?.visibility, visibility)
    }

    private static func wins(_ rule: Rule, _ place: Int, over best: (Int, Int, Int, Int)?) -> Bool {
        best.map { rule.weight >= $0 } ?? true
    }

    private func matches(_ rule: Rule, _ element: Element, _ ancestors: [Element], _ steps: inout Int) -> Bool {
        steps -= 1
        guard let own = rule.parts.last, own.matches(element) else { return false }
        var (place, isParent) = (ancestors.count, own.isChild)
        for part in rule.parts.dropLast().reversed() {
            var isFound = false
            while place > 0, !isFound, steps > 0 {
                (place, steps) = (place - 1, steps - 1)
                isFound = part.matches(ancestors[place])
                if isParent, !isFound { return false }
            }
            if !isFound { return false }
            isParent = part.isChild
        }
        return true
    }

    // MARK: Reading

    /// `true`: hidden; `nil`: not told.
    private static func declared(_ body: String) -> (display: Bool?, visibility: Bool?, isImportant: Bool) {
        var (display, visibility, isImportant): (Bool?, Bool?, Bool) = (nil, nil, false)
        for declaration in body.split(separator: ";") {
            guard let colon = declaration.firstIndex(of: ":") else { continue }
            let name = declaration[..<colon].filter { !$0.isWhitespace }.lowercased()
            guard name == "display" || name == "visibility" else { continue }
            let words = declaration[declaration.index(after: colon)...].lowercased().split {
                $0.isWhitespace || $0 == "!"
            }
            guard let value = words.first else { continue }
            if name == "display" {
                display = value == "none"
            } else {
                visibility = value == "hidden" || value == "collapse"
            }
            isImportant = isImportant || words.last == "important"
        }
        return (display, visibility, isImportant)
    }

    /// `nil` where it asks for anything else, such as an attribute or a state.
    private static func parts(_ selector: Substring) -> [Part]? {
        var parts: [Part] = []
        var isChild = false
        for word in selector.replacing(">", with: " > ").split(whereSeparator: \.isWhitespace) {
            if word == ">" {
                isChild = true
                continue
            }
            guard parts.count < 8, var part = part(word) else { return nil }
            part.isChild = isChild
            isChild = false
            parts.append(part)
        }
        // What is not shown of the whole page is shown by a program that does not run here.
        guard let own = parts.last,
            !(own.ids.isEmpty && own.classes.isEmpty
                && own.name.map { ["html", "body", "head"].contains($0) } ?? false)
        else { return nil }
        return parts
    }

    private static func part(_ word: Substring) -> Part? {
        var part = Part()
        var (kind, rest) = (Character(" "), word)
        while !rest.isEmpty {
            if let first = rest.first, first == "." || first == "#" {
                (kind, rest) = (first, rest.dropFirst())
            }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "*" }
            guard !name.isEmpty, name == "*" || !name.contains("*") else { return nil }
            rest = rest[name.endIndex...]
            switch kind {
            case ".": part.classes.append(name)
            case "#": part.ids.append(name)
            default: if name != "*" { part.name = name.lowercased()[...] }
            }
            guard rest.isEmpty || rest.first == "." || rest.first == "#" else { return nil }
        }
        return part
    }
}

/// Takes a style sheet apart into rules, without comments, and without those for other media than screens.
private struct StyleReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ sheet: some Collection<UInt8>) { bytes = Self.withoutComments(Array(sheet)) }

    mutating func next() -> (selectors: String, body: String)? {
        while place < bytes.count {
            let start = place
            guard let stop = bytes[place...].firstIndex(where: { [0x7B, 0x7D, 0x3B].contains($0) }) else { return nil }
            place = stop + 1
            // The end of `@media`, or `@import "x";`
            guard bytes[stop] == 0x7B else { continue }
            let head = text(start..<stop)
            if head.hasPrefix("@") {
                if !Self.isForScreens(head) { skipBlock() }
                continue
            }
            let begin = place
            skipBlock()
            let body = bytes[begin..<max(begin, place - 1)]
            // Of the two properties that matter both have these letters.
            guard body.count <= 20_000, body.contains(where: { $0 & 0xDF == 0x49 }) else { continue }
            return (head, String(decoding: body, as: UTF8.self))
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String {
        let text = String(decoding: bytes[range].prefix(4_000), as: UTF8.self)
        return String(text.drop { $0.isWhitespace })
    }

    /// Behind the brace that closes what is open.
    private mutating func skipBlock() {
        var depth = 1
        while place < bytes.count, depth > 0 {
            if bytes[place] == 0x7B { depth += 1 }
            if bytes[place] == 0x7D { depth -= 1 }
            place += 1
        }
    }

    private static func isForScreens(_ head: String) -> Bool {
        let words = head.lowercased().split { $0.isWhitespace || $0 == "," }
        return words.first == "@media" && words.dropFirst().allSatisfy { ["all", "screen", "only"].contains($0) }
    }

    private static func withoutComments(_ sheet: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(sheet.count)
        var place = 0
        while place < sheet.count {
            let rest = sheet[place...]
            if rest.starts(with: "/*".utf8) {
                place += 2
                while place < sheet.count, !sheet[place...].starts(with: "*/".utf8) { place += 1 }
                place += 2
            } else if rest.starts(with: "<!--".utf8) {
                place += 4
            } else if rest.starts(with: "-->".utf8) {
                place += 3
            } else {
                kept.append(sheet[place])
                place += 1
            }
        }
        return kept
    }
}
