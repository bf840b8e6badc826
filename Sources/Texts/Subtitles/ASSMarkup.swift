import Events

/// What marks a text in ASS: `{\b1\c&H0AD6FF&}`, `{\kf50}`, `\N`, `\h`, `\{`.
struct ASSMarkup {
    private(set) var lines = [CueLine()]
    private(set) var style = ASSStyle()
    private let start: TimeSpan
    /// Where the syllable that is sung begins, from the start on, and how long it is.
    private var clock = TimeSpan.zero
    private var length = TimeSpan.zero
    /// Of the syllable, until there is text for it.
    private var time: TimeSpan?

    /// - Parameter start: of the line; karaoke counts from there.
    init(_ text: Substring, start: TimeSpan = .zero) {
        self.start = start
        read(text)
        lines = lines.filter { FoldedText.hasWords($0.text) }
    }

    private mutating func read(_ text: Substring) {
        var rest = text
        while let mark = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "\\") }) {
            let next = rest.utf8.index(after: mark)
            add(rest[..<mark])
            if rest.utf8[mark] == UInt8(ascii: "\\") {
                rest = readEscape(rest[next...])
            } else if let close = rest.utf8[next...].firstIndex(of: UInt8(ascii: "}")) {
                for tag in ASSStyle.tags(rest[next..<close]) { take(tag) }
                rest = rest[rest.utf8.index(after: close)...]
            } else {
                add(rest[mark..<next])
                rest = rest[next...]
            }
        }
        add(rest)
    }

    private mutating func readEscape(_ behind: Substring) -> Substring {
        switch behind.utf8.first {
        case UInt8(ascii: "N"), UInt8(ascii: "n"): lines.append(CueLine())
        case UInt8(ascii: "h"): add(" ")
        case UInt8(ascii: "{"): add("{")
        case UInt8(ascii: "}"): add("}")
        default:
            add("\\")
            return behind
        }
        return behind[behind.utf8.index(after: behind.startIndex)...]
    }

    private mutating func take(_ tag: Substring) {
        switch ASSStyle.name(of: tag) {
        case "k", "K", "kf", "ko":
            clock = min(clock + length, Limits.sessionLength)
            length = ASSStyle.hundredths(tag) ?? .seconds(1)
        case "kt":
            (clock, length) = (ASSStyle.hundredths(tag) ?? .zero, .zero)
        default:
            style.take(tag)
            return
        }
        time = start + clock
    }

    private mutating func add(_ text: Substring) {
        guard !style.isDrawing, !text.isEmpty else { return }
        let isSeen = time != nil && !FoldedText.line(text, limit: 1).isEmpty
        let piece = CueLine.Piece(
            text: String(text), color: style.color, look: style.look, time: isSeen ? time : nil)
        if isSeen { time = nil }
        lines[lines.count - 1].pieces.append(piece)
    }
}

/// How a text of ASS looks, as far as one part of it may look unlike another.
struct ASSStyle {
    /// `0xRRGGBB`.
    private(set) var color: UInt32?
    /// The text is a drawing.
    private(set) var isDrawing = false
    /// Equal for what looks alike.
    private(set) var look = CueLook()
    /// Where the text stands, if the text says it.
    private(set) var place: (x: Double, y: Double)?
    private var tags: [String: String] = [:]

    private static let names: Set<String> = [
        "b", "i", "u", "s", "c", "1c", "2c", "3c", "4c", "alpha", "1a", "2a", "3a", "4a", "fs", "fscx", "fscy", "bord",
        "shad", "blur", "be",
    ]

    /// What is between braces, tag by tag. Those inside of `\t(...)` come later than the text.
    static func tags(_ block: Substring) -> [Substring] {
        var tags: [Substring] = []
        var (begin, depth): (Substring.Index?, Int) = (nil, 0)
        for place in block.utf8.indices {
            switch block.utf8[place] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: "\\") where depth == 0:
                if let begin { tags.append(block[begin..<place]) }
                begin = block.utf8.index(after: place)
            default: break
            }
        }
        if let begin { tags.append(block[begin...]) }
        return tags
    }

    /// `1c` of `1c&HFF&`, `kf` of `kf50`.
    static func name(of tag: Substring) -> Substring {
        let digit = tag.utf8.first.map { (0x31...0x34).contains($0) } ?? false ? 1 : 0
        return tag[..<(tag.dropFirst(digit).firstIndex { !$0.isASCII || !$0.isLetter } ?? tag.endIndex)]
    }

    /// The number behind a tag's name; `nil` where none is.
    static func hundredths(_ tag: Substring) -> TimeSpan? {
        let digits = tag.dropFirst(name(of: tag).count).stripped
        guard let value = Double(digits), value.isFinite else { return nil }
        let longest = Double(Limits.sessionLength.microseconds)
        return TimeSpan(microseconds: Int64((value * 10_000).clamped(to: 0...longest)))
    }

    mutating func take(_ tag: Substring) {
        let name = Self.name(of: tag)
        let value = tag[name.endIndex...].stripped
        switch name {
        case "p": if let scale = Int(value) { isDrawing = scale > 0 }
        case "pos", "move": place = Self.place(value)
        case "b": set("b", Int(value).map { $0 == 1 || $0 >= 600 } == true ? "1" : "")
        case "i", "u", "s": set(String(name), value == "0" ? "" : String(value.prefix(16)))
        case "c", "1c":
            color = Self.color(value)
            set("1c", color.map { String($0, radix: 16) } ?? "")
        default:
            if Self.names.contains(String(name)) {
                set(String(name), String(value.prefix(16)))
            } else if name.hasPrefix("r"), name != "rnd" {
                (tags, color, look) = ([:], nil, CueLook())
            }
        }
    }

    private mutating func set(_ name: String, _ value: String) {
        if let old = tags[name] { look.toggle(name, old) }
        if !value.isEmpty { look.toggle(name, value) }
        tags[name] = value.isEmpty ? nil : value
    }

    /// `&HBBGGRR&`
    private static func color(_ text: Substring) -> UInt32? {
        let digits = text.drop { $0 == "&" || $0 == "H" || $0 == "h" }.prefix { $0.isHexDigit }
        guard (1...8).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        return (value & 0xFF) << 16 | value & 0xFF00 | value >> 16 & 0xFF
    }

    /// `(x,y)`
    private static func place(_ text: Substring) -> (x: Double, y: Double)? {
        let numbers = text.drop { $0 == "(" }.prefix { $0 != ")" }.split(separator: ",").map { Double($0.stripped) }
        guard numbers.count >= 2, let x = numbers[0], let y = numbers[1] else { return nil }
        return (x, y)
    }
}
