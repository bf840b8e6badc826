import Frames

/// One color of a palette, or two in quarters: finer shares than that are single specks at the size of a cell.
struct ColorMix {
    let darker: UInt8
    let brighter: UInt8
    /// How many of four neighbors are the brighter one.
    let quarters: UInt8

    /// The number at a place with this threshold, 0…63, of `OrderedDither`.
    @inline(__always) func index(_ threshold: Int) -> UInt8 {
        Int(quarters) * OrderedDither.side * OrderedDither.side / 4 > threshold ? brighter : darker
    }
}

/// What each color becomes, by five bits a channel.
struct MixTable {
    private static let bits: UInt32 = 5
    private let mixes: [ColorMix]

    /// - Parameter mix: of `0x00RRGGBB`; asked 32,768 times.
    init(_ mix: (UInt32) -> ColorMix) {
        mixes = (0..<1 << (3 * Self.bits)).map { mix(Self.pixel(of: $0)) }
    }

    @inline(__always) subscript(pixel: UInt32) -> ColorMix { mixes[Self.place(of: pixel)] }

    @inline(__always) static func place(of pixel: UInt32) -> Int {
        let (red, green, blue) = (pixel >> 9 & 0x7C00, pixel >> 6 & 0x3E0, pixel >> 3 & 0x1F)
        return Int(red | green | blue)
    }

    /// The middle of what an entry stands for.
    private static func pixel(of place: UInt32) -> UInt32 {
        func wide(_ shift: UInt32) -> UInt32 {
            let value = place >> shift & 31
            return value << 3 | value >> 2
        }
        return wide(10) << 16 | wide(5) << 8 | wide(0)
    }
}

extension OKLab {
    /// Of color alone, in squares.
    @inline(__always) func colorDistance(to other: OKLab) -> Float {
        (a - other.a) * (a - other.a) + (b - other.b) * (b - other.b)
    }

    /// In squares.
    @inline(__always) func distance(to other: OKLab) -> Float {
        (lightness - other.lightness) * (lightness - other.lightness) + colorDistance(to: other)
    }
}
