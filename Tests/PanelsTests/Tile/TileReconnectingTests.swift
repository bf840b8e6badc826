import Cells
import Events
import Panels
import PictureInPicture
import Testing

/// The view of a call that is reconnecting (picture-in-picture 2.6).
@Suite struct TileReconnectingTests {
    @Test("the last frame shines through; without one it is the background")
    func blend() {
        #expect(TileDrawing(.reconnecting, filledWith: 0xFFFFFF).pixel(0, 0) == 0x414247)
        #expect(TileDrawing(.reconnecting).pixel(15, 9) == 0x1E2127)
    }

    @Test(
        "word and dots are in the middle, one above the other",
        arguments: [(16, 5, 1, 2), (24, 9, 3, 6), (39, 15, 6, 13), (80, 30, 14, 34)])
    func place(columns: Int, rows: Int, row: Int, column: Int) {
        var drawing = TileDrawing(.reconnecting, columns: columns, rows: rows)
        drawing.reconnecting = TimeSpan(seconds: 1.2)
        let lines = drawing.shown().lines
        #expect(lines[row] == String(repeating: " ", count: column) + "Reconnecting")
        #expect(lines[row + 1] == String(repeating: " ", count: (columns - 5) / 2) + "• • •")
        #expect(drawing.look(column, row)?.attributes == .bold && drawing.look(column, row)?.foreground == 0xFFFFFF)
    }

    @Test(
        "PB14 the dots are those of the time since the view is there, each from nothing to white",
        arguments: [
            (0.1, [0x1F2126, 0x1F2126, 0x1F2126]), (0.45, [0x747578, 0x3C3E42, 0x34363A]),
            (1.2, [0xFFFFFF, 0xFFFFFF, 0xFFFFFF]),
        ] as [(Double, [UInt32])])
    func dots(seconds: Double, colors: [UInt32]) {
        var drawing = TileDrawing(.reconnecting, filledWith: 0x1F2126)
        drawing.reconnecting = TimeSpan(seconds: seconds)
        #expect([5, 7, 9].map { drawing.look($0, 2)?.foreground } == colors)
    }

    @Test("a word of another language that is too long is cut two columns before the tile's end")
    func longWord() {
        var drawing = TileDrawing(.reconnecting)
        drawing.style.reconnecting = "Verbindung wird wiederhergestellt"
        #expect(drawing.shown().lines[1] == " Verbindung wi…")
    }
}
