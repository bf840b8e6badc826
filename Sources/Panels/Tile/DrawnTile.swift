import Cells
import Events

package struct DrawnTile: Hashable, Sendable {
    /// What is to be seen beneath the bar and the signs (picture-in-picture 10, `picture`).
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case frame, placeholder, panel, none
    }

    /// Of the tile's size; empty where nothing is drawn.
    package let picture: PaintedPicture
    package let kind: Kind

    package init(picture: PaintedPicture, kind: Kind) { (self.picture, self.kind) = (picture, kind) }

    package static let nothing = DrawnTile(picture: PaintedPicture(PixelGrid(.zero)), kind: .none)
}
