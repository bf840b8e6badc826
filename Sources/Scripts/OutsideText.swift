/// Texts from outside, which may be of any length and hold anything.
package enum OutsideText {
    /// Made visible and cut to `cells`. Looks at the beginning only, however long the text is.
    package static func shown(_ text: String, cells: Int) -> String {
        let scalars = text.unicodeScalars
        // A character may have a few marks that take no cell.
        guard let end = scalars.index(scalars.startIndex, offsetBy: 6 * max(0, cells) + 6, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return TerminalText.cut(TerminalText.visible(text), toCells: cells) }
        return TerminalText.cut(TerminalText.visible(String(scalars[..<end])) + "…", toCells: cells)
    }
}
