import Cells

extension [TextLine] {
    /// The first ones, the last of them with a sign where others have no room.
    func cut(toRows rows: Int, _ style: TextStyle = TextStyle()) -> [TextLine] {
        guard count > rows, let last = prefix(rows).last else { return Array(prefix(rows)) }
        var cut = last
        cut.spans.append(TextSpan(" …", style))
        return prefix(rows - 1) + [cut]
    }
}
