import Cells
import Events
import Frames
import Panels
import PictureInPicture

/// Cells of a drawn tile in which there is neither a pixel nor a character.
enum BlankCells {
    /// What would be drawn for a record. Where it shows a frame, one in a single color stands for it: what its own pixels are is
    /// not the tile's.
    static func drawn(_ record: TileRecord) -> DrawnTile {
        guard let cells = record.place?.size else { return .nothing }
        let hasFrame = record.picture == .frame || record.hasFrameBehind
        let grid = PixelSize(width: cells.columns, height: cells.rows * 2)
        let frame = hasFrame ? PixelImage(size: grid, bytes: [UInt8](repeating: 128, count: grid.count * 4)) : nil
        return TileDrawing(record.snapshot, cells: cells, frame: frame).drawn()
    }

    /// - Parameter cells: of the tile; what is not drawn of it is blank.
    static func count(in drawn: DrawnTile, of cells: CellSize) -> Int {
        var written: Set<CellPoint> = []
        for text in drawn.picture.texts {
            for column in 0..<text.columns {
                written.insert(CellPoint(column: text.origin.column + column, row: text.origin.row))
            }
        }
        let grid = drawn.picture.grid
        var count = 0
        for row in 0..<cells.rows {
            for column in 0..<cells.columns where !written.contains(CellPoint(column: column, row: row)) {
                let isBlank = (0..<2).allSatisfy { half in
                    grid[PixelPoint(x: column, y: row * 2 + half)] == PixelGrid.background
                }
                if isBlank { count += 1 }
            }
        }
        return count
    }
}
