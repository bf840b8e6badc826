import Cells
import Events
import Frames
import PlaybackSupport
import Support
import Testing

@testable import Exports

@Suite("The bundled avatar on a terminal of 40x20 without colors")
struct BundledFaceTests {
    /// How much of its cell a character covers, 0…8.
    private static func coverage(_ cell: Cell) -> Int? {
        guard case .character(let scalar) = cell.upper.meaning else { return nil }
        return [" ": 0, "░": 2, "▒": 4, "▀": 4, "▄": 4, "▓": 6, "█": 8][scalar]
    }

    @Test("its mouth is darker than the cheek beside it while it talks")
    func mouth() throws {
        let folder = try Folder()
        let area = PictureArea(cells: CellSize(columns: 40, rows: 18))
        var readable = 0
        let frames = Array(stride(from: 90, to: 600, by: 17))
        for frame in frames {
            var options = ExportOptions(output: folder.file("face.png"))
            options.choice.frames = FrameRange(frame...frame)
            _ = try Exporting.run(try DemoLines.tape(), options)
            let picture = try decodePicture(try folder.bytes(of: "face.png"))
            let cells = CellGrid(
                PixelGrid(showing: picture, in: area, over: .black), size: area.cells,
                quantizer: Quantizer(depth: .none, shades: Shades(blocks: .any)))
            func covered(_ columns: Range<Int>, _ rows: Range<Int>) -> [Int] {
                rows.flatMap { row in
                    columns.compactMap { Self.coverage(cells[CellPoint(column: $0, row: row)]) }
                }
            }
            let cheek = covered(14..<17, 10..<12)
            let darkest = try #require(covered(17..<23, 12..<14).min())
            if darkest * cheek.count <= cheek.reduce(0, +) - 3 * cheek.count { readable += 1 }
        }
        #expect(readable * 10 >= frames.count * 9, "\(readable) of \(frames.count)")
    }
}
