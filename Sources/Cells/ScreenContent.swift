import Events

/// Everything on the screen but the picture's pixels.
package struct ScreenContent: Hashable, Sendable {
    /// Beside the picture; where one overlaps it, it covers it as a popup does.
    package var panels: [Panel]
    /// Over everything, the last on top.
    package var popups: [Panel]
    /// Cells that belong to the painter; `nil` when no picture is shown.
    package var picture: CellRect?

    package init(panels: [Panel] = [], popups: [Panel] = [], picture: CellRect? = nil) {
        self.panels = panels
        self.popups = popups
        self.picture = picture
    }
}
