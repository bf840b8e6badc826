import Events
import Support

@testable import Cells

/// What a scene's texts should look like, found cell by cell and without the painter's means.
struct WantedTexts {
    private struct Piece {
        /// Tells two equal characters side by side apart.
        let number: Int
        let glyph: TextGlyph
        let look: TextLook
        let isFirst: Bool
    }

    private var pieces: [CellPoint: Piece] = [:]

    /// By place on the screen.
    init(_ scene: PaintingScene) {
        var number = 0
        for text in scene.texts {
            var column = text.origin.column + scene.corner.column
            for glyph in text.glyphs {
                for part in 0..<glyph.columns {
                    let place = CellPoint(column: column + part, row: text.origin.row + scene.corner.row)
                    pieces[place] = Piece(number: number, glyph: glyph, look: text.look, isFirst: part == 0)
                }
                column += glyph.columns
                number += 1
            }
        }
    }

    /// The first cell that shows something else; `before` is the terminal as it was.
    func firstDifference(_ scene: PaintingScene, before: TerminalModel) -> CellPoint? {
        let pixels = scene.requested()
        func isSeen(_ place: CellPoint) -> Bool {
            scene.painter.visible.contains(place) && !scene.covers.contains { $0.contains(place) }
        }
        for row in 0..<scene.screen.rows {
            for column in 0..<scene.screen.columns {
                let place = CellPoint(column: column, row: row)
                let shown = scene.terminal[place]
                let isRight: Bool
                if !isSeen(place) {
                    // Of a character that lay across the edge before the picture moved the terminal drops both halves.
                    isRight = shown == before[place] || shown.text == " "
                } else if let piece = pieces[place] {
                    let other = CellPoint(column: column + (piece.isFirst ? 1 : -1), row: row)
                    let isWhole =
                        piece.glyph.columns == 1 || (isSeen(other) && pieces[other]?.number == piece.number)
                    isRight = shown == expected(piece, isWhole, scene.painter.quantizer)
                } else {
                    let inside = CellPoint(column: column - scene.corner.column, row: row - scene.corner.row)
                    // Colors that are only near are another test's.
                    let isNear = scene.painter.tolerance > 0 && scene.painter.quantizer.depth == .truecolor
                    isRight =
                        isNear
                        ? scene.terminal.halves(at: place) != nil : shows(pixels[inside], scene.terminal, at: place)
                }
                if !isRight { return place }
            }
        }
        return nil
    }

    private func expected(_ piece: Piece, _ isWhole: Bool, _ quantizer: Quantizer) -> TerminalModel.Cell {
        var cell = TerminalModel.Cell()
        cell.text = !isWhole ? " " : piece.isFirst ? piece.glyph.text : ""
        let inks = quantizer.inks(of: piece.look)
        cell.attributes.foreground = Ink(bits: inks.foreground).displayed ?? .defaultForeground
        cell.attributes.background = Ink(bits: inks.background).displayed ?? .defaultBackground
        guard isWhole else { return cell }
        let attributes = piece.look.attributes
        cell.attributes.isBold = attributes.contains(.bold)
        cell.attributes.isFaint = attributes.contains(.faint)
        cell.attributes.isItalic = attributes.contains(.italic)
        cell.attributes.isUnderlined = attributes.contains(.underlined)
        cell.attributes.underlineStyle = attributes.contains(.underlined) ? 1 : 0
        cell.attributes.isReversed = attributes.contains(.reversed)
        return cell
    }
}
