import Events

/// SRT and WebVTT: a line of times, and lines of text up to an empty one.
struct SRTReader {
    private let isVTT: Bool
    private var found = CueFile()
    private var times: CueTimes?
    private var text: [Substring] = []
    private var isText = false

    static func srt(_ text: String) -> CueFile { read(text, isVTT: false) }
    static func vtt(_ text: String) -> CueFile { read(text, isVTT: true) }

    private static func read(_ text: String, isVTT: Bool) -> CueFile {
        var reader = SRTReader(isVTT: isVTT)
        for line in TextLines(text).lines { reader.read(line) }
        reader.endCue()
        return reader.found
    }

    private init(isVTT: Bool) { self.isVTT = isVTT }

    private mutating func read(_ line: Substring) {
        if let next = CueTimes(line) {
            begin(next)
        } else if Self.isSpoiltTime(line) {
            found.oddities.note("\"\(FoldedText.shown(line))\" is not a readable time")
            begin(nil)
        } else if line.isBlank {
            // An empty line inside of a text is seen in SRT alone, whose cues have numbers.
            if isVTT { isText = false } else if isText { text.append("") }
        } else if isText {
            text.append(line)
        } else if times == nil, isVTT, line.hasPrefix("Language:") {
            found.language = LanguageTag.reading(String(line.dropFirst(9)))
        }
    }

    private mutating func begin(_ next: CueTimes?) {
        // The number of the next cue, where no empty line stands before it.
        if isText, text.count > 1, let last = text.last, Self.isNumber(last) { text.removeLast() }
        endCue()
        (times, isText) = (next, next != nil)
    }

    private static func isSpoiltTime(_ line: Substring) -> Bool {
        guard let first = line.stripped.utf8.first, (0x30...0x39).contains(first) else { return false }
        return line.utf8.contains(UInt8(ascii: ">")) && line.contains("-->")
    }

    private static func isNumber(_ line: Substring) -> Bool {
        let digits = line.stripped.utf8
        return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private mutating func endCue() {
        defer { (times, text, isText) = (nil, [], false) }
        guard let times else { return }
        while text.last?.isEmpty == true { text.removeLast() }
        found.add(Cue(start: times.start, end: times.end, lines: CueMarkup.lines(text.joined(separator: "\n"))))
    }
}

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
