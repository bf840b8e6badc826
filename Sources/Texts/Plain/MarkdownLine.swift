/// What a line of Markdown is by its first signs; it has no blanks at its ends.
enum MarkdownLine {
    static func headingLevel(_ line: Substring) -> Int? {
        let signs = line.utf8.prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(signs) else { return nil }
        let next = line.utf8.dropFirst(signs).first
        return next == nil || next == 0x20 || next == 0x09 ? signs : nil
    }

    /// Of the line before it.
    static func underlineLevel(_ line: Substring) -> Int? {
        if line.utf8.allSatisfy({ $0 == UInt8(ascii: "=") }) { return 1 }
        return line.utf8.allSatisfy { $0 == UInt8(ascii: "-") } ? 2 : nil
    }

    static func isRule(_ line: Substring) -> Bool {
        let signs = line.utf8.filter { $0 != 0x20 }
        guard signs.count >= 3, let first = signs.first, "*-_".utf8.contains(first) else { return false }
        return signs.allSatisfy { $0 == first }
    }

    /// What begins code, and ends it.
    static func fence(_ line: Substring) -> Substring? {
        for sign in ["```", "~~~"] where line.hasPrefix(sign) { return line.prefix { $0 == sign.first } }
        return nil
    }

    /// What stands behind the sign of an item.
    static func listItem(_ line: Substring) -> Substring? {
        let digits = line.utf8.prefix { (0x30...0x39).contains($0) }.count
        let sign = digits > 0 && digits < 10 ? digits : 0
        let marks = digits > 0 ? ".)" : "-*+"
        guard let mark = line.utf8.dropFirst(sign).first, marks.utf8.contains(mark) else { return nil }
        var item = line.dropFirst(sign + 1)
        guard item.utf8.first == 0x20 || item.utf8.first == 0x09 else { return nil }
        item = item.stripped
        for box in ["[ ] ", "[x] ", "[X] "] where item.hasPrefix(box) { item = item.dropFirst(box.count) }
        return item
    }

    /// `|---|:-:|`
    static func isTableRule(_ line: Substring) -> Bool {
        let text = line.stripped
        return text.utf8.contains(UInt8(ascii: "|")) && text.utf8.contains(UInt8(ascii: "-"))
            && text.utf8.allSatisfy { "|-: ".utf8.contains($0) }
    }

    /// `[name]: address`, `[^1]: a note`
    static func isDefinition(_ line: Substring) -> Bool {
        guard line.hasPrefix("["), let end = line.utf8.firstIndex(of: UInt8(ascii: "]")) else { return false }
        return line.utf8[line.utf8.index(after: end)...].first == UInt8(ascii: ":")
    }
}
