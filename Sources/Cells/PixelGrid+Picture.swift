import Events
import Frames

extension PixelGrid {
    /// A picture in its place in an area, blended over a color; the terminal's background around it and where more than half of a
    /// pixel can be seen through. All background when the area or the picture is empty.
    package init(showing picture: Picture, in area: PictureArea, over color: Color) {
        self.init(filling: area.cells)
        let placement = Placement(of: picture.size, in: area)
        guard let scaler = placement.scaler else { return }
        let image = scaler.scale(picture, over: color)
        blit(image.bytes, as: .rgba, size: image.size, into: placement.target)
    }
}
