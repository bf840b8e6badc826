import Events
import Foundation
import Support
import Testing

@testable import Frames

@Suite struct LinearLightTests {
    @Test("every sRGB value comes back from linear light")
    func roundTrip() {
        for value in 0...255 {
            #expect(LinearLight.toSRGB[Int(LinearLight.fromSRGB[value])] == UInt8(value))
        }
    }

    @Test("the table is the sRGB curve")
    func curve() {
        for value in 0...255 {
            let x = Double(value) / 255
            let light = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
            #expect(LinearLight.fromSRGB[value] == UInt16((light * 65_535).rounded()))
        }
        #expect(zip(LinearLight.toSRGB, LinearLight.toSRGB.dropFirst()).allSatisfy { $0 <= $1 })
    }
}

@Suite struct AreaScalerTests {
    @Test("a picture that keeps its size keeps its pixels")
    func identity() {
        var random = SplitMix64(seed: 1)
        let opaque = random.picture(size(23, 19))
        #expect(AreaScaler(from: opaque.bounds, to: opaque.size).scale(opaque) == opaque)
        let clear = Picture(size(16, 16)) { x, y in [UInt8(x * 15), UInt8(y * 15), 90, UInt8(x + y * 16 | 1)] }
        #expect(AreaScaler(from: clear.bounds, to: clear.size).scale(clear) == clear)
    }

    @Test("black and white mix to half the light, which is sRGB 188")
    func linearLight() {
        let board = Picture(size(8, 8)) { x, y in (x + y) % 2 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
        let scaled = AreaScaler(from: board.bounds, to: size(4, 2)).scale(board)
        #expect(scaled == Picture(size: size(4, 2), filledWith: Color(188, 188, 188)))
    }

    @Test("a transparent pixel's color does not leak into its neighbors")
    func premultiplied() {
        let pair = Picture(size(2, 1)) { x, _ in x == 0 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
        #expect(AreaScaler(from: pair.bounds, to: size(1, 1)).scale(pair).pixel(0, 0) == [255, 0, 0, 128])
        let over = AreaScaler(from: pair.bounds, to: size(1, 1)).scale(pair, over: Color(0, 0, 255))
        #expect(over.pixel(0, 0) == [188, 0, 188, 128])
    }

    @Test("scaling agrees with the area mean computed the long way", arguments: 1...60 as ClosedRange<UInt64>)
    func longWay(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let picture = random.picture(
            size(random.number(1...40), random.number(1...40)), isOpaque: seed.isMultiple(of: 2))
        let target = size(random.number(1...50), random.number(1...50))
        let scaled = AreaScaler(from: picture.bounds, to: target).scale(picture)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let expected = areaMean(picture, target, x, y)
                let found = scaled.pixel(x, y)
                #expect(abs(Double(found[3]) - expected[3]) <= 0.51)
                // Color under next to no alpha means nothing.
                guard expected[3] > 2 else { continue }
                for channel in 0..<3 { #expect(abs(Double(found[channel]) - expected[channel]) <= 0.6) }
            }
        }
    }

    @Test("a part of the target has the values of the whole", arguments: 1...40 as ClosedRange<UInt64>)
    func parts(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let picture = random.picture(
            size(random.number(1...60), random.number(1...60)), isOpaque: seed.isMultiple(of: 2))
        let scaler = AreaScaler(from: picture.bounds, to: size(random.number(1...50), random.number(1...50)))
        let part = PixelRect(
            x: random.number(-5...45), y: random.number(-5...45), width: random.number(1...30),
            height: random.number(1...30))
        #expect(scaler.scale(picture, only: part) == scaler.scale(picture).cropped(to: part))
        let whole = scaler.scale(picture, over: Color(9, 80, 200))
        let some = scaler.scale(picture, only: part, over: Color(9, 80, 200))
        #expect(some.bytes == Picture(size: whole.size, bytes: whole.bytes).cropped(to: part).bytes)
    }

    @Test("the target pixels over a source rectangle are those that it changes, no fewer")
    func footprints() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<40 {
            let black = Picture(size: size(random.number(1...40), random.number(1...40)), filledWith: .black)
            let scaler = AreaScaler(from: black.bounds, to: size(random.number(1...40), random.number(1...40)))
            let rect = PixelRect(
                x: random.number(0...black.size.width - 1), y: random.number(0...black.size.height - 1), width: 3,
                height: 2
            ).intersection(black.bounds)
            let white = Picture(black.size) { x, y in
                let isInside = (rect.minX..<rect.maxX).contains(x) && (rect.minY..<rect.maxY).contains(y)
                return isInside ? [255, 255, 255, 255] : [0, 0, 0, 255]
            }
            let (before, after) = (scaler.scale(black), scaler.scale(white))
            let found = scaler.targetRect(over: rect)
            for y in 0..<before.size.height {
                for x in 0..<before.size.width where before.pixel(x, y) != after.pixel(x, y) {
                    #expect(!found.intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty)
                }
            }
            #expect(scaler.sourceRect(under: found).intersection(rect) == rect)
        }
    }

    @Test("a crop is scaled as if it were the picture")
    func crop() {
        var random = SplitMix64(seed: 11)
        let picture = random.picture(size(40, 30))
        let crop = PixelRect(x: 7, y: 3, width: 21, height: 17)
        let cropped = picture.cropped(to: crop)
        #expect(
            AreaScaler(from: crop, to: size(9, 8)).scale(picture)
                == AreaScaler(from: cropped.bounds, to: size(9, 8)).scale(cropped))
    }
}

/// One target pixel in floating point, straight from the definition: sRGB values before rounding, alpha 0…255.
private func areaMean(_ picture: Picture, _ target: PixelSize, _ x: Int, _ y: Int) -> [Double] {
    func overlap(_ pixel: Int, _ place: Int, _ source: Int, _ target: Int) -> Double {
        let ratio = Double(source) / Double(target)
        return max(0, min(Double(pixel + 1), Double(place + 1) * ratio) - max(Double(pixel), Double(place) * ratio))
    }
    var sums = [0.0, 0.0, 0.0, 0.0]
    var area = 0.0
    for row in 0..<picture.size.height {
        let down = overlap(row, y, picture.size.height, target.height)
        for column in 0..<picture.size.width where down > 0 {
            let weight = down * overlap(column, x, picture.size.width, target.width)
            let pixel = picture.pixel(column, row).map(Double.init)
            area += weight
            sums[3] += weight * pixel[3]
            for channel in 0..<3 {
                let value = pixel[channel] / 255
                sums[channel] +=
                    weight * pixel[3] * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
            }
        }
    }
    let colors = (0..<3).map { channel in
        let light = sums[3] == 0 ? 0 : sums[channel] / sums[3]
        return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
    return colors + [sums[3] / area]
}
