import Events

/// Characters of one look in a row of cells.
package struct PlacedText: Hashable, Sendable {
    /// From the upper left cell of the picture; may lie outside of it.
    package var origin: CellPoint
    package var glyphs: [TextGlyph]
    package var look: TextLook

    package init(_ glyphs: [TextGlyph], at origin: CellPoint, _ look: TextLook) {
        (self.glyphs, self.origin, self.look) = (glyphs, origin, look)
    }

    /// Any text; see `TextGlyph.glyphs`.
    package init(_ text: String, at origin: CellPoint, _ look: TextLook) {
        self.init(TextGlyph.glyphs(of: text), at: origin, look)
    }

    package var columns: Int { glyphs.reduce(0) { $0 + $1.columns } }
}
