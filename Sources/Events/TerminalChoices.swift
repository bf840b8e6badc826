/// How many colors the terminal is sent.
package enum ColorDepth: String, CaseIterable, Sendable {
    /// 24 bits, `38;2;r;g;b`.
    case truecolor
    /// xterm's palette, of which only the fixed part is used: 6x6x6 cube and grays, `38;5;n`.
    case palette256
    /// The eight colors and their bright forms, `30`…`37` and `90`…`97`.
    case palette16
    /// No color sequence at all: a character for the brightness of each cell, see `Shades`.
    case none
}

/// Which block characters may show a cell of two colors.
package enum BlockStyle: String, CaseIterable, Sendable {
    /// Whatever reuses the colors that the terminal has set; ▄ when all cost the same.
    case any
    /// ▄ and space, for terminals that draw ▀ or █ badly. The one exception is a cell whose lower half is the terminal's
    /// background, which only ▀ can show.
    case lower
    /// ▀ and space; ▄ only where the upper half is the terminal's background.
    case upper
    /// Space alone, in the color between those of both halves; characters of ASCII where there are no colors. For terminals that give
    /// blocks two cells, as some do for East Asian fonts.
    case ascii
}

/// What lies behind the text.
package enum TerminalBackground: String, CaseIterable, Sendable { case light, dark }

/// What somebody says of the terminal, which nothing of what is found out changes.
package struct TerminalChoices: Hashable, Sendable {
    /// `nil`: as many as it has.
    package var colors: ColorDepth?
    /// `nil`: as it answers.
    package var turnsRightToLeft: Bool?
    /// `nil`: as it answers.
    package var background: TerminalBackground?
    package var blocks: BlockStyle

    package init(
        colors: ColorDepth? = nil, turnsRightToLeft: Bool? = nil, background: TerminalBackground? = nil,
        blocks: BlockStyle = .any
    ) {
        (self.colors, self.turnsRightToLeft) = (colors, turnsRightToLeft)
        (self.background, self.blocks) = (background, blocks)
    }
}
