import Events
import Frames
import PictureInPicture

/// A member's own picture for the circle of the placeholder (picture-in-picture 2.5).
package enum TilePortrait {
    /// The middle of it, as large as the circle of a tile of so many cells; what can be seen through has the circle's color.
    /// - Returns: `nil` where there is no circle, or nothing to show.
    package static func image(of picture: Picture, cells: CellSize, depth: ColorDepth) -> PixelImage? {
        let diameter = PlaceholderCircle.diameter(columns: cells.columns, rows: cells.rows)
        let side = min(picture.size.width, picture.size.height)
        guard diameter > 0, side > 0 else { return nil }
        let middle = PixelRect(
            x: (picture.size.width - side) / 2, y: (picture.size.height - side) / 2, width: side, height: side)
        return AreaScaler(from: middle, to: PixelSize(width: diameter, height: diameter))
            .scale(picture, over: Color(rgb: TileColors(depth).circle))
    }
}
