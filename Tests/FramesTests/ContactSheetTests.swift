import Events
import Testing

@testable import Frames

@Suite struct ContactSheetTests {
    private static let (good, warning, missing, bad) = (
        Color(112, 190, 130), Color(245, 190, 70), Color(215, 135, 215), Color(255, 105, 97)
    )
    private static let statuses: [(text: String, color: Color)] = [
        ("SYNC", good), ("DESYNC(index)", bad), ("UNPLACED", bad), ("GAP", warning), ("NO-OVERLAY", missing),
        ("HELD", warning), ("SEAM GAP", bad),
    ]

    /// Whether `text` stands at `point`: its glyphs' pixels in one color, and none of that color between them.
    private static func stands(_ text: String, at point: PixelPoint, in picture: Picture, scale: Int) -> Bool {
        var ink: [UInt8]?
        for (place, character) in text.unicodeScalars.enumerated() {
            for (y, row) in BitmapFont.glyph(character).enumerated() {
                for x in 0..<5 {
                    let pixel = picture.pixel(point.x + (place * 6 + x) * scale, point.y + y * scale)
                    let isSet = row >> UInt8(4 - x) & 1 == 1
                    if isSet, ink == nil { ink = pixel }
                    if let ink, isSet != (pixel == ink) { return false }
                }
            }
        }
        return ink != nil
    }

    private static func sheet(_ thumbnail: PixelSize, _ pictures: [Picture?]) throws -> ContactSheet {
        let layout = try #require(SheetLayout(count: pictures.count, thumbnail: thumbnail))
        var sheet = ContactSheet(layout, title: ["demo.cameo  0..6", "second line"])
        for (number, picture) in pictures.enumerated() {
            sheet.add(
                picture,
                ContactSheet.Label(
                    number: 100 + number, time: "3.\(number)00", status: statuses[number % statuses.count].text,
                    color: statuses[number % statuses.count].color, isMarked: number % statuses.count != 0,
                    place: "4:\(number)/84 base \(number)"))
        }
        return sheet
    }

    @Test(
        "every frame has its number, time, status and place printed under it, at both sizes of the font",
        arguments: [size(140, 90), size(320, 200)])
    func labels(thumbnail: PixelSize) throws {
        let color = Color(20, 130, 220)
        let pictures = [Picture?](repeating: Picture(size: thumbnail, filledWith: color), count: 7)
        let sheet = try Self.sheet(thumbnail, pictures)
        let (layout, picture) = (sheet.layout, sheet.picture)
        let scale = layout.smallScale
        #expect(scale == (thumbnail.width == 320 ? 2 : 1))
        for number in 0..<7 {
            let tile = layout.tile(number)
            let points = layout.labelPoints(in: tile)
            let status = Self.statuses[number]
            #expect(Self.stands(String(100 + number), at: points.number, in: picture, scale: scale * 2))
            let time = PixelPoint(x: tile.maxX - (5 * 6 - 1) * scale, y: points.time)
            #expect(Self.stands("3.\(number)00", at: time, in: picture, scale: scale))
            let inset = number == 0 ? 0 : 4 * scale
            let word = PixelPoint(x: points.status.x + inset, y: points.status.y)
            #expect(Self.stands(status.text, at: word, in: picture, scale: scale))
            #expect(!Self.stands("SYNK", at: word, in: picture, scale: scale))
            #expect(Self.stands("4:\(number)/84 base \(number)", at: points.place, in: picture, scale: scale))
            let middle = layout.thumbnail(in: tile)
            #expect(picture.pixel(middle.minX + 70, middle.minY + 45) == [20, 130, 220, 255])
        }
        #expect(Self.stands("demo.cameo  0..6", at: layout.titlePoint(0), in: picture, scale: scale * 2))
        #expect(Self.stands("second line", at: layout.titlePoint(1), in: picture, scale: scale))
    }

    @Test("what is not SYNC has a border and a box, and no two kinds of trouble look like SYNC")
    func standsOut() throws {
        let thumbnail = size(140, 90)
        let sheet = try Self.sheet(
            thumbnail, [Picture?](repeating: Picture(size: thumbnail, filledWith: .black), count: 7))
        let picture = sheet.picture
        for number in 0..<7 {
            let room = sheet.layout.thumbnail(in: sheet.layout.tile(number))
            let border = picture.pixel(room.minX - 1, room.minY + 20)
            let background = picture.pixel(0, 0)
            #expect((border == background) == (number == 0))
        }
    }

    @Test("a frame without a picture is an empty tile, and one of another shape keeps it")
    func empty() throws {
        let thumbnail = size(160, 160)
        let wide = Picture(size: size(320, 80), filledWith: Color(9, 9, 200))
        let sheet = try Self.sheet(thumbnail, [nil, wide])
        let picture = sheet.picture
        let first = sheet.layout.thumbnail(in: sheet.layout.tile(0))
        let seen = Set((0..<40).map { picture.pixel(first.minX + 40 + $0, first.minY + 80) })
        #expect(seen == [[36, 39, 46, 255], [58, 62, 72, 255]])
        let second = sheet.layout.thumbnail(in: sheet.layout.tile(1))
        let column = (0..<160).filter { picture.pixel(second.minX + 80, second.minY + $0) == [9, 9, 200, 255] }
        #expect(column == Array(60..<100))
    }

    @Test("tiles lie beside and under each other, inside of the sheet", arguments: [1, 2, 7, 31, 100, 600])
    func layout(count: Int) throws {
        let layout = try #require(SheetLayout(count: count, thumbnail: size(160, 160)))
        #expect(layout.rows * layout.columns >= count)
        #expect((layout.rows - 1) * layout.columns < count)
        let whole = PixelRect(origin: .zero, size: layout.size)
        for number in 0..<count {
            let tile = layout.tile(number)
            #expect(tile.intersection(whole) == tile)
            if number > 0 { #expect(layout.tile(number - 1).intersection(tile).isEmpty) }
        }
        #expect(count < 4 || layout.size.width > layout.size.height / 2)
        #expect(layout.size.width <= layout.size.height * 2)
        #expect(try #require(SheetLayout(count: count, thumbnail: size(160, 160), columns: 3)).columns == min(3, count))
    }

    @Test("a line that has no room says so at its end")
    func cut() throws {
        let layout = try #require(SheetLayout(count: 1, thumbnail: size(160, 160)))
        #expect(layout.cut("base 11, not 40", scale: 1, to: 15 * 6 - 1) == "base 11, not 40")
        #expect(layout.cut("base 11, not 40", scale: 1, to: 15 * 6 - 2) == "base 11, not..")
        #expect(layout.cut("base 11, not 40", scale: 2, to: 15 * 6 - 2) == "base ..")
        #expect(layout.cut("abc", scale: 1, to: 3) == "" && layout.cut("", scale: 1, to: 0) == "")
    }

    @Test("a sheet without tiles, and one beyond all bounds, is none")
    func bounds() {
        #expect(SheetLayout(count: 0, thumbnail: size(160, 160)) == nil)
        #expect(SheetLayout(count: 5, thumbnail: size(0, 160)) == nil)
        #expect(SheetLayout(count: 5, thumbnail: size(160, 160), columns: 0) == nil)
        #expect(SheetLayout(count: 600, thumbnail: size(512, 512)) == nil)
        #expect(SheetLayout(count: .max, thumbnail: size(4_096, 4_096)) == nil)
        #expect(SheetLayout(count: 1_000_000, thumbnail: size(4_096, 4_096), columns: .max) == nil)
    }

    @Test("every printable character has a glyph of its own, and others share the box")
    func font() {
        let printable = (32..<127).map { BitmapFont.glyph(Unicode.Scalar(UInt8($0))) }
        #expect(Set(printable).count == 95)
        #expect(printable.allSatisfy { $0.count == 8 })
        #expect(printable[0] == [UInt8](repeating: 0, count: 8))
        #expect(printable.dropFirst().allSatisfy { $0.contains { $0 != 0 } })
        let box = BitmapFont.glyph("é")
        #expect(BitmapFont.glyph("\u{7F}") == box && BitmapFont.glyph("\n") == box && !printable.contains(box))
        #expect(BitmapFont.glyph("L") == [16, 16, 16, 16, 16, 16, 31, 0])
    }
}
