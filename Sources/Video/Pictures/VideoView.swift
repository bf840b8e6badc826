import Events
import Frames

/// How a tile shows frames.
package struct VideoView: Hashable, Sendable {
    package var area: PictureArea
    package var isMirrored: Bool
    package var matrix: ColorMatrix
    /// `nil` for what the stream says.
    package var range: ColorRange?

    package init(
        _ area: PictureArea, isMirrored: Bool = false, matrix: ColorMatrix = .bt601, range: ColorRange? = nil
    ) {
        (self.area, self.isMirrored, self.matrix, self.range) = (area, isMirrored, matrix, range)
    }

    /// `nil` when the tile has no cells.
    func scaler(of format: I420StreamFormat) -> I420Scaler? {
        guard let crop = I420Crop(of: format.layout.size, aspect: format.aspect, in: area) else { return nil }
        let conversion = YUVConversion(matrix: matrix, range: range ?? format.range)
        return I420Scaler(format.layout, crop, conversion, isMirrored: isMirrored)
    }
}
