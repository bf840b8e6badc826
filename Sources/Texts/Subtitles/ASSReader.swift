import Events

/// Advanced SubStation: lines of `Dialogue:`, whose parts are named by the `Format:` before them.
struct ASSReader {
    private var found = CueFile()
    private var isEvents = false
    private var order = Self.usual

    private static let usual = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]

    static func read(_ text: String) -> CueFile {
        var reader = ASSReader()
        for line in TextLines(text).lines { reader.read(line.stripped) }
        return reader.found
    }

    private mutating func read(_ line: Substring) {
        if line.hasPrefix("[") {
            isEvents = line.lowercased().hasPrefix("[events]")
        } else if isEvents, let columns = value(of: "format:", in: line) {
            order = columns.split(separator: ",").map { $0.stripped.lowercased() }
            if order.last != "text" { found.oddities.note("the fields of a line do not end with its text") }
        } else if isEvents, let dialogue = value(of: "dialogue:", in: line) {
            readDialogue(dialogue)
        }
    }

    private func value(of name: String, in line: Substring) -> Substring? {
        guard line.utf8.count >= name.utf8.count, line.prefix(name.count).lowercased() == name else { return nil }
        return line.dropFirst(name.count).stripped
    }

    /// The text is the rest of the line, commas and all.
    private mutating func readDialogue(_ dialogue: Substring) {
        let parts = dialogue.split(separator: ",", maxSplits: max(0, order.count - 1), omittingEmptySubsequences: false)
        func part(_ name: String) -> Substring? {
            order.firstIndex(of: name).flatMap { parts.indices.contains($0) ? parts[$0].stripped : nil }
        }
        guard let start = part("start").flatMap(CueTimes.time), let end = part("end").flatMap(CueTimes.time),
            let text = part("text")
        else {
            found.oddities.note("\"\(FoldedText.shown(dialogue))\" is not a readable line")
            return
        }
        found.add(Cue(start: start, end: end, lines: ASSMarkup.lines(text)))
    }
}

/// What marks a text there: `{\b1\c&H0AD6FF&}`, `\N`, `\h`.
struct ASSMarkup {
    private var lines = [CueLine()]
    private var isBold = false
    private var color: UInt32?
    /// The text is a drawing.
    private var isDrawing = false

    static func lines(_ text: Substring) -> [CueLine] {
        var markup = ASSMarkup()
        markup.read(text)
        return markup.lines.filter { FoldedText.hasWords($0.text) }
    }

    private mutating func read(_ text: Substring) {
        var rest = text
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            add(rest[..<open])
            for tag in rest[open..<close].dropFirst().split(separator: "\\") { override(tag) }
            rest = rest[rest.utf8.index(after: close)...]
        }
        add(rest)
    }

    private mutating func override(_ tag: Substring) {
        if tag == "b" || tag == "b0" {
            isBold = false
        } else if tag.hasPrefix("b"), let weight = Int(tag.dropFirst()) {
            isBold = weight == 1 || weight >= 600
        } else if tag.hasPrefix("r") {
            (isBold, color) = (false, nil)
        } else if tag.hasPrefix("p"), let scale = Int(tag.dropFirst()) {
            isDrawing = scale > 0
        } else if tag.hasPrefix("c&") || tag == "c" {
            color = Self.color(tag.dropFirst())
        } else if tag.hasPrefix("1c") {
            color = Self.color(tag.dropFirst(2))
        }
    }

    /// `&HBBGGRR&`
    private static func color(_ text: Substring) -> UInt32? {
        let digits = text.drop { $0 == "&" || $0 == "H" || $0 == "h" }.prefix { $0.isHexDigit }
        guard (1...8).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        return (value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF
    }

    private mutating func add(_ text: Substring) {
        guard !isDrawing else { return }
        var piece = ""
        var isEscape = false
        for character in text {
            switch (isEscape, character) {
            case (true, "N"), (true, "n"):
                put(piece)
                piece = ""
                lines.append(CueLine())
            case (true, "h"): piece += " "
            case (true, _): piece += "\\" + String(character)
            case (false, "\\"): break
            default: piece.append(character)
            }
            isEscape = !isEscape && character == "\\"
        }
        put(piece + (isEscape ? "\\" : ""))
    }

    private mutating func put(_ text: String) {
        guard !text.isEmpty else { return }
        lines[lines.count - 1].pieces.append(CueLine.Piece(text: text, isBold: isBold, color: color))
    }
}
