import Events

/// A rectangle of text. Lines beyond it are cut, rows without one are blank.
package struct Panel: Hashable, Sendable {
    /// A frame inside the rectangle; needs 2x2 cells.
    package struct Border: Hashable, Sendable {
        package var title: String
        package var style: TextStyle

        package init(title: String = "", style: TextStyle = .plain) {
            self.title = title
            self.style = style
        }
    }

    package var rect: CellRect
    package var lines: [TextLine]
    package var border: Border?

    package init(_ rect: CellRect, _ lines: [TextLine], border: Border? = nil) {
        self.rect = rect
        self.lines = lines
        self.border = border
    }
}
