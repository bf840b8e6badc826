import Events

/// Where the next character goes, and how it will look.
struct TerminalCursor: Hashable, Sendable {
    var row = 0
    var column = 0
    /// The last column has been written; the next character begins the next line.
    var isPending = false
    /// The look of what is written; its glyph is 0.
    var pen = ScreenCell.blank
    var extra = CellExtras.Entry()
    var characterSets = CharacterSets()
    /// DECOM: rows and columns count from the margins.
    var isOrigin = false

    var point: CellPoint { CellPoint(column: column, row: row) }
}

/// G0 to G3 and which of them is in use (ISO 2022). All but two are taken for ASCII, as UTF-8 terminals do.
struct CharacterSets: Hashable, Sendable {
    private enum Kind: UInt8 {
        case ascii
        case british = 0x41
        case graphics = 0x30

        init(_ final: UInt8) { self = Kind(rawValue: final) ?? .ascii }
    }

    private var kinds: [Kind] = [.ascii, .ascii, .ascii, .ascii]
    private var active = 0
    /// SS2 and SS3: for one character.
    private var single: Int?

    /// What `print` has to ask before it writes a run as it is.
    var isPlain: Bool { single == nil && kinds[active] == .ascii }

    mutating func designate(_ set: Int, _ final: UInt8) { kinds[set] = Kind(final) }
    mutating func shift(to set: Int) { active = set }
    mutating func shiftOnce(to set: Int) { single = set }

    mutating func scalar(_ scalar: UInt32) -> UInt32 {
        let set = single ?? active
        single = nil
        switch (kinds[set], scalar) {
        case (.graphics, 0x5F...0x7E): return Self.graphics[Int(scalar - 0x5F)]
        case (.british, 0x23): return 0xA3
        default: return scalar
        }
    }

    /// DEC Special Graphics, 0x5F to 0x7E (VT220 reference, table 2-4).
    private static let graphics: [UInt32] = [
        0x0020, 0x25C6, 0x2592, 0x2409, 0x240C, 0x240D, 0x240A, 0x00B0, 0x00B1, 0x2424, 0x240B, 0x2518, 0x2510, 0x250C,
        0x2514, 0x253C, 0x23BA, 0x23BB, 0x2500, 0x23BC, 0x23BD, 0x251C, 0x2524, 0x2534, 0x252C, 0x2502, 0x2264, 0x2265,
        0x03C0, 0x2260, 0x00A3, 0x00B7,
    ]
}
