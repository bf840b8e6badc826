// Characters.
extension HalfBlockEncoder {
    /// A cell that is no color: a shade, a character, or what a wide character has filled already.
    mutating func writeCharacter(_ ink: UInt32, before next: UInt64) {
        let cell = Cell(bits: UInt64(ink))
        if cell.isText {
            if !cell.isWideRest { writeText(looks[cell.lookNumber]) }
            // No block may be drawn bold or underlined, and no blank reversed.
            if !Cell(bits: next).isText { pen.endText() }
        } else {
            pen.glyph(Glyph(scalar: UInt64(ink & 0xFF_FFFF)))
        }
    }

    private mutating func writeText(_ look: LookTable.Entry) {
        pen.set(attributes: look.attributes, underlineColor: look.underlineColor)
        pen.set(link: look.link)
        pen.set(foreground: look.foreground, background: look.background)
        pen.text(look.glyph)
    }
}
