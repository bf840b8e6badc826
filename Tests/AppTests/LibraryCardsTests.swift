import Cells
import Events
import Frames
import Support
import Testing

@testable import App

/// Books beside their covers.
@Suite @MainActor struct LibraryCardsTests {
    private static func cover(_ width: Int, _ height: Int) throws -> [UInt8] {
        let size = PixelSize(width: width, height: height)
        return try encodePNG(Picture(size: size, bytes: (0..<size.count).flatMap { [UInt8($0 % 256), 90, 40, 255] }))
    }

    private static func shown(_ lines: [String], columns: Int) -> TerminalModel {
        var model = TerminalModel(size: CellSize(columns: columns, rows: 12))
        model.feed(lines.joined(separator: "\r\n"))
        return model
    }

    @Test(
        "the title stands beside the cover, folded; the cover's lines end where they began; an empty line is last"
    )
    func card() throws {
        let cards = try #require(LibraryCards(columns: 60, .truecolor))
        let title = String(repeating: "long ", count: 11) + "end"
        let lines = cards.lines(try Self.cover(40, 60), beside: [title, "A. Ivanov"])
        #expect(lines.count == 9 && lines.last == "")
        let model = Self.shown(lines, columns: 60)
        #expect(model[CellPoint(column: 5, row: 3)].attributes.background != .defaultBackground)
        #expect(model.lines[0].hasSuffix("long long") && model.lines[0].count <= 60)
        #expect(model.lines[1].hasSuffix("long long end") && model.lines[2].hasSuffix("A. Ivanov"))
    }

    @Test("a book without a cover, and one whose cover is no picture, leave its place empty")
    func none() throws {
        let cards = try #require(LibraryCards(columns: 80, .palette256))
        for cover in [nil, [], Array("<html>".utf8)] as [[UInt8]?] {
            let lines = cards.lines(cover, beside: ["T", "A", "b"])
            #expect(lines == ["              \u{1B}[1mT\u{1B}[m", "              A", "              b", ""])
        }
    }

    @Test("a narrow terminal, and one without the colors for it, has no covers")
    func noRoom() {
        #expect(LibraryCards(columns: 59, .truecolor) == nil)
        #expect(LibraryCards(columns: 200, .palette16) == nil && LibraryCards(columns: 200, .none) == nil)
    }
}
