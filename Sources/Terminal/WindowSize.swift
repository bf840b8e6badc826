import CCurses
import Events
import Platform

/// The terminal's size in cells, and in pixels when it says so.
package struct WindowSize: Hashable, Sendable {
    /// 1x1 to `limit`.
    package var cells: CellSize
    /// Of the whole text area; `nil` when the terminal gives none.
    package var pixels: PixelSize?

    /// More cells than any screen has; bounds what the picture may cost.
    package static let limit = CellSize(columns: 1_000, rows: 500)
    static let fallback = CellSize(columns: 80, rows: 24)

    /// Brings what a terminal reported into range; 0 cells either way count as unknown, 80x24.
    package init(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        let isKnown = columns > 0 && rows > 0
        let reported = isKnown ? CellSize(columns: columns, rows: rows) : Self.fallback
        cells = CellSize(
            columns: min(reported.columns, Self.limit.columns), rows: min(reported.rows, Self.limit.rows))
        guard isKnown, pixelWidth > 0, pixelHeight > 0 else { return }
        // Pixels of the cells in use, should the report have been cut.
        pixels = PixelSize(
            width: pixelWidth / columns * cells.columns, height: pixelHeight / rows * cells.rows)
        if cells == reported { pixels = PixelSize(width: pixelWidth, height: pixelHeight) }
    }

    /// Asks the terminal behind `descriptor`; 80x24 when it does not say.
    package init(descriptor: Int32) {
        var reported = winsize()
        guard cameo_window_size(descriptor, &reported) == 0 else {
            self.init(columns: 0, rows: 0)
            return
        }
        self.init(
            columns: Int(reported.ws_col), rows: Int(reported.ws_row), pixelWidth: Int(reported.ws_xpixel),
            pixelHeight: Int(reported.ws_ypixel))
    }
}
