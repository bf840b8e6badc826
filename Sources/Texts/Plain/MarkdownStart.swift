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
