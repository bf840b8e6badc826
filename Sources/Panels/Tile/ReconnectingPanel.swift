import Cells
import Events
import PictureInPicture

/// Over the last frame: what is going on, and three dots that come and go (picture-in-picture 2.6).
struct ReconnectingPanel {
    let text: String
    /// How long it has been there.
    let shown: Span
    let signs: TileSigns
    let colors: TileColors

    func draw(on canvas: inout TileCanvas) {
        canvas.change { pixel, _ in colors.covered(pixel) }
        let row = max(0, canvas.cells.rows - 2) / 2
        let words = TileName(text).cut(toColumns: canvas.cells.columns - 2, with: signs[.cut])
        let width = words.reduce(0) { $0 + $1.columns }
        canvas.write(words, at: CellPoint(column: (canvas.cells.columns - width) / 2, row: row), .bold) { _ in
            colors.text
        }
        drawDots(row: row + 1, on: &canvas)
    }

    /// One column apart.
    private func drawDots(row: Int, on canvas: inout TileCanvas) {
        let opacities = ReconnectingDots.opacities(after: shown)
        let left = (canvas.cells.columns - (2 * opacities.count - 1)) / 2
        for (number, opacity) in opacities.enumerated() where colors.hasColors || opacity >= 0.5 {
            let place = CellPoint(column: left + 2 * number, row: row)
            canvas.write([signs[.dot]], at: place) { under in
                Blending.mix(under, colors.text, share: Int((opacity * 1_000).rounded()), of: 1_000)
            }
        }
    }
}
