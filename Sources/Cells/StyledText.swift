import Typesetting

/// What a color in a panel means; the terminal's own colors show it.
package enum TextColor: Int, CaseIterable, Hashable, Sendable {
    /// The user's foreground.
    case plain
    case faint, accent, good, warning, bad, info
    /// Words that have been heard, and those of the original that have not.
    case spoken, unspoken
}

package struct TextStyle: Hashable, Sendable {
    package var color: TextColor
    package var isBold: Bool
    package var isDim: Bool
    package var isReverse: Bool
    package var isUnderlined: Bool

    package init(
        _ color: TextColor = .plain, isBold: Bool = false, isDim: Bool = false, isReverse: Bool = false,
        isUnderlined: Bool = false
    ) {
        self.color = color
        self.isBold = isBold
        self.isDim = isDim
        self.isReverse = isReverse
        self.isUnderlined = isUnderlined
    }

    package static let plain = TextStyle()
}

/// Text of one style. Control characters have been made visible by whoever made it; one that is left shows as `?`.
package struct TextSpan: Hashable, Sendable {
    package var text: String
    package var style: TextStyle

    package init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}

package struct TextLine: Hashable, Sendable, ExpressibleByStringLiteral {
    package var spans: [TextSpan]
    /// Fills the row after the text, for reversed bars.
    package var fill: TextStyle
    /// What of it is written from right to left: whoever writes the line turns that for a terminal that does not. `nil`: letters stand
    /// as they are.
    package var sentence: Sentence?

    package init(_ spans: [TextSpan], fill: TextStyle = .plain) {
        self.spans = spans
        self.fill = fill
    }

    package init(_ text: String, _ style: TextStyle = .plain) { self.init([TextSpan(text, style)], fill: style) }
    package init(stringLiteral value: String) { self.init(value) }

    package var cellWidth: Int { spans.cellWidth }
}

extension [TextSpan] {
    /// Cells of all of them, one behind the other.
    package var cellWidth: Int { reduce(0) { $0 + TerminalText.cellWidth(of: $1.text) } }
}
