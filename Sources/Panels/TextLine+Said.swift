import Cells
import Scripts
import Texts

extension TextLine {
    /// A row of what somebody said. Where that goes from right to left it begins at the right, and whoever writes the
    /// row turns it for a terminal that does not.
    /// - Parameters:
    ///   - text: all that the row is a part of, which says where it goes.
    ///   - head: what stands before it, as it is.
    ///   - cells: of the row, without its head.
    static func said(
        _ row: String, _ style: TextStyle = .plain, of text: some StringProtocol, behind head: [TextSpan], cells: Int
    ) -> TextLine {
        var line = TextLine(head)
        line.sentence = Sentence(text, start: head.count)
        if line.sentence?.isRightToLeft == true {
            let free = max(0, cells - TerminalText.cellWidth(of: row))
            line.insert(TextSpan(String(repeating: " ", count: free)), at: head.count)
        }
        line.spans.append(TextSpan(row, style))
        return line
    }

    /// In front of what was said, or in the place of its beginning.
    mutating func insert(_ span: TextSpan, at place: Int) {
        spans.insert(span, at: place)
        sentence?.start += 1
    }
}
