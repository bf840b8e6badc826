/// What marks the text of a cue in SRT and VTT: `<b>`, `<font color>`, `<br>`, entities; all other tags are left out, also `{\an8}`,
/// which players take over from ASS.
struct CueMarkup {
    private var lines: [CueLine] = [CueLine()]
    private var bold = 0
    private var colors: [UInt32?] = []

    static func lines(_ text: String) -> [CueLine] {
        var markup = CueMarkup()
        markup.read(text[...])
        return markup.lines.filter { FoldedText.hasWords($0.text) }
    }

    private mutating func read(_ text: Substring) {
        var rest = text
        while let open = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }) {
            add(rest[..<open])
            let isTag = rest.utf8[open] == UInt8(ascii: "<")
            let body = rest[rest.utf8.index(after: open)...]
            guard let next = body.utf8.first, isTag ? Self.beginsTag(next) : next == UInt8(ascii: "\\"),
                let close = body.utf8.prefix(400).firstIndex(of: UInt8(ascii: isTag ? ">" : "}"))
            else {
                add(rest[open..<body.startIndex])
                rest = body
                continue
            }
            if isTag { tag(body[..<close]) }
            rest = body[body.utf8.index(after: close)...]
        }
        add(rest)
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    private mutating func tag(_ tag: Substring) {
        let name = tag.prefix { $0 != " " && $0 != "." }.lowercased()
        switch name {
        case "b": bold += 1
        case "/b": bold = max(0, bold - 1)
        case "font": colors.append(Self.color(tag.lowercased()))
        case "/font": _ = colors.popLast()
        case "br", "br/": lines.append(CueLine())
        default: break
        }
    }

    /// `#FFD60A` behind `color=`, in quotes or without them.
    private static func color(_ tag: String) -> UInt32? {
        guard tag.contains("color"), let sign = tag.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        let digits = tag[tag.utf8.index(after: sign)...].prefix { $0.isHexDigit }
        return digits.utf8.count == 6 ? UInt32(digits, radix: 16) : nil
    }

    private mutating func add(_ text: some StringProtocol) {
        let color = colors.last { $0 != nil } ?? nil
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { lines.append(CueLine()) }
            guard !line.isEmpty else { continue }
            let piece = CueLine.Piece(text: Entities.decoded(String(line)), isBold: bold > 0, color: color)
            lines[lines.count - 1].pieces.append(piece)
        }
    }
}
