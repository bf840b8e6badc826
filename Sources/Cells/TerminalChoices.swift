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
