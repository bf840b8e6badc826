import Events

/// The words and signs of a condition. Parsing and completion use the same tokens.
struct StopTokens {
    enum Token: Hashable {
        case word(String)
        /// Between quotes.
        case text(String)
        case sign(StopExpression.Sign)
        case and, or, not, open, close

        /// As shown in an error.
        var shown: String {
            switch self {
            case .word(let word): "\"\(word.prefix(40))\""
            case .text: "text"
            case .sign(let sign): sign.rawValue
            case .and: "&&"
            case .or: "||"
            case .not: "!"
            case .open: "("
            case .close: ")"
            }
        }
    }

    struct Placed {
        let token: Token
        /// Its characters in the text.
        let range: Range<Int>
    }

    private(set) var tokens: [Placed] = []
    /// The first unreadable part; the tokens before it are valid.
    private(set) var fault: StopFault?
    let count: Int

    private static let quotes: Set<Character> = ["\"", "'"]
    private static let signs: Set<Character> = ["(", ")", "!", "&", "|", "<", ">", "=", "~"]

    /// - Parameter start: number of characters to skip.
    init(_ text: String, from start: Int = 0) {
        let characters = Array(text)
        count = characters.count
        var place = min(start, count)
        while place < count, fault == nil {
            if characters[place].isWhitespace { place += 1 } else { place = read(characters, place) }
        }
    }

    /// - Returns: the place after it.
    private mutating func read(_ characters: [Character], _ place: Int) -> Int {
        let first = characters[place]
        if Self.quotes.contains(first) { return readText(characters, place) }
        guard Self.signs.contains(first) else { return readWord(characters, place) }
        let both = String(characters[place..<min(place + 2, characters.count)])
        if let (token, length) = Self.sign(both) { return add(token, place..<place + length) }
        fault = StopFault(place: place, reason: "expected \(first)\(first), found \(first)")
        return place
    }

    private static func sign(_ two: String) -> (Token, Int)? {
        switch two {
        case "&&": return (.and, 2)
        case "||": return (.or, 2)
        default: break
        }
        if let sign = StopExpression.Sign(rawValue: two) { return (.sign(sign), two.count) }
        switch two.first {
        case "(": return (.open, 1)
        case ")": return (.close, 1)
        case "!": return (.not, 1)
        case let first?: return StopExpression.Sign(rawValue: String(first)).map { (.sign($0), 1) }
        case nil: return nil
        }
    }

    private mutating func add(_ token: Token, _ range: Range<Int>) -> Int {
        tokens.append(Placed(token: token, range: range))
        return range.upperBound
    }

    private mutating func readText(_ characters: [Character], _ place: Int) -> Int {
        guard let end = characters[(place + 1)...].firstIndex(of: characters[place]) else {
            fault = StopFault(place: place, reason: "text without its closing \(characters[place])")
            return place
        }
        return add(.text(String(characters[place + 1..<end])), place..<end + 1)
    }

    private mutating func readWord(_ characters: [Character], _ place: Int) -> Int {
        var end = place
        while end < characters.count, Self.isOfWord(characters[end]) { end += 1 }
        guard end > place else {
            fault = StopFault(place: place, reason: "an unexpected character")
            return place
        }
        // Statuses such as `DESYNC(index)`: between a name and a parenthesis there is a sign, so that this can be nothing else.
        if end < characters.count, characters[end] == "(", let close = characters[end...].firstIndex(of: ")"),
            characters[end + 1..<close].allSatisfy(Self.isOfWord)
        {
            end = close + 1
        }
        return add(.word(String(characters[place..<end])), place..<end)
    }

    private static func isOfWord(_ character: Character) -> Bool {
        !character.isWhitespace && !signs.contains(character) && !quotes.contains(character)
            && !character.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    }
}
