import Cells
import Scripts

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
