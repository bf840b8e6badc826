import Events

extension ScreenLayout.Part {
    /// Title and chapter of a book.
    package static let heading = ScreenLayout.Part("heading")
    package static let transcript = ScreenLayout.Part("text")
    /// A sentence picture, or the cover.
    package static let illustration = ScreenLayout.Part("sentence picture")
    package static let lookup = ScreenLayout.Part("dictionary entry")
    /// How much of a book has been read.
    package static let progress = ScreenLayout.Part("progress")
}

/// The screen on which a book is read: its text takes the place of the picture, so that the tile shows who reads.
package struct ReaderPanels: PanelArrangement {
    package var hasLookup: Bool
    package var hasIllustration: Bool

    package init(hasLookup: Bool = false, hasIllustration: Bool = false) {
        (self.hasLookup, self.hasIllustration) = (hasLookup, hasIllustration)
    }

    package func arrange(in free: CellRect, isSplit: Bool) -> Arranged {
        var panels: [ScreenLayout.Part: CellRect] = [:]
        var rest = free
        if free.size.rows >= Self.leastRowsForHeading {
            let (heading, below) = rest.cut(afterRows: 1)
            (panels[.heading], rest) = (heading, below)
        }
        if free.size.rows >= Self.leastRowsForProgress {
            let (above, progress) = rest.cut(afterRows: rest.size.rows - 1)
            (panels[.progress], rest) = (progress, above)
        }
        if hasLookup {
            let (text, lookup) = Self.cutLookup(rest)
            (panels[.lookup], rest) = (lookup, text)
        }
        if hasIllustration, let (illustration, text) = Self.cutIllustration(rest) {
            (panels[.illustration], rest) = (illustration, text)
        }
        panels[.transcript] = rest
        return Arranged(.zero, panels)
    }

    /// Beside the text where that keeps whole lines, else below it.
    private static func cutLookup(_ rest: CellRect) -> (CellRect, CellRect?) {
        let columns = min(48, rest.size.columns / 3)
        if rest.size.columns >= leastColumnsForLookup { return rest.cut(afterColumns: rest.size.columns - columns) }
        guard rest.size.rows >= 6 else { return (rest, nil) }
        return rest.cut(afterRows: rest.size.rows - max(3, rest.size.rows * 2 / 5))
    }

    /// Beside the text where that is still of use, else above it; nowhere in a small window.
    private static func cutIllustration(_ rest: CellRect) -> (CellRect, CellRect)? {
        let columns = min(mostIllustrationColumns, rest.size.columns / 5)
        if rest.size.columns >= leastColumnsForIllustration, rest.size.rows >= leastIllustrationRows {
            return rest.cut(afterColumns: columns)
        }
        let rows = rest.size.rows * 3 / 10
        guard rows >= leastIllustrationRows - 2, rest.size.columns >= leastColumnsAboveText else { return nil }
        return rest.cut(afterRows: rows)
    }

    private static let mostIllustrationColumns = 64
    private static let leastColumnsForIllustration = 96
    private static let leastIllustrationRows = 12
    private static let leastColumnsAboveText = 40
    private static let leastRowsForHeading = 6
    private static let leastRowsForProgress = 9
    private static let leastColumnsForLookup = 100
}
