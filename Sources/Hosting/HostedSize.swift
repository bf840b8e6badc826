import Events
import Platform

/// The size of a command's terminal.
package struct HostedSize: Hashable, Sendable {
    package var cells: CellSize
    /// Of all cells together; `nil` when the command is told of none.
    package var pixels: PixelSize?

    package init(cells: CellSize, pixels: PixelSize? = nil) {
        self.cells = cells
        self.pixels = pixels
    }

    var system: winsize {
        winsize(
            ws_row: UInt16(clamping: cells.rows), ws_col: UInt16(clamping: cells.columns),
            ws_xpixel: UInt16(clamping: pixels?.width ?? 0), ws_ypixel: UInt16(clamping: pixels?.height ?? 0))
    }
}
