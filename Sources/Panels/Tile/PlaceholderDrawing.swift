import Cells
import Events
import Frames
import PictureInPicture

/// What stands for a picture that is not there: a circle with the member's image, its initials or a person (picture-in-picture 2.5).
struct PlaceholderDrawing {
    let name: String?
    let portrait: PixelImage?
    let colors: TileColors

    func draw(on canvas: inout TileCanvas) {
        let diameter = PlaceholderCircle.diameter(columns: canvas.cells.columns, rows: canvas.cells.rows)
        let size = PixelSize(width: diameter, height: diameter)
        let origin = PixelPoint(
            x: (canvas.grid.size.width - diameter) / 2, y: (canvas.grid.size.height - diameter) / 2)
        let image = portrait?.size == size ? portrait : nil
        let letters = image == nil ? Initials.of(TileName.plain(name)).map(TileName.initials) ?? [] : []
        let disk = RoundShape.disk(diameter)
        let person = image == nil && letters.isEmpty ? RoundShape.person(diameter) : nil
        for y in 0..<diameter {
            for x in 0..<diameter {
                let place = PixelPoint(x: x, y: y)
                var color = image?.pixel(place) ?? colors.circle
                if let person {
                    color = Blending.mix(color, colors.text, share: colors.softened(person.coverage(place)), of: 64)
                }
                let under = canvas[origin.x + x, origin.y + y]
                canvas[origin.x + x, origin.y + y] = Blending.mix(
                    under, color, share: colors.softened(disk.coverage(place)), of: 64)
            }
        }
        write(letters, on: &canvas)
    }

    /// Not in the bar's row, which lies over it.
    private func write(_ letters: [TextGlyph], on canvas: inout TileCanvas) {
        let row = (canvas.cells.rows - 1) / 2
        guard !letters.isEmpty, row < canvas.cells.rows - 1 else { return }
        // Among the characters that stand for colors letters need room around them.
        let shown = colors.hasColors ? letters : [.blank] + letters + [.blank]
        let width = shown.reduce(0) { $0 + $1.columns }
        let left = canvas.cells.columns - width
        let place = CellPoint(column: left >= 0 ? left / 2 : -((1 - left) / 2), row: row)
        canvas.write(shown, at: place, .bold, under: colors.circle) { _ in colors.text }
    }
}
