import Cells
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
    package var reconnecting: TimeSpan
    package var depth: ColorDepth
    package var signs: TileSigns
    package var style: TileStyle

    package init(
        _ snapshot: TileSnapshot, cells: CellSize, frame: PixelImage? = nil, portrait: PixelImage? = nil,
        reconnecting: TimeSpan = .zero, depth: ColorDepth = .truecolor, signs: TileSigns = .unicode,
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

/// What users choose of the tile's look.
package struct TileStyle: Hashable, Sendable {
    /// The frame around somebody who speaks.
    package var showsSpeaking = true
    /// A microphone that is off is gray instead of red.
    package var hasGrayMicrophone = false
    /// In the user's language; one line.
    package var reconnecting = "Reconnecting"

    package init() {}
}

/// Over the last frame: what is going on, and three dots that come and go (picture-in-picture 2.6).
struct ReconnectingPanel {
    let text: String
    /// How long it has been there.
    let shown: TimeSpan
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
