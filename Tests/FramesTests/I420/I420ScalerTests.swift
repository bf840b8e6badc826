import Events
import Support
import Testing

@testable import Frames

@Suite struct I420ScalerTests {
    private let full = YUVConversion(matrix: .bt601, range: .full)

    private func scaler(
        _ frame: I420Frame, _ columns: Int, _ rows: Int, _ filling: PictureArea.Filling = .fill,
        isMirrored: Bool = false
    ) throws -> I420Scaler {
        let area = PictureArea(cells: CellSize(columns: columns, rows: rows), filling: filling)
        let crop = try #require(I420Crop(of: frame.layout.size, aspect: .one, in: area))
        return I420Scaler(frame.layout, crop, full, isMirrored: isMirrored)
    }

    @Test("a pixel is the mean of the samples under it, rounded half up")
    func means() throws {
        let frame = try I420Frame.drawn(size(2, 4)) { x, y in [[10, 21], [30, 41], [50, 50], [0, 253]][y][x] }
        let image = try scaler(frame, 1, 1).image(of: frame)
        #expect(image.size == size(1, 2))
        // 25.5 and 88.25.
        #expect(image.bytes == [26, 26, 26, 255, 88, 88, 88, 255])
    }

    @Test("all of a frame of one color has that color, what is around it is transparent")
    func oneColor() throws {
        let frame = try I420Frame.drawn(size(64, 16), u: 90, v: 240) { _, _ in 81 }
        let image = try scaler(frame, 10, 4, .fit).image(of: frame)
        // 2.5 pixels, half up, of eight.
        let (red, bar): ([UInt8], [UInt8]) = ([239, 14, 13, 255], [0, 0, 0, 0])
        #expect((0..<8).map { image.pixel(9, $0) } == [bar, bar, red, red, red, bar, bar, bar])
    }

    @Test(
        "a frame larger, smaller or about as large as its tile has the pixels of the long way",
        arguments: 1...120 as ClosedRange<UInt64>)
    func longWay(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let longest = random.pick([4, 20, 90, 200])
        let frame = try random.frame(size(random.number(1...longest), random.number(1...longest)))
        let filling: PictureArea.Filling = random.isOneIn(3) ? .fit : .fill
        let scaler = try scaler(
            frame, random.number(1...12), random.number(1...6), filling, isMirrored: random.isOneIn(2))
        let image = scaler.image(of: frame)
        let target = scaler.crop.target
        for y in 0..<target.size.height {
            for x in 0..<target.size.width {
                let color = reference(frame, scaler, x, y)
                #expect(
                    image.pixel(target.minX + x, target.minY + y) == [color.red, color.green, color.blue, 255],
                    "\(x), \(y) of \(frame.layout.size) in \(scaler.crop)")
            }
        }
    }

    @Test(
        "PN33 frames of odd sizes are read to their last sample and no further",
        arguments: [size(641, 481), size(3, 3), size(1, 1), size(1, 7), size(7, 1), size(2, 1)])
    func oddSizes(frame: PixelSize) throws {
        var random = SplitMix64(seed: 33)
        let frame = try random.frame(frame)
        for filling in [PictureArea.Filling.fill, .fit] {
            for (columns, rows) in [(39, 15), (16, 5), (80, 30), (1, 1)] {
                let scaler = try scaler(frame, columns, rows, filling)
                let image = scaler.image(of: frame)
                let (target, last) = (scaler.crop.target, scaler.crop.target.size)
                for (x, y) in [(0, 0), (last.width - 1, last.height - 1), (last.width / 2, last.height / 2)] {
                    let color = reference(frame, scaler, x, y)
                    #expect(
                        image.pixel(target.minX + x, target.minY + y) == [color.red, color.green, color.blue, 255])
                }
            }
        }
    }

    @Test("mirrored, the columns are in the other order and all else is the same")
    func mirrored() throws {
        var random = SplitMix64(seed: 7)
        for side in [5, 40, 400] {
            let frame = try random.frame(size(side, side))
            let image = try scaler(frame, 13, 4).image(of: frame)
            let mirrored = try scaler(frame, 13, 4, isMirrored: true).image(of: frame)
            for y in 0..<8 {
                #expect((0..<13).map { mirrored.pixel($0, y) } == (0..<13).reversed().map { image.pixel($0, y) })
            }
        }
    }

    @Test("of more than eight samples a side eight are read, which hardly shows in what is smooth")
    func manySamples() throws {
        let frame = try I420Frame.drawn(size(1_920, 1_080)) { x, y in UInt8((x / 8 + y / 40) % 256) }
        let scaler = try scaler(frame, 39, 15)
        let image = scaler.image(of: frame)
        let (source, target) = (scaler.crop.source, scaler.crop.target.size)
        for y in 0..<target.height {
            for x in 0..<target.width where (source.minX + (x + 1) * source.size.width / target.width) / 8 < 228 {
                let middleX = Double(source.minX) + (Double(x) + 0.5) * Double(source.size.width) / Double(target.width)
                let middleY = (Double(y) + 0.5) * Double(source.size.height) / Double(target.height)
                let expected = middleX / 8 + middleY / 40 - 1
                #expect(abs(Double(image.pixel(x, y)[1]) - expected) < 1.5)
            }
        }
    }

    @Test("an axis has samples of equal shares: all, eight, or the nearest")
    func axes() {
        for (length, target, pixels, count) in [
            (80, 10, 1, 8), (81, 10, 1, 8), (160, 10, 2, 8), (162, 10, 2, 8), (80, 10, 2, 4), (10, 10, 1, 1),
            (9, 10, 1, 1), (9, 10, 2, 1),
        ] {
            let axis = SampleAxis(start: 4, length: length, target: target, pixels: pixels)
            #expect(axis.samples.count == count * target, "\(length) \(target) \(pixels)")
            for position in 0..<target {
                #expect(axis.samples(of: position).reduce(0) { $0 + Int($1.weight) } == axis.total)
            }
        }
    }
}

/// One pixel of the target straight from the definition: each pixel of the frame has its own Y, and the U and V of its square.
private func reference(_ frame: I420Frame, _ scaler: I420Scaler, _ x: Int, _ y: Int) -> Color {
    let (crop, layout) = (scaler.crop, scaler.layout)
    let column = scaler.isMirrored ? crop.target.size.width - 1 - x : x

    func mean(from start: Int, width: Int, pixels: Int) -> UInt8 {
        let columns = weights(column, crop.source.minX, crop.source.size.width, crop.target.size.width, pixels)
        let rows = weights(y, crop.source.minY, crop.source.size.height, crop.target.size.height, pixels)
        var (sum, area) = (0, 0)
        for row in rows {
            for column in columns {
                let place = start + row.pixel / pixels * width + column.pixel / pixels
                sum += Int(frame.bytes[place]) * row.weight * column.weight
                area += row.weight * column.weight
            }
        }
        return UInt8((2 * sum + area) / (2 * area))
    }

    let chroma = layout.chromaSize
    return scaler.conversion.color(
        mean(from: 0, width: layout.size.width, pixels: 1),
        mean(from: layout.size.count, width: chroma.width, pixels: 2),
        mean(from: layout.size.count + chroma.count, width: chroma.width, pixels: 2))
}

/// The pixels of the frame that make up one of the target along one axis, in units that make all shares whole numbers.
private func weights(
    _ position: Int, _ start: Int, _ source: Int, _ target: Int, _ pixels: Int
) -> [(pixel: Int, weight: Int)] {
    let ratio = Double(source) / Double(target)
    if source < target { return [(start + Int((Double(position) + 0.5) * ratio + 1e-9), 1)] }
    if ratio / Double(pixels) > 8 {
        return (0..<8).map { part in
            (start + Int((Double(position) + (Double(part) + 0.5) / 8) * ratio + 1e-9), 1)
        }
    }
    return (0..<source).map { pixel in
        let overlap = min((pixel + 1) * target, (position + 1) * source) - max(pixel * target, position * source)
        return (start + pixel, max(0, overlap))
    }
}
