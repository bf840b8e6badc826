/// What one cell shows in its upper and its lower half. Which block character shows it is the painter's choice, made
/// while writing: ▄ and ▀ with exchanged colors, or a space and █, look the same.
package struct Cell: Hashable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    package init(upper: Ink, lower: Ink) { bits = UInt64(upper.bits) << 32 | UInt64(lower.bits) }

    package var upper: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits >> 32)) }
    package var lower: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits)) }

    package static let unknown = Cell(upper: .unknown, lower: .unknown)
    package static let background = Cell(upper: .background, lower: .background)
}

// Cells of text: both halves are the same ink, whose number says what the cell looks like.
extension Cell {
    /// - Parameter kind: one of those of text in `Ink.Kind`.
    init(text kind: UInt32, _ number: UInt32) {
        let ink = Ink(bits: kind << 24 | number)
        self.init(upper: ink, lower: ink)
    }

    private var kind: UInt32 { lower.bits >> 24 }
    var isText: Bool { kind >= Ink.Kind.text && kind <= Ink.Kind.wideRest }
    var isWideText: Bool { kind == Ink.Kind.wideText }
    var isWideRest: Bool { kind == Ink.Kind.wideRest }

    /// Of a cell of text.
    var lookNumber: Int { Int(lower.bits & 0xFF_FFFF) }
    /// The second cell of a wide character, of which this is the first.
    var rest: UInt64 { Cell(text: Ink.Kind.wideRest, lower.bits & 0xFF_FFFF).bits }
}
