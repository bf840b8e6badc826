/// One character that a terminal shows in one cell or in two: nothing in it is obeyed, and its width is the one that it says.
package struct TextGlyph: Hashable, Sendable {
    /// One character with its marks; UTF-8, at most `mostBytes`.
    package let text: String
    /// 1 or 2.
    package let columns: Int

    /// A wide character and the marks that it may carry.
    static let mostBytes = 32

    package static let blank = TextGlyph(checked: " ", columns: 1)

    private init(checked text: String, columns: Int) { (self.text, self.columns) = (text, columns) }

    /// - Parameter columns: what somebody else, such as a hosted program's screen, gave it.
    /// - Returns: `nil` where it would take other columns than that, or is no character that may be shown.
    package init?(_ text: String, columns: Int) {
        guard (1...2).contains(columns), text.utf8.count <= Self.mostBytes, TextCells.visible(text) == text,
            Self.width(of: text.unicodeScalars) == columns
        else { return nil }
        self.init(checked: text, columns: columns)
    }

    /// The characters of any text, from outside too: what a terminal would obey has become visible escapes.
    ///
    /// What belongs together stays together, as long as two cells can show it; otherwise each part has its own.
    package static func glyphs(of text: some StringProtocol) -> [TextGlyph] {
        TextCells.visible(text).flatMap { character -> [TextGlyph] in
            if let whole = TextGlyph(one: character.unicodeScalars) { return [whole] }
            return parts(of: character.unicodeScalars)
        }
    }

    private init?(one scalars: some Collection<Unicode.Scalar>) {
        let text = String(String.UnicodeScalarView(scalars))
        guard let columns = Self.width(of: scalars), columns <= 2, text.utf8.count <= Self.mostBytes else { return nil }
        self.init(checked: text, columns: columns)
    }

    /// Each scalar that has a cell of its own, with the marks behind it.
    private static func parts(of scalars: String.UnicodeScalarView) -> [TextGlyph] {
        var parts: [String.UnicodeScalarView] = []
        var columns = 0
        for scalar in scalars {
            let width = TextCells.cellWidth(of: scalar)
            let joins = width == 0 || (scalar.properties.generalCategory == .spacingMark && columns + width <= 2)
            if parts.isEmpty || !joins {
                parts.append(String.UnicodeScalarView())
                columns = 0
            }
            parts[parts.count - 1].append(scalar)
            columns += width
        }
        return parts.compactMap { TextGlyph(one: $0) }
    }

    /// `nil` where the first scalar has no cell: it would change what stands before it.
    private static func width(of scalars: some Collection<Unicode.Scalar>) -> Int? {
        guard let first = scalars.first, TextCells.cellWidth(of: first) > 0 else { return nil }
        return scalars.reduce(0) { $0 + TextCells.cellWidth(of: $1) }
    }
}
