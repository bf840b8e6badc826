import Cells
import Platform

/// Lines of a report that are too long, in several: broken between words, which stay whole, and indented from the second on.
package enum FoldedLine {
    /// Cells of a line at most.
    package static let width = 100
    /// Of a line that is printed: a terminal that has fewer would break it again, in the middle of words.
    static let shownWidth = Descriptor.columns(STDOUT_FILENO).map { min(width, max(40, $0)) } ?? width

    package static func folded(_ lines: [String], width: Int = width) -> [String] {
        lines.flatMap { folded($0, width: width) }
    }

    static func folded(_ text: String, width: Int = width) -> [String] {
        let indent = text.prefix { $0 == " " }.count + 4
        var lines: [String] = []
        var line = ""
        var used = 0
        var blanks = 0
        var isBegun = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let wide = TextCells.cellWidth(of: word)
            if wide > 0, isBegun, used + blanks + wide > width {
                lines.append(line)
                (line, used, blanks) = (String(repeating: " ", count: indent), indent, 0)
            }
            if wide > 0 {
                line += String(repeating: " ", count: blanks) + word
                (used, blanks, isBegun) = (used + blanks + wide, 0, true)
            }
            blanks += 1
        }
        return lines + [line]
    }
}
