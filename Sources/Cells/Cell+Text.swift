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
