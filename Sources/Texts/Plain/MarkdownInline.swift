/// Markdown inside of a paragraph, without what marks it: emphasis, code, links, pictures, notes, tags.
struct MarkdownInline {
    private let text: [UInt8]
    private var place = 0
    private var plain: [UInt8] = []
    /// No link ends behind this place: looked for once, so that a thousand brackets do not each look through all that follows.
    private var lastClose: Int

    static func plain(_ text: String) -> String {
        var inline = MarkdownInline(text)
        while inline.place < inline.text.count { inline.step() }
        return Entities.decoded(String(decoding: inline.plain, as: UTF8.self))
    }

    private init(_ text: String) {
        self.text = Array(text.utf8)
        lastClose = self.text.lastIndex(of: UInt8(ascii: "]")) ?? -1
    }

    private func byte(_ offset: Int) -> UInt8 {
        let place = place + offset
        return text.indices.contains(place) ? text[place] : 0x20
    }

    private mutating func keep(_ count: Int = 1) {
        plain += text[place..<min(text.count, place + count)]
        place += count
    }

    private mutating func step() {
        switch text[place] {
        case UInt8(ascii: "\\") where Self.isPunctuation(byte(1)):
            place += 1
            keep()
        case UInt8(ascii: "`"): code()
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): emphasis()
        case UInt8(ascii: "!") where byte(1) == UInt8(ascii: "["):
            place += 1
            bracket(isPicture: true)
        case UInt8(ascii: "^") where byte(1) == UInt8(ascii: "[") && place < lastClose: inlineNote()
        case UInt8(ascii: "["): bracket(isPicture: false)
        case UInt8(ascii: "<"): tag()
        default: keep()
        }
    }

    private mutating func code() {
        let signs = text[place...].prefix { $0 == UInt8(ascii: "`") }.count
        place += signs
    }

    /// Signs that touch a word at one side at least; inside of words only `*` marks anything.
    private mutating func emphasis() {
        let sign = text[place]
        let count = text[place...].prefix { $0 == sign }.count
        let (before, after) = (byte(-1), byte(count))
        let isInside = Self.isLetter(before) && Self.isLetter(after)
        let isAlone = before == 0x20 && after == 0x20
        // `2*3`, `2**10`, `a*b`; where words are written without blanks it marks.
        let isSum = isInside && before < 0x80 && after < 0x80 && (count == 1 || before < 0x3A && after < 0x3A)
        if count > 3 || isAlone || isSum || (sign == UInt8(ascii: "_") && isInside)
            || (sign == UInt8(ascii: "~") && count == 1)
        {
            keep(count)
        } else {
            place += count
        }
    }

    /// `[text](address)`, `[text][name]`, `[^1]`
    private mutating func bracket(isPicture: Bool) {
        guard place < lastClose, let end = close(from: place + 1) else { return keep() }
        let inner = text[(place + 1)..<end]
        place = end + 1
        if !isPicture, inner.first != UInt8(ascii: "^") {
            let start = plain.count
            plain += Array(Self.plain(String(decoding: inner, as: UTF8.self)).utf8)
            // Without an address it is nothing but brackets.
            if byte(0) != UInt8(ascii: "("), byte(0) != UInt8(ascii: "[") {
                plain.insert(UInt8(ascii: "["), at: start)
                plain.append(UInt8(ascii: "]"))
                return
            }
        }
        skip(UInt8(ascii: "("), UInt8(ascii: ")"))
        skip(UInt8(ascii: "["), UInt8(ascii: "]"))
    }

    /// `^[a note]`
    private mutating func inlineNote() {
        guard let end = close(from: place + 2) else { return keep() }
        place = end + 1
    }

    private static let longest = 2_000

    private func close(from start: Int) -> Int? {
        text[start...].prefix(Self.longest).firstIndex {
            $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[")
        }.flatMap { text[$0] == UInt8(ascii: "]") ? $0 : nil }
    }

    private mutating func skip(_ open: UInt8, _ close: UInt8) {
        guard byte(0) == open, let end = text[place...].prefix(Self.longest).firstIndex(of: close) else { return }
        place = end + 1
    }

    /// A tag is left out, and an address between such signs is kept without them.
    private mutating func tag() {
        let next = byte(1)
        let isTag = next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || Self.isLetter(next) && next > 0x40
        guard isTag, let end = text[place...].prefix(Self.longest).firstIndex(of: UInt8(ascii: ">")) else {
            return keep()
        }
        let inner = text[(place + 1)..<end]
        // `a<b and c>d` is none: what a tag has besides its name has a sign of equality.
        if inner.contains(0x20), !inner.contains(UInt8(ascii: "=")), inner.last != UInt8(ascii: "/"),
            next != UInt8(ascii: "!")
        {
            return keep()
        }
        if inner.contains(UInt8(ascii: ":")), !inner.contains(0x20) { plain += inner }
        if inner.starts(with: "br".utf8) { plain.append(0x20) }
        place = end + 1
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}
