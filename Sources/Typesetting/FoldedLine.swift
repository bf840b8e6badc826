/// Lines that are too long, in several: broken between words, which stay whole, and indented from the second on.
package enum FoldedLine {
    /// Cells of a line at most, where nobody says how many there are.
    package static let width = 100
    /// Fewer leave no room for words.
    private static let leastWidth = 20
    /// Fewer leave no room for columns.
    private static let leastColumnsWidth = 60

    /// Lines of a report. On a narrow terminal columns are two blanks apart in those that are too long, and in those that are indented
    /// as far as one of them.
    package static func folded(_ lines: [String], width: Int = width) -> [String] {
        let tooLong = width < leastColumnsWidth ? lines.filter { TerminalText.cellWidth(of: $0) > width } : []
        let indents = Set(tooLong.map(indent(of:)))
        return lines.flatMap { line in
            folded(indents.contains(indent(of: line)) ? withoutPadding(line) : line, width: width)
        }
    }

    private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

    /// All but its first blanks: two at most in a row.
    private static func withoutPadding(_ line: String) -> String {
        var shown = String(line.prefix { $0 == " " })
        var blanks = 0
        for letter in line.dropFirst(shown.count) {
            blanks = letter == " " ? blanks + 1 : 0
            if blanks <= 2 { shown.append(letter) }
        }
        return shown
    }

    /// - Parameter indent: of the second line and those below it; four cells more than the first one's unless given.
    package static func folded(_ text: String, indent: Int? = nil, width: Int = width) -> [String] {
        let width = max(leastWidth, width)
        let indent = min(indent ?? self.indent(of: text) + 4, width / 2)
        var lines: [String] = []
        var line = ""
        var used = 0
        var blanks = 0
        var isBegun = false
        for word in words(of: text) {
            let wide = TerminalText.cellWidth(of: word)
            if wide > 0, isBegun, used + blanks + wide > width {
                lines.append(line)
                (line, used, blanks) = (String(repeating: " ", count: indent), indent, 0)
            }
            if wide > 0 {
                line += String(repeating: " ", count: blanks) + word
                (used, blanks, isBegun) = (used + blanks + wide, 0, true)
            }
            blanks += 1
        }
        return lines + [line]
    }

    /// What is not broken: words, and a number with its unit or with what it counts. Each blank more than one between them is an
    /// empty one.
    private static func words(of text: String) -> [Substring] {
        var words: [Substring] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let number = words.last, isNumber(number), word.first.map({ $0.isLetter || $0 == "%" }) == true {
                words[words.count - 1] = text[number.startIndex..<word.endIndex]
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isNumber(_ word: Substring) -> Bool {
        word.last?.isNumber == true && word.allSatisfy { $0.isNumber || "(+-–.,".contains($0) }
    }

    /// What a command says in one line on standard error, as lines of that width.
    package static func message(_ text: String, width: Int) -> [String] { folded(text, indent: 2, width: width) }
}
