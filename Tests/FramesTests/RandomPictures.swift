import Events
import Support

@testable import Frames

/// What pictures are made of.
extension SplitMix64 {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func byte() -> UInt8 { UInt8.random(in: 0...255, using: &self) }

    /// Noise; with alpha of all sorts when not opaque.
    mutating func picture(_ size: PixelSize, isOpaque: Bool = true) -> Picture {
        var bytes = (0..<size.count * 4).map { _ in byte() }
        for pixel in 0..<size.count {
            let alphas: [UInt8] = [0, 255, byte()]
            bytes[pixel * 4 + 3] = isOpaque ? 255 : alphas[number(0...2)]
        }
        return Picture(size: size, bytes: bytes)
    }

    mutating func hash() -> ContentHash { ContentHash(words: (next(), next(), next(), next())) }
}

func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

extension Picture {
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * size.width + x) * 4..<(y * size.width + x) * 4 + 4]) }

    init(_ size: PixelSize, _ pixel: (Int, Int) -> [UInt8]) {
        self.init(
            size: size, bytes: (0..<size.height).flatMap { y in (0..<size.width).flatMap { x in pixel(x, y) } })
    }
}

extension PixelImage {
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * size.width + x) * 4..<(y * size.width + x) * 4 + 4]) }
}
