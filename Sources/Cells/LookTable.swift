/// Characters with their looks, each under a number that an ink has room for: whole cells of text compare as one integer.
struct LookTable: Sendable {
    /// A character in inks of the terminal's color depth, so that two that look the same are the same.
    struct Entry: Hashable, Sendable {
        let glyph: TextGlyph
        let foreground: UInt32
        let background: UInt32
        let attributes: TextAttributes
        var underlineColor = Pen.defaultForeground
        var link: TextLink?

        var half: Entry {
            Entry(glyph: .blank, foreground: foreground, background: background, attributes: [])
        }
    }

    /// More than any terminal shows at once. The picture's bytes do not depend on it, only how often all is forgotten.
    static let usualLimit = 65_536

    private(set) var entries: [Entry] = []
    /// Of each entry the number of what stands for one half of it: a blank on its background, itself where it is narrow.
    private(set) var halves: [UInt32] = []
    /// Of the longest address that a character leads to.
    private(set) var linkBytes = 0
    private var numbers: [Entry: UInt32] = [:]
    private let limit: Int

    init(limit: Int = usualLimit) { self.limit = limit }

    mutating func forget() { self = LookTable(limit: limit) }

    /// `nil` when the table is full. A wide character takes a second number, for its half.
    mutating func number(of entry: Entry) -> UInt32? {
        if let known = numbers[entry] { return known }
        let half = entry.glyph.columns > 1 ? number(of: entry.half) : nil
        guard entries.count < limit, half != nil || entry.glyph.columns == 1 else { return nil }
        let number = UInt32(entries.count)
        entries.append(entry)
        halves.append(half ?? number)
        if let link = entry.link { linkBytes = max(linkBytes, link.address.utf8.count) }
        numbers[entry] = number
        return number
    }
}
