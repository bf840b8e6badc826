import Events
import Testing

@testable import Frames

@Suite struct PictureOrientationTests {
    /// A TIFF structure with two tags, the second of which is the mark.
    private static func tiff(_ mark: UInt8, isLittle: Bool) -> [UInt8] {
        let number = { (value: UInt8) in isLittle ? [value, 0] : [0, value] }
        let tag = { (low: UInt8) in isLittle ? [low, 1] : [1, low] }
        let long = { (value: UInt8) in isLittle ? [value, 0, 0, 0] : [0, 0, 0, value] }
        let head = Array((isLittle ? "II*\0" : "MM\0*").utf8) + long(8) + number(2)
        let make = tag(0x0F) + number(2) + long(4) + Array("abc\0".utf8)
        return head + make + tag(0x12) + number(3) + long(1) + number(mark) + [0, 0] + long(0)
    }

    private static func jpeg(_ exif: [UInt8]) -> [UInt8] {
        let segment = Array("Exif\0\0".utf8) + exif
        return Fixtures.jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + Fixtures.jpeg[2...]
    }

    private static func chunk(_ length: [UInt8], _ name: String, _ bytes: [UInt8]) -> [UInt8] {
        length + name.utf8 + bytes
    }

    @Test("c-picture-turned: each mark is read from JPEG, PNG and WebP, in both byte orders", arguments: 1...8)
    func marks(mark: Int) {
        for isLittle in [true, false] {
            let exif = Self.tiff(UInt8(mark), isLittle: isLittle)
            let size = UInt8(exif.count)
            let png =
                Fixtures.palette[..<33] + Self.chunk([0, 0, 0, size], "eXIf", exif) + [0, 0, 0, 0]
                + Fixtures.palette[33...]
            let webP = Fixtures.losslessWebP + "EXIF".utf8 + [size, 0, 0, 0] + exif
            for file in [Self.jpeg(exif), Array(png), webP] {
                #expect(PictureOrientation(reading: file).rawValue == mark)
            }
        }
    }

    @Test("c-picture-turned-right: a photo stands upright, an avatar's picture stays as it is stored")
    func photo() throws {
        let file = Self.jpeg(Self.tiff(6, isLittle: true))
        let (stored, upright) = (try decodePicture(file), try decodePhoto(file))
        #expect(stored == (try decodePicture(Fixtures.jpeg)))
        // The left half, which is red, is on top.
        #expect(upright.size == PixelSize(width: 12, height: 16))
        #expect(upright.bytes[0] > 150 && upright.bytes[(15 * 12) * 4] < 90)
    }

    @Test("each way of storing a picture is undone", arguments: PictureOrientation.allCases)
    func turns(orientation: PictureOrientation) {
        // What stands in the corners of the upright picture, from the top left on clockwise, by where they are stored.
        let corners: [PictureOrientation: [UInt8]] = [
            .upright: [0, 2, 5, 3], .mirrored: [2, 0, 3, 5], .turnedAround: [5, 3, 0, 2], .flipped: [3, 5, 2, 0],
            .transposed: [0, 3, 5, 2], .turnedLeft: [3, 0, 2, 5], .transversed: [5, 2, 0, 3],
            .turnedRight: [2, 5, 3, 0],
        ]
        let stored = Picture(size: PixelSize(width: 3, height: 2), bytes: (0..<6).flatMap { [$0, $0, $0, 255] })
        let picture = stored.turned(orientation)
        let (width, count) = (picture.size.width, picture.size.count)
        let found = [0, width - 1, count - 1, count - width].map { picture.bytes[$0 * 4] }
        #expect(found == corners[orientation])
        #expect(Set(stride(from: 0, to: count * 4, by: 4).map { picture.bytes[$0] }) == Set(0..<6))
    }

    @Test("a mark that makes no sense turns nothing, and no bytes trap")
    func nonsense() {
        let exif = Self.tiff(6, isLittle: false)
        for mark: UInt8 in [0, 9, 255] {
            #expect(PictureOrientation(reading: Self.jpeg(Self.tiff(mark, isLittle: true))) == .upright)
        }
        for count in 0..<exif.count - 6 {
            #expect(PictureOrientation(reading: Self.jpeg(Array(exif[..<count]))) == .upright)
        }
        let far = exif[..<4] + [0xFF, 0xFF, 0xFF, 0xFF] + exif[8...]
        #expect(PictureOrientation(reading: Self.jpeg(Array(far))) == .upright)
        #expect(PictureOrientation(reading: []) == .upright && PictureOrientation(reading: Fixtures.jpeg) == .upright)
    }
}
