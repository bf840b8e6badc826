/// Reads Swift source just far enough to tell code from comments and texts in quotes.
struct SwiftText {
    private let source: [Character]
    private var position = 0
    private var code = ""

    /// The same text with as many lines, where comments and the contents of string literals are gone. Code inside
    /// `\( )` is kept.
    static func withoutCommentsAndStrings(_ text: String) -> String {
        var reader = SwiftText(source: Array(text))
        reader.readCode(untilClosingParenthesis: false)
        return reader.code
    }

    private init(source: [Character]) {
        self.source = source
    }

    private mutating func readCode(untilClosingParenthesis: Bool) {
        var depth = 0
        while let character = peek() {
            if starts(with: "//") {
                skipLineComment()
            } else if starts(with: "/*") {
                skipBlockComment()
            } else if character == "\"" || character == "#" && startsRawString() {
                readString()
            } else {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                code.append(character)
                position += 1
                if untilClosingParenthesis && depth == 0 && character == ")" { return }
            }
        }
    }

    private mutating func skipLineComment() {
        while let character = peek(), !character.isNewline {
            position += 1
            _ = character
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while peek() != nil {
            if starts(with: "/*") {
                depth += 1
                position += 2
            } else if starts(with: "*/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                skipKeepingLines()
            }
        }
    }

    /// From the first `#` or quote of a literal to behind its last one.
    private mutating func readString() {
        var hashes = ""
        while peek() == "#" {
            hashes.append("#")
            position += 1
        }
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        position += quotes.count
        code.append("\"")
        while peek() != nil {
            if starts(with: quotes + hashes) {
                position += quotes.count + hashes.count
                break
            } else if starts(with: "\\" + hashes + "(") {
                position += 1 + hashes.count
                readCode(untilClosingParenthesis: true)
            } else if starts(with: "\\" + hashes) {
                position += 1 + hashes.count
                skipKeepingLines()
            } else {
                skipKeepingLines()
            }
        }
        code.append("\"")
    }

    private mutating func skipKeepingLines() {
        guard let character = peek() else { return }
        if character.isNewline { code.append("\n") }
        position += 1
    }

    private func startsRawString() -> Bool {
        var index = position
        while index < source.count && source[index] == "#" { index += 1 }
        return index < source.count && source[index] == "\""
    }

    private func peek() -> Character? {
        position < source.count ? source[position] : nil
    }

    private func starts(with text: String) -> Bool {
        source[position...].starts(with: text)
    }
}
