import Cells
import Events
import PictureInPicture

/// The last row of the tile: pin, name, paused, microphone from the left, the quality's bars at the right (picture-in-picture 2.2, 2.3).
struct TileBar {
    private let overlays: TileSnapshot.Overlays
    private let name: TileName
    private let signs: TileSigns
    private let colors: TileColors
    private let style: TileStyle

    init(_ snapshot: TileSnapshot, signs: TileSigns, colors: TileColors, style: TileStyle) {
        (overlays, name) = (snapshot.overlays, TileName(snapshot.shownName))
        (self.signs, self.colors, self.style) = (signs, colors, style)
    }

    func draw(on canvas: inout TileCanvas) {
        let row = canvas.cells.rows - 1
        canvas.change(rows: row * 2..<row * 2 + 2) { pixel, _ in colors.darkened(pixel) }
        let bar = InfoBar(overlays, columns: canvas.cells.columns)
        var place = CellPoint(column: 1, row: row)
        for sign in bar.before { put(sign, at: &place, on: &canvas) }
        let shown = shownName(columns: bar.nameColumns)
        canvas.write(shown, at: place) { _ in colors.text }
        if !shown.isEmpty { place.column += shown.reduce(1) { $0 + $1.columns } }
        for sign in bar.after { put(sign, at: &place, on: &canvas) }
        // Without colors the tile's border goes on behind this group, not within it.
        if !colors.hasColors { canvas.fillUp(row: row, columns: 0..<place.column - 1) }
        if bar.hasBars { putBars(at: CellPoint(column: canvas.cells.columns - 3, row: row), on: &canvas) }
    }

    private func put(_ sign: InfoBar.Sign, at place: inout CellPoint, on canvas: inout TileCanvas) {
        let (glyph, color) = look(of: sign)
        canvas.write([glyph], at: place) { _ in color }
        place.column += 2
    }

    private func look(of sign: InfoBar.Sign) -> (TextGlyph, UInt32) {
        switch sign {
        case .pinned: (signs[.pinned], colors.text)
        case .raisedHand: (signs[.raisedHand], colors.text)
        case .paused: (signs[.paused], colors.text)
        case .microphoneOn: (signs[.microphoneOn], colors.text)
        case .microphoneOff:
            (signs[.microphoneOff], style.hasGrayMicrophone ? colors.grayMicrophone : colors.microphoneOff)
        }
    }

    /// Where there is no color for a frame around who speaks, a star before the name says it.
    private func shownName(columns: Int) -> [TextGlyph] {
        let hasStar = !colors.hasColors && style.showsSpeaking && overlays.isSpeaking && columns > 0
        let star = hasStar ? TextGlyph.glyphs(of: "*") : []
        return star + name.cut(toColumns: columns - star.count, with: signs[.cut])
    }

    private func putBars(at place: CellPoint, on canvas: inout TileCanvas) {
        let lit = overlays.quality == .poor ? 1 : overlays.quality == .good ? 2 : 3
        for (number, sign) in TileSigns.bars.enumerated() {
            let place = CellPoint(column: place.column + number, row: place.row)
            let isLit = number < lit
            let color = overlays.quality == .poor ? colors.poor : colors.good
            let glyph = isLit || colors.hasColors ? signs[sign] : TileSigns.ascii[.lowBar]
            canvas.write([glyph], at: place) { isLit ? color : Blending.mix($0, colors.text, share: 1, of: 2) }
        }
    }
}
