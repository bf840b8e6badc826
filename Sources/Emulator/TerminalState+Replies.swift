import Events

// Answers to what a program asks.
extension TerminalState {
    /// A VT220 with ANSI colors; no printer, no sixel.
    static let deviceAttributes = "\u{1B}[?62;22c"
    static let secondaryAttributes = "\u{1B}[>1;10;0c"
    static let tertiaryAttributes = "\u{1B}P!|00000000\u{1B}\\"

    mutating func reply(_ text: String) {
        let bytes = text.utf8
        guard replies.count + bytes.count <= Self.repliesLimit else { return }
        replies += bytes
    }

    /// DSR.
    mutating func reportStatus(_ which: Int, isPrivate: Bool) {
        let place = "\(cursor.row - originRow + 1);\(cursor.column - originColumn + 1)"
        switch (isPrivate, which) {
        case (false, 5): reply("\u{1B}[0n")
        case (false, 6): reply("\u{1B}[\(place)R")
        case (true, 6): reply("\u{1B}[?\(place)R")
        default: break
        }
    }

    /// XTWINOPS: sizes are told, and titles kept; nobody moves the window.
    mutating func windowOperation(_ s: ControlSequence) {
        switch s.value(0) {
        case 14: if let pixels { reply("\u{1B}[4;\(pixels.height);\(pixels.width)t") }
        case 16:
            if let pixels {
                reply("\u{1B}[6;\(pixels.height / size.rows);\(pixels.width / size.columns)t")
            }
        case 18: reply("\u{1B}[8;\(size.rows);\(size.columns)t")
        case 19: reply("\u{1B}[9;\(size.rows);\(size.columns)t")
        case 22: if titles.count < Self.titlesLimit { titles.append(title) }
        case 23: if let kept = titles.popLast() { title = kept }
        default: break
        }
    }

    // MARK: DCS

    mutating func deviceControl(_ final: UInt8, _ sequence: ControlSequence, _ bytes: [UInt8]) {
        guard final == UInt8(ascii: "q"), sequence.prefix == 0, bytes.count <= 4_096 else { return }
        switch sequence.intermediate {
        case UInt8(ascii: "+"): reportCapabilities(bytes)
        case UInt8(ascii: "$"): reportSetting(bytes)
        default: break
        }
    }

    /// XTGETTCAP: names and values in hexadecimal digits. Only what programs ask for is known.
    private mutating func reportCapabilities(_ bytes: [UInt8]) {
        for part in bytes.split(separator: UInt8(ascii: ";"), maxSplits: 15) {
            let name = Self.decoded(part)
            let value: String? =
                switch name {
                case "TN", "name": "xterm-256color"
                case "Co", "colors": "256"
                case "RGB": "8/8/8"
                default: nil
                }
            let digits = String(decoding: part.filter { Self.digit($0) != nil }, as: UTF8.self)
            reply(value.map { "\u{1B}P1+r\(digits)=\(Self.encoded($0))\u{1B}\\" } ?? "\u{1B}P0+r\(digits)\u{1B}\\")
        }
    }

    private static func digit(_ byte: UInt8) -> Int? { Character(Unicode.Scalar(byte)).hexDigitValue }

    private static func decoded(_ digits: ArraySlice<UInt8>) -> String {
        let values = digits.compactMap(digit)
        guard values.count == digits.count, values.count % 2 == 0 else { return "" }
        let bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// DECRQSS.
    private mutating func reportSetting(_ bytes: [UInt8]) {
        let value: String? =
            switch String(decoding: bytes, as: UTF8.self) {
            case "m": "\(penParameters)m"
            case "r": "\(margins.rows.lowerBound + 1);\(margins.rows.upperBound)r"
            case "s" where modes.hasSideMargins: "\(margins.columns.lowerBound + 1);\(margins.columns.upperBound)s"
            case " q": "\(modes.cursorShape.rawValue) q"
            case "\"q": "\(cursor.pen.look.contains(.protected) ? 1 : 0)\"q"
            case "\"p": "62;1\"p"
            default: nil
            }
        reply(value.map { "\u{1B}P1$r\($0)\u{1B}\\" } ?? "\u{1B}P0$r\u{1B}\\")
    }

    private var penParameters: String {
        let look = cursor.pen.look
        let attributes: [(CellLook, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.blinking, "5"), (.reversed, "7"), (.concealed, "8"),
            (.struck, "9"), (.overlined, "53"),
        ]
        var parts = ["0"] + attributes.filter { look.contains($0.0) }.map(\.1)
        if look.underline != .none {
            parts.append(look.underline == .single ? "4" : "4:\(look.underline.rawValue)")
        }
        parts += [Self.parameters(cursor.pen.foreground, 30), Self.parameters(cursor.pen.background, 40)]
            .compactMap(\.self)
        return parts.joined(separator: ";")
    }

    private static func parameters(_ color: CellColor, _ base: Int) -> String? {
        switch color.meaning {
        case .standard: nil
        case .palette(let number) where number < 8: "\(base + Int(number))"
        case .palette(let number) where number < 16: "\(base + 52 + Int(number))"
        case .palette(let number): "\(base + 8):5:\(number)"
        case .rgb(let pixel): "\(base + 8):2::\(pixel >> 16):\(pixel >> 8 & 255):\(pixel & 255)"
        }
    }
}
