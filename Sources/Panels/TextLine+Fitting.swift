import Cells
import Typesetting

extension TextLine {
    /// The line in at most `cells` cells, with `…` in the last one when something is missing.
    func fitting(_ cells: Int) -> TextLine {
        var line = TextLine([], fill: fill)
        line.sentence = sentence
        var room = cells
        for (place, span) in spans.enumerated() {
            let width = TerminalText.cellWidth(of: span.text)
            let isLast = spans[(place + 1)...].allSatisfy { $0.text.isEmpty }
            if width < room || (width == room && isLast) {
                line.spans.append(span)
                room -= width
            } else {
                // More follows than there is room for: one blank cell too many makes the cut show.
                line.spans.append(
                    TextSpan(TerminalText.cut(span.text + (isLast ? "" : " "), toCells: room), span.style))
                return line
            }
        }
        return line
    }
}

extension [TextLine] {
    /// The first ones, the last of them with a sign where others have no room.
    func cut(toRows rows: Int, _ style: TextStyle = TextStyle()) -> [TextLine] {
        guard count > rows, let last = prefix(rows).last else { return Array(prefix(rows)) }
        var cut = last
        cut.spans.append(TextSpan(" …", style))
        return prefix(rows - 1) + [cut]
    }
}

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

extension TerminalText {
    /// Parts of at most so many cells; characters stay whole.
    static func split(_ text: String, toCells cells: Int) -> [String] {
        guard cellWidth(of: text) > cells else { return [text] }
        var (parts, part, width): ([String], String, Int) = ([], "", 0)
        for character in text {
            let step = cellWidth(of: String(character))
            if width > 0, width + step > cells {
                parts.append(part)
                (part, width) = ("", 0)
            }
            part.append(character)
            width += step
        }
        return parts + [part]
    }
}
