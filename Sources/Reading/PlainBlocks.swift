import Cells
import Events

/// Lines of a book's sentences, laid out as their text has them: an empty line around headings and between paragraphs, and a sign in
/// front of an item.
struct PlainBlocks {
    private var hasLines = false
    /// Of the sentence before.
    private var last: TextBlock?

    /// - Parameters:
    ///   - texts: a sentence in one language or several.
    ///   - continues: it is the sentence before, in another language.
    /// - Returns: without the ends of lines; nothing where there is no text.
    mutating func lines(_ texts: [String], of block: TextBlock?, continues: Bool = false) -> [String] {
        guard !texts.isEmpty else { return [] }
        let gap = hasLines && !continues && isApart(block) ? [""] : []
        (hasLines, last) = (true, block)
        return gap + Self.indented(texts, block, isStart: block?.isStart == true && !continues)
    }

    private func isApart(_ block: TextBlock?) -> Bool {
        if last?.kind.isItem == true, block?.kind.isItem == true { return false }
        return block?.isStart == true || last?.kind != block?.kind
    }

    /// The first line has the sign of its item, the others as many blanks.
    private static func indented(_ texts: [String], _ block: TextBlock?, isStart: Bool) -> [String] {
        guard case .item(let sign, let depth)? = block?.kind else { return texts }
        let shown = OutsideText.shown(sign.isEmpty ? TextBlock.bullet : sign, cells: TextBlock.longestSign)
        let indent = String(repeating: " ", count: 2 * depth)
        let further = indent + String(repeating: " ", count: TextCells.cellWidth(of: shown) + 1)
        let first = isStart && !sign.isEmpty ? "\(indent)\(shown) " : further
        return texts.enumerated().map { place, text in (place == 0 ? first : further) + text }
    }
}
