import Events
import Frames
import Support
import Testing

@testable import Video

@Suite struct VideoPicturesTests {
    private let format: I420StreamFormat

    init() throws {
        let layout = try #require(I420Layout(size(8, 8)))
        format = I420StreamFormat(layout: layout, aspect: try #require(Ratio(2, 1)), range: .limited)
    }

    /// A pipe whose frames have one value each.
    private func pipe(_ owner: TestOwner) throws -> (TestPipe, VideoReader) {
        let pipe = try TestPipe()
        let reader = try owner.reader(of: pipe)
        pipe.write(y4m("YUV4MPEG2 W8 H8 A2:1 F10:1", []))
        return (pipe, reader)
    }

    private func planes(_ seed: UInt64) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return (0..<96).map { _ in UInt8(random.below(256)) }
    }

    private func view(
        _ columns: Int, _ rows: Int, _ filling: PictureArea.Filling = .fill, isMirrored: Bool = false,
        matrix: ColorMatrix = .bt601, range: ColorRange? = nil
    ) -> VideoView {
        let area = PictureArea(cells: CellSize(columns: columns, rows: rows), filling: filling)
        return VideoView(area, isMirrored: isMirrored, matrix: matrix, range: range)
    }

    @Test("a picture is made when its pixels are wanted first, and kept; a new one only for another frame or view")
    func lazily() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        var pictures = VideoPictures()
        let none = pictures.update(from: reader, view(4, 2), at: .zero)
        #expect(none == nil)
        pipe.write(framed(planes(1)))
        #expect(await reader.hasRead(1))
        let first = pictures.update(from: reader, view(4, 2), at: .zero)
        #expect(first != nil && reader.counts.conversions == 0)
        let (one, two) = (first?.image, first?.image)
        #expect(one == two && reader.counts.conversions == 1)
        // The same again, whatever the time is.
        let again = pictures.update(from: reader, view(4, 2), at: Instant(seconds: 9))
        #expect(again === first && again?.image == one && reader.counts.conversions == 1)
        let larger = pictures.update(from: reader, view(6, 3), at: Instant(seconds: 9))
        #expect(larger !== first && larger?.image.size == size(6, 6) && reader.counts.conversions == 2)
        reader.close()
        pipe.end()
    }

    @Test("a tile's pixels are those of its size, shape, mirror, matrix and range, the stream's where none is said")
    func views() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        pipe.write(framed(planes(2)))
        #expect(await reader.hasRead(1))
        var pictures = VideoPictures()
        let views = [
            view(4, 2), view(4, 2, .fit), view(4, 2, isMirrored: true), view(4, 2, matrix: .bt709),
            view(4, 2, range: .full), view(5, 1),
        ]
        var images: Set<[UInt8]> = []
        for view in views {
            let shown = pictures.update(from: reader, view, at: .zero)
            let picture = try #require(shown)
            let crop = try #require(I420Crop(of: format.layout.size, aspect: format.aspect, in: view.area))
            let conversion = YUVConversion(matrix: view.matrix, range: view.range ?? .limited)
            let scaler = I420Scaler(format.layout, crop, conversion, isMirrored: view.isMirrored)
            #expect(picture.image == scaler.image(of: picture.frame.frame))
            images.insert(picture.image.bytes)
        }
        #expect(images.count == views.count && reader.counts.conversions == views.count)
        reader.close()
        pipe.end()
    }

    @Test("a newer frame waits until it may be painted, and the owner can tell when that is")
    func cap() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        var pictures = VideoPictures(cap: PaintCap(10))
        for number in 1...2 {
            pipe.write(framed(planes(UInt64(number))))
            #expect(await reader.hasRead(number))
            let picture = pictures.update(from: reader, view(4, 2), at: .zero)
            #expect(picture?.frame.number == 1)
        }
        #expect(pictures.deadline == Instant(seconds: 0.1))
        let early = pictures.update(from: reader, view(4, 2), at: Instant(seconds: 0.0999))
        #expect(early?.frame.number == 1)
        let due = pictures.update(from: reader, view(4, 2), at: Instant(seconds: 0.1))
        #expect(due?.frame.number == 2 && pictures.deadline == nil)
        reader.close()
        pipe.end()
    }

    @Test("a tile without cells shows nothing and traps nothing")
    func noCells() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        pipe.write(framed(planes(3)))
        #expect(await reader.hasRead(1))
        var pictures = VideoPictures()
        let none = pictures.update(from: reader, view(0, 0), at: .zero)
        let shown = pictures.update(from: reader, view(4, 2), at: .zero)
        #expect(none == nil && shown?.frame.number == 1)
        #expect(reader.counts.conversions == 0)
        reader.close()
        pipe.end()
    }

    @Test("what was shown is let go with its showing, and its frame begins the next one within a second alone")
    func showings() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        pipe.write(framed(planes(4)))
        #expect(await reader.hasRead(1))
        var pictures = VideoPictures()
        let first = pictures.update(from: reader, view(4, 2), at: .zero)
        for (time, isShown) in [(Int64(1_000_000), true), (1_000_001, false)] {
            let now = Instant(microseconds: time)
            pictures.hide()
            reader.hide()
            #expect(pictures.current == nil)
            reader.show(size(32, 32), at: now)
            pictures.show(at: now)
            let shown = pictures.update(from: reader, view(4, 2), at: now)
            #expect((shown != nil) == isShown && shown !== first)
        }
        reader.close()
        pipe.end()
    }

    @Test("of another source nothing is left of the one before")
    func clear() async throws {
        let owner = TestOwner()
        let (pipe, reader) = try pipe(owner)
        pipe.write(framed(planes(5)))
        #expect(await reader.hasRead(1))
        var pictures = VideoPictures()
        _ = pictures.update(from: reader, view(4, 2), at: .zero)
        let silent = try TestPipe()
        let other = try owner.reader(of: silent)
        pictures.clear()
        #expect(pictures.current == nil && pictures.deadline == nil)
        let none = pictures.update(from: other, view(4, 2), at: Instant(seconds: 1))
        #expect(none == nil)
        for reader in [reader, other] { reader.close() }
        for pipe in [pipe, silent] { pipe.end() }
        // The frame went with its picture.
        #expect(owner.pool.inUse(format.layout) == 0)
    }
}
