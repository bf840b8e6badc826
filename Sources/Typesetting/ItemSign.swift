import Events

/// What stands in front of the lines of a list's item: its sign, and as many blanks. Nothing in front of other sentences.
package struct ItemSign {
    package private(set) var first = ""
    package private(set) var further = ""

    /// - Parameters:
    ///   - continues: the line before is of the same sentence.
    ///   - most: cells that it may take; where it needs more it is left out.
    package init(_ block: TextBlock?, continues: Bool = false, atMost most: Int = .max) {
        guard case .item(let sign, let depth)? = block?.kind else { return }
        let shown = OutsideText.shown(sign.isEmpty ? TextBlock.bullet : sign, cells: TextBlock.longestSign)
        let width = 2 * depth + TerminalText.cellWidth(of: shown) + 1
        guard width <= most else { return }
        further = String(repeating: " ", count: width)
        let hasSign = block?.isStart == true && !continues && !sign.isEmpty
        first = hasSign ? String(repeating: " ", count: 2 * depth) + shown + " " : further
    }
}
