/// One cell of a hosted program's screen: a character in its colors, a blank, or the second half of a wide character.
package struct ScreenCell: Hashable, Sendable {
    /// 0 where nothing stands, else a scalar, or the number of a cluster where `clusterBit` is set.
    package var glyph: UInt32
    package var foreground: CellColor
    package var background: CellColor
    package var look: CellLook

    static let clusterBit: UInt32 = 1 << 31

    package init(
        glyph: UInt32 = 0, foreground: CellColor = .standard, background: CellColor = .standard, look: CellLook = []
    ) {
        (self.glyph, self.foreground, self.background, self.look) = (glyph, foreground, background, look)
    }

    static let blank = ScreenCell()

    /// Columns of the character that begins here; 0 for the second half of one.
    package var columns: Int { look.contains(.wide) ? 2 : look.contains(.rest) ? 0 : 1 }
    /// Nothing was written here, or it was erased to the terminal's own color.
    var isUnwritten: Bool { glyph == 0 && background == .standard && look.isDisjoint(with: .seenWithoutGlyph) }
}

/// A color as the program named it: which of the palette's it gets, or one of 16 million.
package struct CellColor: Hashable, Sendable {
    let bits: UInt32

    /// The terminal's own.
    package static let standard = CellColor(bits: 0)
    package static func palette(_ number: UInt8) -> CellColor { CellColor(bits: 1 << 24 | UInt32(number)) }
    /// - Parameter pixel: `0x00RRGGBB`.
    package static func rgb(_ pixel: UInt32) -> CellColor { CellColor(bits: 2 << 24 | pixel & 0xFF_FFFF) }

    package enum Meaning: Hashable, Sendable {
        case standard
        case palette(UInt8)
        case rgb(UInt32)
    }

    package var meaning: Meaning {
        switch bits >> 24 {
        case 1: .palette(UInt8(truncatingIfNeeded: bits))
        case 2: .rgb(bits & 0xFF_FFFF)
        default: .standard
        }
    }
}

/// What is done to a character beside coloring it, how wide it is, and the number of what else belongs to it.
package struct CellLook: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let bold = CellLook(rawValue: 1)
    package static let faint = CellLook(rawValue: 1 << 1)
    package static let italic = CellLook(rawValue: 1 << 2)
    package static let blinking = CellLook(rawValue: 1 << 3)
    package static let reversed = CellLook(rawValue: 1 << 4)
    package static let concealed = CellLook(rawValue: 1 << 5)
    package static let struck = CellLook(rawValue: 1 << 6)
    package static let overlined = CellLook(rawValue: 1 << 7)
    /// The first cell of a character of two columns.
    package static let wide = CellLook(rawValue: 1 << 11)
    /// The second one.
    package static let rest = CellLook(rawValue: 1 << 12)
    /// DECSCA: selective erasing leaves it.
    static let protected = CellLook(rawValue: 1 << 13)
    /// The last cell of a line, left free since a wide character had no room there.
    static let filler = CellLook(rawValue: 1 << 14)

    /// What belongs to one cell only and is not set by SGR.
    static let ofCell: CellLook = [.wide, .rest, .filler]
    static let seenWithoutGlyph = CellLook(
        rawValue: CellLook.reversed.rawValue | CellLook.overlined.rawValue | CellLook.rest.rawValue | underlineMask)

    private static let underlineMask: UInt32 = 7 << 8
    private static let extraMask: UInt32 = 0xFFFF << 16

    /// Whether and how it is underlined.
    package var underline: Underline {
        get { Underline(rawValue: UInt8(rawValue >> 8 & 7)) ?? .single }
        set { rawValue = rawValue & ~Self.underlineMask | UInt32(newValue.rawValue) << 8 }
    }

    /// Of `CellExtras`; 0 for none.
    var extra: UInt16 {
        get { UInt16(rawValue >> 16) }
        set { rawValue = rawValue & ~Self.extraMask | UInt32(newValue) << 16 }
    }
}

/// SGR 4:0 to 4:5.
package enum Underline: UInt8, Hashable, Sendable {
    case none, single, double, curly, dotted, dashed
}
