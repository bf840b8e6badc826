/// What the painter brings to the terminal: pixels, and characters over them.
package struct PaintedPicture: Hashable, Sendable {
    package var grid: PixelGrid
    /// Where two meet, the later one is seen; half a character never is.
    package var texts: [PlacedText]

    package init(_ grid: PixelGrid, _ texts: [PlacedText] = []) { (self.grid, self.texts) = (grid, texts) }
}
