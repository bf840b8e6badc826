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

    /// What the user does with it: of several panels with a cursor the greatest has the terminal's.
    package enum Attention: Comparable, Sendable {
        case shown
        /// A notice.
        case said
        /// A row of a list.
        case chosen
        /// The next character goes there.
        case typed
    }

    package var rect: CellRect
    package var lines: [TextLine]
    package var border: Border?
    /// Where the user's attention belongs in it, from its corner on; see `ScreenContent.cursor`.
    package var cursor: CellPoint?
    package var attention = Attention.shown

    package init(_ rect: CellRect, _ lines: [TextLine], border: Border? = nil) {
        self.rect = rect
        self.lines = lines
        self.border = border
    }
}
