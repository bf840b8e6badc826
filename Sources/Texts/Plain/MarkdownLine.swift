import Events

/// What a line of Markdown is by its first signs; it has no blanks at its ends.
enum MarkdownLine {
    /// Without blanks at its start, and the signs of a quotation.
    static func unquoted(_ line: Substring) -> Substring {
        var line = unindented(line)
        while line.first == ">" { line = unindented(line.dropFirst()) }
        return line
    }

    /// Without blanks at its start.
    static func unindented(_ line: Substring) -> Substring { line.drop { $0 == " " || $0 == "\t" } }

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

    /// What begins code, and ends it: "```" with further such signs in its line is code inside of a text.
    static func fence(_ line: Substring) -> Substring? {
        for sign: Character in ["`", "~"] {
            let fence = line.prefix { $0 == sign }
            guard fence.utf8.count >= 3 else { continue }
            return sign == "`" && line.dropFirst(fence.count).contains(sign) ? nil : fence
        }
        return nil
    }

    /// What stands behind the sign of an item.
    static func listItem(_ line: Substring) -> Substring? { listParts(line)?.text }

    /// The sign as it is shown, and what stands behind it.
    static func listParts(_ line: Substring) -> (sign: String, text: Substring)? {
        let digits = line.utf8.prefix { (0x30...0x39).contains($0) }.count
        let sign = digits > 0 && digits < 10 ? digits : 0
        let marks = digits > 0 ? ".)" : "-*+"
        guard let mark = line.utf8.dropFirst(sign).first, marks.utf8.contains(mark) else { return nil }
        var item = line.dropFirst(sign + 1)
        guard item.utf8.first == 0x20 || item.utf8.first == 0x09 else { return nil }
        item = unindented(item)
        for box in ["[ ]", "[x]", "[X]"] where item == box || item.hasPrefix(box + " ") {
            item = unindented(item.dropFirst(box.count))
        }
        return (sign > 0 ? "\(line.prefix(sign))." : TextBlock.bullet, item)
    }

    /// `|---|:-:|`
    static func isTableRule(_ line: Substring) -> Bool {
        let text = line.stripped
        return text.utf8.contains(UInt8(ascii: "|")) && text.utf8.contains(UInt8(ascii: "-"))
            && text.utf8.allSatisfy { "|-: ".utf8.contains($0) }
    }

    /// `[name]: address`, with or without a title, or `[^1]: a note`; but `[Ann]: Hello.` is a text.
    static func isDefinition(_ line: Substring) -> Bool {
        guard line.hasPrefix("["), let end = line.utf8.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let behind = line[line.utf8.index(after: end)...]
        guard behind.utf8.first == UInt8(ascii: ":") else { return false }
        if line.hasPrefix("[^") { return true }
        let parts = behind.dropFirst().split { $0 == " " || $0 == "\t" }.prefix(2)
        guard let address = parts.first, isAddress(address) else { return false }
        return parts.count == 1 || "\"'(".utf8.contains(parts[1].utf8.first ?? 0)
    }

    /// `https://a.example`, `#part`, `notes.md`, `mailto:ann@a.example`
    private static func isAddress(_ word: Substring) -> Bool {
        if word.utf8.contains(where: { "/#<".utf8.contains($0) }) { return true }
        return zip(word.utf8, word.utf8.dropFirst()).contains { sign, next in
            ".:@".utf8.contains(sign) && (0x61...0x7A).contains(next | 0x20)
        }
    }
}
