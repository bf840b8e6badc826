// Characters and what is done to them.
extension Pen {
    /// Room that a cell of text can take beyond `largestCell`: the character instead of a block, nine attributes that begin and
    /// nine that end, the color of an underline. A link takes `linkCell` and its address more.
    static let textCell = TextGlyph.mostBytes + 80
    /// `OSC 8;id=4294967295;`, `ST`, and what ends it.
    static let linkCell = 32

    mutating func text(_ glyph: TextGlyph) {
        for byte in glyph.text.utf8 { put(byte) }
        column &+= glyph.columns
        if !glyph.isSure { forgetColumn() }
    }

    /// What follows is no text: nothing is done to it.
    mutating func endText() {
        set(attributes: [], underlineColor: Self.defaultForeground)
        set(link: nil)
    }

    /// Begins and ends what differs, in one sequence.
    mutating func set(attributes wanted: TextAttributes, underlineColor wantedColor: UInt32) {
        guard wanted != attributes || wantedColor != underlineColor else { return }
        var ended = attributes.subtracting(wanted)
        // One number ends both weights.
        if !ended.isDisjoint(with: [.bold, .faint]) { ended.formUnion([.bold, .faint]) }
        let begun = wanted.subtracting(attributes.subtracting(ended))
        put(0x5B1B, 2)
        for (attribute, _, end) in Self.attributeNumbers where ended.contains(attribute) && end != 0 {
            decimal(end)
        }
        for (attribute, begin, _) in Self.attributeNumbers where begun.contains(attribute) {
            if attribute.isSubset(of: .styles) { put(0x3A34, 2) }
            decimal(begin)
        }
        if wantedColor != underlineColor { setUnderlineColor(wantedColor) }
        endSequence()
        attributes = wanted
    }

    /// In colons, as one parameter: who does not know it passes over it whole.
    private mutating func setUnderlineColor(_ ink: UInt32) {
        underlineColor = ink
        switch ink >> 24 {
        case Ink.Kind.rgb:
            put(0x3A3A_323A_3835, 6)
            for shift: UInt32 in [16, 8, 0] {
                decimal(ink >> shift & 255)
                (out - 1).storeBytes(of: shift == 0 ? 0x3B : 0x3A, as: UInt8.self)
            }
        case Ink.Kind.palette256, Ink.Kind.palette16:
            put(0x3A35_3A38_35, 5)
            decimal(ink & 255)
        default: decimal(59)
        }
    }

    /// OSC 8. What differs takes the place of what was there.
    mutating func set(link wanted: TextLink?) {
        guard wanted != link else { return }
        put(0x3B38_5D1B, 4)
        if let wanted {
            for byte in "id=\(wanted.number)".utf8 { put(byte) }
            put(0x3B)
            for byte in wanted.address.utf8 { put(byte) }
        } else {
            put(0x3B)
        }
        put(0x5C1B, 2)
        link = wanted
    }

    /// What begins and what ends each; `.faint` ends with `.bold`, styles of underlines begin with `4:`.
    private static let attributeNumbers: [(TextAttributes, begin: UInt32, end: UInt32)] = [
        (.bold, 1, 22), (.faint, 2, 0), (.italic, 3, 23), (.blinking, 5, 25), (.reversed, 7, 27),
        (.concealed, 8, 28), (.struck, 9, 29), (.overlined, 53, 55), (.underlined, 4, 24), (.underlinedTwice, 2, 24),
        (.curlyUnderlined, 3, 24), (.dottedUnderlined, 4, 24), (.dashedUnderlined, 5, 24),
    ]
}

extension TextAttributes {
    /// Underlines that are no single straight line.
    fileprivate static let styles = underlines.subtracting(.underlined)
}
