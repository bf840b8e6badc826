/// Text as a terminal lays it out: cells instead of characters, and nothing in it that a terminal would obey.
///
/// Widths are per scalar, as `wcwidth` has them, because that is what curses and most terminals add up. Where terminals
/// disagree (joined emoji, skin tones, variation selectors), `visible` leaves out what they disagree about.
package enum TerminalText {
    /// Marks that may pile up on one character before the rest is shown as escapes.
    static let marksPerCharacter = 4

    /// Cells of `text`; it should have been through `visible`.
    package static func cellWidth(of text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + cellWidth(of: $1) }
    }

    /// 0 for combining marks and other characters without a place of their own, 2 for wide ones and emoji, else 1.
    /// Control characters count 0: no text that still has them should be measured.
    package static func cellWidth(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
        // Vowels and final consonants of Korean syllables join the wide leading consonant before them.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        // The soft hyphen and the signs that stand before Arabic numbers are formats that are seen.
        case .format: return isVisibleFormat(scalar) ? 1 : 0
        default: return WideRanges.contains(scalar.value) ? 2 : 1
        }
    }

    package static func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// The longest beginning of `text` that fits into `cells`, with `…` as its last cell when something is missing.
    /// A character keeps its marks. Empty when there is no cell.
    package static func cut(_ text: String, toCells cells: Int) -> String {
        guard cells > 0 else { return "" }
        var used = 0
        var kept = text.unicodeScalars.startIndex
        var index = kept
        while index < text.unicodeScalars.endIndex {
            let width = cellWidth(of: text.unicodeScalars[index])
            if used + width > cells { return String(text.unicodeScalars[..<kept]) + "…" }
            used += width
            index = text.unicodeScalars.index(after: index)
            if used <= cells - 1 { kept = index }
        }
        return text
    }

    /// Exactly `cells` cells: cut, or filled up with spaces at its end.
    package static func padded(_ text: String, toCells cells: Int) -> String {
        let short = cut(text, toCells: cells)
        return short + String(repeating: " ", count: max(cells - cellWidth(of: short), 0))
    }

    /// Filled up to `cells` cells with blanks before it; never cut.
    package static func rightAligned(_ text: String, toCells cells: Int) -> String {
        String(repeating: " ", count: max(cells - cellWidth(of: text), 0)) + text
    }

    /// Filled up to `cells` cells with at the least one blank after it: in a table figures are never cut.
    package static func column(_ text: String, toCells cells: Int) -> String {
        text + String(repeating: " ", count: max(cells - cellWidth(of: text), 1))
    }

    /// A line a row, two blanks between columns; all but the last one are as wide as their widest text.
    /// - Parameter most: cells of a column; a text that has more is not cut, but pushes what follows to the right.
    package static func aligned(_ rows: [[String]], atMost most: Int = .max) -> [String] {
        let count = max(0, (rows.map(\.count).max() ?? 0) - 1)
        let widths = (0..<count).map { column in
            min(most, rows.map { $0.indices.contains(column) ? cellWidth(of: $0[column]) : 0 }.max() ?? 0)
        }
        return rows.map { row in
            let columns = zip(row.dropLast(), widths).map { text, width in
                text + String(repeating: " ", count: max(0, width - cellWidth(of: text)) + 2)
            }
            return columns.joined() + (row.last ?? "")
        }
    }

    /// Lines of at most `cells` cells, broken at spaces where there are any, otherwise inside of a word. Line feeds in
    /// `text` begin a new line. A character wider than `cells` gets a line of its own.
    package static func wrapped(_ text: String, toCells cells: Int) -> [String] {
        let cells = max(cells, 1)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapParagraph($0, cells) }
    }

    private static func wrapParagraph(_ text: Substring, _ cells: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let width = cellWidth(of: word)
            if used > 0 && used + 1 + width > cells {
                lines.append(line)
                (line, used) = ("", 0)
            } else if used > 0 {
                line += " "
                used += 1
            }
            for scalar in word.unicodeScalars {
                let step = cellWidth(of: scalar)
                if used > 0 && used + step > cells {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.unicodeScalars.append(scalar)
                used += step
            }
        }
        return lines + [line]
    }
}

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

// Text from outside made harmless.
extension TerminalText {
    /// `text` with everything that a terminal would obey, or that would deceive the reader, as a visible escape.
    ///
    /// - `^[`, `^G`, `^?`: C0 controls and delete.
    /// - `\u{9B}`, `\u{202E}`, `\u{200D}`: C1 controls, marks of direction, line and paragraph separators, tags, private and
    ///   unassigned scalars, joiners and marks that have nothing before them or are too many.
    /// - Left out: joiners, skin tones and variation selectors of emoji, about whose width terminals disagree.
    package static func visible(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        var marks = 0
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            let next = index < scalars.endIndex ? scalars[index] : nil
            switch appearance(of: scalar, after: previous, before: next, marks: marks) {
            case .itself:
                result.append(scalar)
                marks = cellWidth(of: scalar) == 0 ? marks + 1 : 0
                previous = scalar
            case .nothing: break
            case .control:
                result.append("^")
                result.append(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
                previous = nil
            case .escape:
                result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
                previous = nil
            }
        }
        return String(result)
    }

    private enum Appearance {
        case itself
        case nothing
        /// `^X`
        case control
        /// `\u{X}`
        case escape
    }

    /// `previous` is what stands right before in the result as itself; `marks` counts those that follow it already.
    private static func appearance(
        of scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?, marks: Int
    ) -> Appearance {
        if scalar.value < 0x7F { return scalar.value < 0x20 ? .control : .itself }
        if scalar.value == 0x7F { return .control }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            if isVariationSelector(scalar), previous != nil { return .nothing }
            return previous == nil || previous == " " || marks >= marksPerCharacter ? .escape : .itself
        case .format: return formatAppearance(of: scalar, after: previous, before: next, marks: marks)
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return .escape
        case .modifierSymbol where scalar.properties.isEmojiModifier:
            return previous?.properties.isEmojiModifierBase == true ? .nothing : .itself
        default: return isJoiningJamo(scalar) && (previous == nil || marks >= marksPerCharacter) ? .escape : .itself
        }
    }

    private static func formatAppearance(
        of scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?, marks: Int
    ) -> Appearance {
        if isVisibleFormat(scalar) { return scalar.value == 0xAD ? .nothing : .itself }
        guard scalar.value == 0x200C || scalar.value == 0x200D, let previous, let next else { return .escape }
        // Between two pictures the joiner asks for one picture; between letters it is spelling.
        if isPicture(previous) && isPicture(next) { return .nothing }
        let joinsLetters = isLetter(previous) && isLetter(next)
        return joinsLetters && marks < marksPerCharacter ? .itself : .escape
    }

    private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
        (0xFE00...0xFE0F).contains(scalar.value) || (0xE0100...0xE01EF).contains(scalar.value)
    }

    private static func isJoiningJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xFF && scalar.properties.isEmoji }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .nonspacingMark, .spacingMark: true
        default: scalar.properties.isAlphabetic
        }
    }
}
