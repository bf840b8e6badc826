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

/// A stranger's name as the tile shows it: what steers a terminal or turns the direction of writing is taken out, and what is one
/// character to the eye stays whole.
struct TileName {
    /// Characters with the glyphs that show them.
    private let characters: [[TextGlyph]]

    /// Unicode scalars that are looked at: names from outside may be of any length.
    private static let longest = 1_000
    /// On one character.
    private static let mostMarks = 4

    init(_ name: String?) {
        characters = Self.plain(name).map { character in
            // A joiner that joins nothing would be shown as an escape.
            let scalars = character.unicodeScalars.reversed().drop { Self.isJoiner($0) }.reversed()
            return TextGlyph.glyphs(of: String(String.UnicodeScalarView(scalars)))
        }.filter { !$0.isEmpty }
    }

    /// The name without what steers and turns, and without blanks at both ends.
    static func plain(_ name: String?) -> String {
        var scalars = String.UnicodeScalarView()
        var marks = 0
        for scalar in (name ?? "").unicodeScalars.prefix(longest) {
            switch scalar {
            case "\t", "\n", "\r": scalars.append(" ")
            case _ where isJoiner(scalar): scalars.append(scalar)
            case _ where !scalar.isPrintable: break
            default:
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .enclosingMark:
                    // More than a few, or on nothing, and they would be shown as escapes.
                    marks += 1
                    if marks <= mostMarks, scalars.last ?? " " != " " { scalars.append(scalar) }
                default:
                    marks = 0
                    scalars.append(scalar)
                }
            }
        }
        return String(scalars).trimmed
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    /// As many whole characters as have room, with the sign of what is missing behind them.
    func cut(toColumns columns: Int, with sign: TextGlyph) -> [TextGlyph] {
        guard columns > 0 else { return [] }
        var (kept, used, room) = ([[TextGlyph]](), 0, 0)
        for character in characters {
            used += Self.columns(character)
            if used > columns {
                // No blank in front of the sign.
                let shown = kept.prefix(room).reversed().drop { $0 == [.blank] }.reversed()
                return shown.flatMap { $0 } + [sign]
            }
            kept.append(character)
            if used < columns { room = kept.count }
        }
        return kept.flatMap { $0 }
    }

    /// One or two characters for a placeholder, each by the first that shows it.
    static func initials(_ letters: String) -> [TextGlyph] {
        letters.compactMap { TextGlyph.glyphs(of: String($0)).first }
    }

    private static func columns(_ glyphs: [TextGlyph]) -> Int { glyphs.reduce(0) { $0 + $1.columns } }
}
