import CCurses
import Cells
import Events

/// Text laid out in cells, ready for ncurses.
enum PanelCells {
    /// One cell, or two for a wide character: a spacing character and what combines with it.
    struct Cell: Hashable {
        var scalars: [Unicode.Scalar]
        var width: Int
        var style: TextStyle
    }

    /// Zero-width characters that ncurses keeps with a spacing one.
    private static let combiningLimit = 4

    /// `line` in exactly `columns` cells: cut, or filled with blanks. A wide character that would be cut in half
    /// becomes a blank.
    /// - Parameter turns: what is written from right to left, since the terminal does not.
    static func cells(_ line: TextLine, columns: Int, turns: Bool = false) -> [Cell] {
        var cells: [Cell] = []
        var used = 0
        for span in (turns ? line.inVisualOrder : line).spans where used < columns {
            for scalar in span.text.unicodeScalars {
                let scalar = shown(scalar)
                let width = Int(cameo_width(scalar.value))
                if width <= 0 {
                    if let last = cells.indices.last, cells[last].scalars.count <= combiningLimit {
                        cells[last].scalars.append(scalar)
                    }
                    continue
                }
                guard used + width <= columns else {
                    used = columns
                    break
                }
                cells.append(Cell(scalars: [scalar], width: width, style: span.style))
                used += width
            }
        }
        let filled = cells.reduce(0) { $0 + $1.width }
        return cells + (filled..<max(columns, filled)).map { _ in Cell(scalars: [" "], width: 1, style: line.fill) }
    }

    /// What the locale cannot show is a question mark. The no-break space is the picture's filler, see `Screen`.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\u{A0}" { return " " }
        return cameo_width(scalar.value) < 0 ? "?" : scalar
    }

    /// The rows of a panel, border included, `rect.size.rows` of them.
    static func rows(of panel: Panel, turns: Bool = false) -> [[Cell]] {
        let size = panel.rect.size
        guard !size.isEmpty else { return [] }
        guard let border = panel.border, size.columns >= 2, size.rows >= 2 else {
            return (0..<size.rows).map { cells(line($0, of: panel), columns: size.columns, turns: turns) }
        }
        let inner = size.columns - 2
        let stroke = Stroke.current
        func edge(_ left: String, _ right: String, _ title: String) -> [Cell] {
            let shown = title.isEmpty || inner < 4 ? "" : " \(title) "
            var line = TextLine(shown, border.style)
            // It begins at the left, whatever is named in it.
            line.sentence = TextLine.Sentence(shown, start: 0)
            line.sentence?.isRightToLeft = false
            let middle = cells(line, columns: inner, turns: turns)
            let used = middle.lastIndex { $0.scalars != [" "] }.map { $0 + 2 } ?? 0
            let rule = String(repeating: stroke.horizontal, count: inner)
            let rest = cells(TextLine(rule, border.style), columns: inner)
            return cells(TextLine(left, border.style), columns: 1) + middle.prefix(used)
                + fitting(rest, inner - middle.prefix(used).reduce(0) { $0 + $1.width })
                + cells(TextLine(right, border.style), columns: 1)
        }
        let side = cells(TextLine(stroke.vertical, border.style), columns: 1)
        let body = (0..<size.rows - 2).map { row in
            side + cells(line(row, of: panel), columns: inner, turns: turns) + side
        }
        return [edge(stroke.topLeft, stroke.topRight, border.title)] + body
            + [edge(stroke.bottomLeft, stroke.bottomRight, "")]
    }

    private static func fitting(_ cells: [Cell], _ columns: Int) -> ArraySlice<Cell> { cells.prefix(max(columns, 0)) }

    private static func line(_ index: Int, of panel: Panel) -> TextLine {
        panel.lines.indices.contains(index) ? panel.lines[index] : ""
    }

    private struct Stroke {
        var horizontal = "─", vertical = "│"
        var topLeft = "┌", topRight = "┐", bottomLeft = "└", bottomRight = "┘"

        /// Plain ASCII where the locale has no lines.
        static var current: Stroke {
            cameo_width(0x2500) == 1
                ? Stroke()
                : Stroke(
                    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
        }
    }
}
