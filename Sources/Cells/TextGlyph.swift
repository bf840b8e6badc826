import Typesetting

/// One character that a terminal shows in one cell or in two: nothing in it is obeyed, and its width is the one that it says.
package struct TextGlyph: Hashable, Sendable {
    /// One character with its marks; UTF-8, at most `mostBytes`.
    package let text: String
    /// 1 or 2.
    package let columns: Int
    /// All terminals give it these columns; behind one that is not sure the cursor is set anew.
    let isSure: Bool

    /// A wide character and the marks that it may carry.
    static let mostBytes = 32

    package static let blank = TextGlyph(checked: " ", columns: 1)

    private init(checked text: String, columns: Int, isSure: Bool = true) {
        (self.text, self.columns, self.isSure) = (text, columns, isSure)
    }

    /// - Returns: `nil` where it would take other columns than that, or is no character that may be shown.
    package init?(_ text: String, columns: Int) {
        guard (1...2).contains(columns), text.utf8.count <= Self.mostBytes, TerminalText.visible(text) == text,
            Self.width(of: text.unicodeScalars) == columns
        else { return nil }
        self.init(checked: text, columns: columns)
    }

    /// A character of a hosted program's screen, in the columns that it has there.
    ///
    /// What `visible` makes harmless in names is a program's own choice here, as long as a terminal obeys none of it: private
    /// characters, which fonts of prompts have, joined emoji, marks. Characters without a width that a terminal could obey, such as
    /// marks of direction, and marks beyond `mostBytes` are left out; the character that they follow stays. One that is not to be
    /// shown by itself, or has other columns, is shown as U+FFFD; an emoji that only its variation selector makes wide as what it is
    /// without that. A joiner at the end goes: it would join whatever the next cell has.
    package init(hosted text: String, columns: Int) {
        let columns = min(max(columns, 1), 2)
        guard let first = text.unicodeScalars.first, Self.isHarmless(first), !Self.isJoining(first) else {
            self.init(checked: "\u{FFFD}", columns: 1)
            return
        }
        let width = TerminalText.cellWidth(of: first)
        if width == columns {
            let scalars = Self.shown(text.unicodeScalars)
            self.init(
                checked: String(scalars), columns: columns, isSure: scalars.count == 1 && Self.isSure(scalars))
        } else if width == 1, columns == 2 {
            self.init(checked: String(Character(first)), columns: 1)
        } else {
            self.init(checked: "\u{FFFD}", columns: 1)
        }
    }

    /// A character with those of its marks that a terminal may get.
    private static func shown(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var shown = String.UnicodeScalarView()
        var bytes = 0
        for scalar in scalars where shown.isEmpty || isMark(scalar, of: scalars) {
            bytes += Unicode.UTF8.width(scalar)
            guard bytes <= mostBytes else { break }
            shown.append(scalar)
        }
        while shown.last?.value == 0x200D { shown.removeLast() }
        return shown
    }

    /// Whether it stays with the character before it. Tags make flags of regions, and mean nothing behind anything else.
    private static func isMark(_ scalar: Unicode.Scalar, of cluster: String.UnicodeScalarView) -> Bool {
        if (0xE0020...0xE007F).contains(scalar.value) { return cluster.first?.value == 0x1F3F4 }
        return isHarmless(scalar) && TerminalText.cellWidth(of: scalar) == 0
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        case .format: isJoining(scalar) || TerminalText.isVisibleFormat(scalar)
        default: true
        }
    }

    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        [0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value)
    }

    /// Whether terminals of all ages agree about their columns: letters of Europe, lines and blocks, the common writing of East Asia.
    private static func isSure(_ scalars: String.UnicodeScalarView) -> Bool {
        scalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x20...0x7E, 0xC0...0x24F, 0x391...0x3C9, 0x410...0x44F, 0x2500...0x259F: true
            case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: true
            default: false
            }
        }
    }

    /// The characters of any text, from outside too: what a terminal would obey has become visible escapes.
    ///
    /// What belongs together stays together, as long as two cells can show it; otherwise each part has its own.
    package static func glyphs(of text: some StringProtocol) -> [TextGlyph] {
        TerminalText.visible(text).flatMap { character -> [TextGlyph] in
            if let whole = TextGlyph(one: character.unicodeScalars) { return [whole] }
            return parts(of: character.unicodeScalars)
        }
    }

    private init?(one scalars: some Collection<Unicode.Scalar>) {
        let text = String(String.UnicodeScalarView(scalars))
        guard let columns = Self.width(of: scalars), columns <= 2, text.utf8.count <= Self.mostBytes else { return nil }
        self.init(checked: text, columns: columns)
    }

    /// Each scalar that has a cell of its own, with the marks behind it.
    private static func parts(of scalars: String.UnicodeScalarView) -> [TextGlyph] {
        var parts: [String.UnicodeScalarView] = []
        var columns = 0
        for scalar in scalars {
            let width = TerminalText.cellWidth(of: scalar)
            let joins = width == 0 || (scalar.properties.generalCategory == .spacingMark && columns + width <= 2)
            if parts.isEmpty || !joins {
                parts.append(String.UnicodeScalarView())
                columns = 0
            }
            parts[parts.count - 1].append(scalar)
            columns += width
        }
        return parts.compactMap { TextGlyph(one: $0) }
    }

    /// `nil` where the first scalar has no cell: it would change what stands before it.
    private static func width(of scalars: some Collection<Unicode.Scalar>) -> Int? {
        guard let first = scalars.first, TerminalText.cellWidth(of: first) > 0 else { return nil }
        return scalars.reduce(0) { $0 + TerminalText.cellWidth(of: $1) }
    }
}
