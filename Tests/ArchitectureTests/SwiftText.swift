/// Reads Swift source just far enough to tell code from comments and texts in quotes.
struct SwiftText {
    /// UTF-8, since everything that is looked for is ASCII, and bytes are ten times as quick as characters.
    private let source: [UInt8]
    private var position = 0
    private var code: [UInt8] = []

    /// The same text with as many lines, where comments and the contents of string literals are gone. Code inside
    /// `\( )` is kept.
    static func withoutCommentsAndStrings(_ text: String) -> String {
        var reader = SwiftText(source: Array(text.utf8))
        reader.readCode(untilClosingParenthesis: false)
        return String(decoding: reader.code, as: UTF8.self)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let slash = UInt8(ascii: "/")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let opening = UInt8(ascii: "(")
    private static let closing = UInt8(ascii: ")")

    private init(source: [UInt8]) {
        self.source = source
    }

    private mutating func readCode(untilClosingParenthesis: Bool) {
        var depth = 0
        while let byte = peek() {
            if byte == Self.slash && starts(with: "//") {
                skipLineComment()
            } else if byte == Self.slash && starts(with: "/*") {
                skipBlockComment()
            } else if byte == Self.quote || byte == Self.hash && startsRawString() {
                readString()
            } else {
                if byte == Self.opening { depth += 1 }
                if byte == Self.closing { depth -= 1 }
                code.append(byte)
                position += 1
                if untilClosingParenthesis && depth == 0 && byte == Self.closing { return }
            }
        }
    }

    private mutating func skipLineComment() {
        while let byte = peek(), byte != Self.newline { position += 1 }
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
        while peek() == Self.hash {
            hashes.append("#")
            position += 1
        }
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        position += quotes.count
        code.append(Self.quote)
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
        code.append(Self.quote)
    }

    private mutating func skipKeepingLines() {
        guard let byte = peek() else { return }
        if byte == Self.newline { code.append(byte) }
        position += 1
    }

    private func startsRawString() -> Bool {
        var index = position
        while index < source.count && source[index] == Self.hash { index += 1 }
        return index < source.count && source[index] == Self.quote
    }

    private func peek() -> UInt8? {
        position < source.count ? source[position] : nil
    }

    private func starts(with text: String) -> Bool {
        source[position...].starts(with: text.utf8)
    }
}
