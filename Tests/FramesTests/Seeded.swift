import Events

@testable import Frames

/// A stream of numbers that is the same for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

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
