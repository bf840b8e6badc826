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

    /// How far it is moved in.
    static func indent(_ line: Substring) -> Int {
        line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.reduce(0) { $0 + ($1 == 0x09 ? 4 : 1) }
    }

    /// Whether a line that is not moved in ends the paragraph before it.
    static func beginsBlock(_ line: Substring) -> Bool {
        headingLevel(line) != nil || isRule(line) || fence(line) != nil || listItem(line) != nil || isDefinition(line)
            || line.hasPrefix(">") || line.hasPrefix("<!--") || line.hasPrefix("|")
    }

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

    /// The number of an item belongs to what it says, since others refer to it; a dot does not.
    static func itemText(_ sign: String, _ text: [UInt8]) -> [UInt8] {
        sign == TextBlock.bullet || text.isEmpty ? text : Array("\(sign) ".utf8) + text
    }

    /// What is shown in front of an item, besides its text.
    static func shownSign(_ sign: String) -> String { sign == TextBlock.bullet ? sign : "" }

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

/// The beginning of a line of Markdown that is still coming, for as long as it may be nothing but signs.
struct MarkdownStart: Sendable {
    private enum Part {
        /// Blanks, and signs of which each may be the last.
        case signs
        /// The box of a task, behind the sign of its item.
        case box
        /// What may begin code, and what stands behind it: a further sign of it would make it code inside of a text.
        case fence, language
        /// `[name]` of a definition, if `:` and an address follow.
        case name, address
        /// In code, only what may end it.
        case code(sign: UInt8)
    }

    private(set) var bytes: [UInt8] = []
    private var part: Part
    /// Where the part begins.
    private var place = 0

    private static let signs = Set(" \t#>-*+0123456789.)=_".utf8)
    /// Of which lines are made that say nothing.
    private static let rules = Set(" \t-=*_".utf8)
    private static let longestSigns = 16
    /// Of a line of rules what is beyond that says nothing either.
    private static let longestRule = SentenceSplitter.longest
    private static let longestName = 100
    private static let longestAddress = 2_000

    /// - Parameter fence: of the code that the line is in.
    init(in fence: Substring?) { part = fence?.utf8.first.map { .code(sign: $0) } ?? .signs }

    /// - Returns: whether no more has to come to know what the line begins with.
    mutating func receive(_ byte: UInt8) -> Bool {
        switch part {
        case .signs: return receiveSign(byte)
        case .box: return receiveOfBox(byte)
        case .fence: return receiveOfFence(byte)
        case .language:
            bytes.append(byte)
            return byte == UInt8(ascii: "`") || bytes.count > place + Self.longestName
        case .name: return receiveOfName(byte)
        case .address: return receiveOfAddress(byte)
        case .code(let sign):
            bytes.append(byte)
            return !(byte == sign || byte == UInt8(ascii: ">") || Self.isBlank(byte)) || bytes.count > Self.longestRule
        }
    }

    private mutating func receiveSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            guard line.isEmpty else { break }
            return begin(.fence, with: byte)
        case UInt8(ascii: "["):
            if line.isEmpty { return begin(.name, with: byte) }
            guard MarkdownLine.listItem(line)?.isEmpty == true else { break }
            return begin(.box, with: byte)
        case _ where Self.rules.contains(byte):
            if bytes.count < Self.longestRule { bytes.append(byte) }
            return false
        case _ where Self.signs.contains(byte):
            bytes.append(byte)
            return bytes.count > Self.longestSigns
        default: break
        }
        bytes.append(byte)
        return true
    }

    /// What has come of it.
    private var line: Substring { MarkdownLine.unquoted(String(decoding: bytes, as: UTF8.self)[...]) }

    private mutating func begin(_ part: Part, with byte: UInt8) -> Bool {
        (self.part, place) = (part, bytes.count)
        bytes.append(byte)
        return false
    }

    private mutating func receiveOfBox(_ byte: UInt8) -> Bool {
        bytes.append(byte)
        switch bytes.count - place {
        case 2: return !" xX".utf8.contains(byte)
        case 3: return byte != UInt8(ascii: "]")
        default: return true
        }
    }

    private mutating func receiveOfFence(_ byte: UInt8) -> Bool {
        let sign = bytes[place]
        let count = bytes.count - place
        if byte == sign, count >= Self.longestRule { return false }
        bytes.append(byte)
        guard byte != sign else { return false }
        part = .language
        return count < 3 || sign != UInt8(ascii: "`")
    }

    private mutating func receiveOfName(_ byte: UInt8) -> Bool {
        let isNamed = bytes.last == UInt8(ascii: "]")
        bytes.append(byte)
        guard isNamed, byte == UInt8(ascii: ":") else { return isNamed || bytes.count > place + Self.longestName }
        let isNote = bytes[place + 1] == UInt8(ascii: "^")
        (part, place) = (.address, bytes.count)
        return isNote
    }

    /// Up to the first sign of what follows the address.
    private mutating func receiveOfAddress(_ byte: UInt8) -> Bool {
        let isApart = bytes.last.map(Self.isBlank) == true
        if isApart, Self.isBlank(byte) { return false }
        bytes.append(byte)
        // A blank before the address is the first byte of this part.
        return isApart && bytes.count > place + 2 || bytes.count > place + Self.longestAddress
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
