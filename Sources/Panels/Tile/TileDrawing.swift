import Events
import Frames
import PictureInPicture

/// All that the tile's picture is made from. Nothing is kept between two drawings, so that nothing can be out of date
/// (picture-in-picture 1.5).
package struct TileDrawing: Hashable, Sendable {
    package var snapshot: TileSnapshot
    /// Of the tile.
    package var cells: CellSize
    /// The newest picture of the source, a pixel for each half of a cell, mirrored where it has to be; while reconnecting, the one that was
    /// there before. Of another size it is none.
    package var frame: PixelImage?
    /// The member's picture as `TilePortrait` scales it, once it is loaded. Of another size it is none.
    package var portrait: PixelImage?
    /// How long the view of reconnecting has been there.
    package var reconnecting: Span
    package var depth: ColorDepth
    package var signs: TileSigns
    package var style: TileStyle

    package init(
        _ snapshot: TileSnapshot, cells: CellSize, frame: PixelImage? = nil, portrait: PixelImage? = nil,
        reconnecting: Span = .zero, depth: ColorDepth = .truecolor, signs: TileSigns = .unicode,
        style: TileStyle = TileStyle()
    ) {
        (self.snapshot, self.cells, self.frame, self.portrait) = (snapshot, cells, frame, portrait)
        (self.reconnecting, self.depth, self.signs, self.style) = (reconnecting, depth, signs, style)
    }

    /// From back to front; who is there when is said in picture-in-picture 2.1.
    package func drawn() -> DrawnTile {
        guard snapshot.content != .inactive, !cells.isEmpty else { return DrawnTile.nothing }
        let colors = TileColors(depth)
        var canvas = TileCanvas(cells, filledWith: colors.background)
        let hasFrame = snapshot.content != .avatar && (frame.map { canvas.show($0) } ?? false)
        if snapshot.content == .reconnecting {
            ReconnectingPanel(text: style.reconnecting, shown: reconnecting, signs: signs, colors: colors)
                .draw(on: &canvas)
            if depth == .none {
                canvas.drawBorder()
                canvas.drawLowerEdge()
            }
            return DrawnTile(picture: canvas.picture, kind: .panel)
        }
        if !hasFrame {
            PlaceholderDrawing(name: snapshot.name, portrait: shownPortrait, colors: colors).draw(on: &canvas)
        }
        // What the bar writes goes over the border, and the frame around the tile over neither.
        if depth == .none { canvas.drawBorder() }
        TileBar(snapshot, signs: signs, colors: colors, style: style).draw(on: &canvas)
        if depth == .none { canvas.drawLowerEdge() }
        if style.showsSpeaking, snapshot.overlays.isSpeaking, depth != .none { canvas.drawRing(colors.speaking) }
        return DrawnTile(picture: canvas.picture, kind: hasFrame ? .frame : .placeholder)
    }

    /// Beside a screen there is no face.
    private var shownPortrait: PixelImage? {
        snapshot.content == .screenSharing || snapshot.image == nil ? nil : portrait
    }
}
