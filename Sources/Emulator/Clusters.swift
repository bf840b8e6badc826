import Typesetting

/// Characters of more than one scalar, each under a number.
struct Clusters: Sendable {
    /// UTF-8 of a character with its marks; what is beyond is dropped, as the painter could not show it.
    static let mostBytes = 64
    /// Different ones at a time.
    static let limit = 65_536

    private(set) var texts: [String] = []
    private var numbers: [String: UInt32] = [:]

    var isFull: Bool { texts.count >= Self.limit }

    /// The glyph that stands for `text`; `nil` where there is no room.
    mutating func glyph(_ text: String) -> UInt32? {
        if let known = numbers[text] { return known | ScreenCell.clusterBit }
        guard !isFull else { return nil }
        let number = UInt32(texts.count)
        texts.append(text)
        numbers[text] = number
        return number | ScreenCell.clusterBit
    }

    /// Empty for a blank.
    func text(of glyph: UInt32) -> String {
        if glyph & ScreenCell.clusterBit != 0 {
            let number = Int(glyph & ~ScreenCell.clusterBit)
            return number < texts.count ? texts[number] : ""
        }
        return glyph == 0 ? "" : Unicode.Scalar(glyph).map { String(Character($0)) } ?? ""
    }
}

/// What few cells have: the color of an underline, a link. Each pair under a number.
struct CellExtras: Sendable {
    struct Entry: Hashable, Sendable {
        var underlineColor = CellColor.standard
        /// Of `links`; 0 for none.
        var link: UInt16 = 0
    }

    static let limit = 4_096

    private(set) var entries = [Entry()]
    private var numbers = [Entry(): UInt16(0)]
    private(set) var links = [""]
    private var linkNumbers = ["": UInt16(0)]

    /// 0 where there is no room: the cell then has neither.
    mutating func number(_ entry: Entry) -> UInt16 {
        if let known = numbers[entry] { return known }
        guard entries.count < Self.limit else { return 0 }
        let number = UInt16(entries.count)
        entries.append(entry)
        numbers[entry] = number
        return number
    }

    mutating func link(_ address: String) -> UInt16 {
        if let known = linkNumbers[address] { return known }
        guard links.count < Self.limit else { return 0 }
        let number = UInt16(links.count)
        links.append(address)
        linkNumbers[address] = number
        return number
    }
}

/// Columns of scalars by the one table that the painter has, too, kept by pages of 256 once they are asked for.
struct ScalarWidths: Sendable {
    private var pages = [[UInt8]?](repeating: nil, count: 0x1100)

    mutating func width(_ scalar: UInt32) -> Int {
        let page = Int(scalar >> 8)
        guard page < pages.count else { return 1 }
        if let known = pages[page] { return Int(known[Int(scalar & 0xFF)]) }
        let widths = (0..<256).map { low in
            Unicode.Scalar(scalar & ~0xFF | UInt32(low)).map { UInt8(Self.width(of: $0)) } ?? 1
        }
        pages[page] = widths
        return Int(widths[Int(scalar & 0xFF)])
    }

    /// A soft hyphen is a place to break a word at, and no program that breaks lines by itself prints it to be seen.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        scalar.value == 0xAD ? 0 : TerminalText.cellWidth(of: scalar)
    }
}
