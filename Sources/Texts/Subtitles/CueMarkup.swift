import Events

/// What marks the text of a cue in SRT and VTT: `<b>`, `<font color>`, `<c.name>`, `<br>`, `<00:00:06.000>`, entities; in both what players
/// take over from ASS (`{\an8}`) and in SRT from MicroDVD (`{y:i}`, `|`). What only looks like a tag is text.
struct CueMarkup {
    private let isVTT: Bool
    private var lines: [CueLine] = [CueLine()]
    /// Tags that are open.
    private var open: [(name: String, tag: String, color: UInt32?)] = []
    private var look = CueLook()
    private var style = ASSStyle()
    /// From the last time stamp on, until there is text for it.
    private var time: TimeSpan?
    /// Inside of the reading of a ruby span.
    private var isReading = false

    static func lines(_ text: String, isVTT: Bool) -> [CueLine] {
        var markup = CueMarkup(isVTT: isVTT)
        markup.read(text[...])
        return markup.lines.filter { FoldedText.hasWords($0.text) }
    }

    private init(isVTT: Bool) { self.isVTT = isVTT }

    private static let deepest = 32
    /// Bytes of a tag.
    private static let longest = 400

    private mutating func read(_ text: Substring) {
        var rest = text
        while let mark = rest.utf8.firstIndex(where: Self.isMark) {
            add(rest[..<mark])
            let body = rest[rest.utf8.index(after: mark)...]
            let taken =
                switch rest.utf8[mark] {
                case UInt8(ascii: "<"): readTag(body)
                case UInt8(ascii: "{"): readBraces(body)
                default: readBreak(rest[mark...], behind: rest[..<mark])
                }
            if let taken {
                rest = taken
            } else {
                add(rest[mark..<body.startIndex])
                rest = body
            }
        }
        add(rest)
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "\\"): true
        default: false
        }
    }

    /// `|` of MicroDVD; `\N` and `\h` of ASS, but not those of `C:\New`.
    private mutating func readBreak(_ text: Substring, behind before: Substring) -> Substring? {
        let behind = text.dropFirst()
        if text.first == "|" {
            guard !isVTT else { return nil }
            lines.append(CueLine())
            return behind
        }
        guard before.last != ":", before.last != "\\" else { return nil }
        switch behind.first {
        case "N": lines.append(CueLine())
        case "h": add(" ")
        default: return nil
        }
        return behind.dropFirst()
    }

    // MARK: Tags

    /// - Returns: what stands behind the tag that begins here; `nil` where none does.
    private mutating func readTag(_ body: Substring) -> Substring? {
        guard let first = body.utf8.first, Self.beginsTag(first) else { return nil }
        let end = body.utf8.prefix(Self.longest).firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard let end, body.utf8[end] == UInt8(ascii: ">") else { return readUnclosedTag(body) }
        let tag = body[..<end]
        let behind = body[body.utf8.index(after: end)...]
        if (0x30...0x39).contains(first) {
            guard let stamp = CueTimes.time(tag.stripped) else { return nil }
            time = stamp
            return behind
        }
        let name = tag.prefix { !" .\t\n".contains($0) }.lowercased()
        guard isVTT || first == UInt8(ascii: "/") || Self.names.contains(name) else { return nil }
        take(name, tag)
        return behind
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// `</i` at the end of a line, or `<i` before its text: the tag alone is left out.
    private func readUnclosedTag(_ body: Substring) -> Substring? {
        let isClosing = body.first == "/"
        let name = body.drop { $0 == "/" }.prefix { $0.isASCII && $0.isLetter }
        guard ["b", "i", "u", "s", "font"].contains(name.lowercased()) else { return nil }
        let behind = body[name.endIndex...]
        guard behind.first.map({ " \t\n<".contains($0) }) ?? true, isClosing || name != "font" else { return nil }
        // `x <b y` may be a sum.
        let isAtEnd = behind.first.map { $0 == "\n" } ?? true
        return isClosing || isAtEnd || behind.utf8.contains(UInt8(ascii: "<")) ? behind : nil
    }

    private static let names: Set<String> = [
        "b", "i", "u", "s", "font", "c", "v", "lang", "ruby", "rt", "rp", "rb", "br", "br/", "em", "strong", "span",
        "p",
        "div", "a", "sub", "sup", "small", "big", "strike", "del", "ins", "center", "body", "html", "tt", "mark",
    ]

    private mutating func take(_ name: String, _ tag: Substring) {
        switch name {
        case "br", "br/": lines.append(CueLine())
        case "rt", "rp": isReading = true
        case "/rt", "/rp", "/ruby": isReading = false
        case "b", "i", "u", "s", "font", "c", "span", "em", "strong", "mark", "strike", "ins", "del", "big", "small":
            guard open.count < Self.deepest else { return }
            let tag = tag.lowercased()
            look.toggle(tag, depth: open.count { $0.tag == tag })
            open.append((name, tag, name == "font" ? Self.color(tag) : nil))
        default:
            guard name.hasPrefix("/"), let place = open.lastIndex(where: { name.dropFirst() == $0.name }) else {
                return
            }
            let tag = open.remove(at: place).tag
            look.toggle(tag, depth: open.count { $0.tag == tag })
        }
    }

    /// `#FFD60A` behind `color=`, in quotes or without them.
    private static func color(_ tag: String) -> UInt32? {
        guard tag.contains("color"), let sign = tag.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let digits = tag[tag.utf8.index(after: sign)...].prefix { $0.isHexDigit }
        return digits.utf8.count == 6 ? UInt32(digits, radix: 16) : nil
    }

    // MARK: Braces

    /// `{\an8}`, `{y:i}`, `{b}`.
    private mutating func readBraces(_ body: Substring) -> Substring? {
        guard let close = body.utf8.prefix(Self.longest).firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let tag = body[..<close]
        if tag.first == "\\" {
            for tag in ASSStyle.tags(tag) { style.take(tag) }
        } else if !isVTT, Self.isMicroDVD(tag) || ["b", "i", "u", "s"].contains(tag.drop { $0 == "/" }.lowercased()) {
            take(tag.lowercased(), tag)
        } else {
            return nil
        }
        return body[body.utf8.index(after: close)...]
    }

    private static func isMicroDVD(_ tag: Substring) -> Bool {
        guard let first = tag.first, "CcFfHoPSsYy".contains(first) else { return false }
        let value = tag.dropFirst()
        return value.first == ":" && value.count > 1 && value.dropFirst().first != " "
    }

    // MARK: Text

    private mutating func add(_ text: some StringProtocol) {
        guard !text.isEmpty, !isReading, !style.isDrawing else { return }
        let color = style.color ?? open.last { $0.color != nil }?.color
        var look = look
        look.add(style.look)
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { lines.append(CueLine()) }
            guard !line.isEmpty else { continue }
            let words = Entities.decoded(String(line))
            let isSeen = time != nil && !FoldedText.line(words, limit: 1).isEmpty
            let piece = CueLine.Piece(text: words, color: color, look: look, time: isSeen ? time : nil)
            if isSeen { time = nil }
            lines[lines.count - 1].pieces.append(piece)
        }
    }
}
