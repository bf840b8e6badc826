// Characters and what is done to them.
extension Pen {
    /// Room that a cell of text can take beyond `largestCell`: the character instead of a block, nine attributes that begin and
    /// nine that end.
    static let textCell = TextGlyph.mostBytes + 56

    mutating func text(_ glyph: TextGlyph) {
        for byte in glyph.text.utf8 { put(byte) }
        column &+= glyph.columns
        if !glyph.isSure { forgetColumn() }
    }

    /// Begins and ends what differs, in one sequence.
    mutating func set(attributes wanted: TextAttributes) {
        guard wanted != attributes else { return }
        var ended = attributes.subtracting(wanted)
        // One number ends both weights.
        if !ended.isDisjoint(with: [.bold, .faint]) { ended.formUnion([.bold, .faint]) }
        let begun = wanted.subtracting(attributes.subtracting(ended))
        put(0x5B1B, 2)
        for (attribute, _, end) in Self.attributeNumbers where ended.contains(attribute) && end != 0 {
            decimal(end)
        }
        for (attribute, begin, _) in Self.attributeNumbers where begun.contains(attribute) { decimal(begin) }
        endSequence()
        attributes = wanted
    }

    /// What begins and what ends each; `.faint` ends with `.bold`.
    private static let attributeNumbers: [(TextAttributes, begin: UInt32, end: UInt32)] = [
        (.bold, 1, 22), (.faint, 2, 0), (.italic, 3, 23), (.underlined, 4, 24), (.blinking, 5, 25),
        (.reversed, 7, 27), (.concealed, 8, 28), (.struck, 9, 29), (.overlined, 53, 55),
    ]
}
