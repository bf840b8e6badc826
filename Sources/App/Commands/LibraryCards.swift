import Cells
import Events
import Frames
import Terminal
import Typesetting

/// `cameo library` on a terminal: each book beside its cover.
@MainActor
package struct LibraryCards {
    private let columns: Int
    private let depth: ColorDepth
    private let cell: CellShape

    /// A cover takes so many cells, with its margin; what stands beside it has the rest.
    private static let cover = CellSize(columns: 12, rows: 8)
    private static let margin = 2
    private static let fewestColumns = 60

    /// - Returns: `nil` where output goes elsewhere, where there is no room, or too few colors for a picture.
    package init?(_ choices: TerminalChoices) {
        // Nothing is asked: a list is printed in the background, too, and nobody may have to wait for it.
        guard let device = try? TerminalDevice(), let found = try? CapabilityProbe.known(of: device, choices) else {
            return nil
        }
        self.init(
            columns: device.windowSize.cells.columns, found.colors.value,
            CellShape(width: found.cellPixels.value.width, height: found.cellPixels.value.height) ?? .usual)
    }

    init?(columns: Int, _ depth: ColorDepth, _ cell: CellShape = .usual) {
        guard columns >= Self.fewestColumns, depth == .truecolor || depth == .palette256 else { return nil }
        (self.columns, self.depth, self.cell) = (columns, depth, cell)
    }

    /// - Parameters:
    ///   - cover: encoded, of a stranger; what is no picture is none.
    ///   - words: safe to be shown; the first line is the title. Those that are too long are folded.
    package func lines(_ cover: [UInt8]?, beside words: [String]) -> [String] {
        let picture = cover.flatMap { try? decodePhoto($0) }.map { picture in
            PixelGrid(showing: picture, in: PictureArea(cells: Self.cover, cell: cell), over: .black).lines(depth)
        }
        let blank = String(repeating: " ", count: Self.cover.columns)
        let room = columns - Self.cover.columns - Self.margin
        let texts = words.enumerated().flatMap { place, text in
            TerminalText.wrapped(text, toCells: room).map { place == 0 ? "\u{1B}[1m\($0)\u{1B}[m" : $0 }
        }
        let height = picture == nil ? texts.count : max(Self.cover.rows, texts.count)
        return (0..<height).map { row in
            let left = picture.map { row < $0.count ? $0[row] : blank } ?? blank
            guard texts.indices.contains(row) else { return left }
            return left + String(repeating: " ", count: Self.margin) + texts[row]
        } + [""]
    }
}
