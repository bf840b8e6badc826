import Frames
import Synchronization

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

extension ColorMix {
    /// Never 0.
    var bits: UInt32 { 1 << 24 | UInt32(quarters) << 16 | UInt32(brighter) << 8 | UInt32(darker) }

    /// `nil` of 0.
    @inline(__always) init?(bits: UInt32) {
        guard bits != 0 else { return nil }
        self.init(
            darker: UInt8(truncatingIfNeeded: bits), brighter: UInt8(truncatingIfNeeded: bits >> 8),
            quarters: UInt8(truncatingIfNeeded: bits >> 16))
    }
}

/// What each color becomes, by five bits a channel. A picture has some hundreds of the 32,768: each is mixed when it is first asked
/// for, so that the first picture waits for no table.
///
/// `@unchecked Sendable`: the memory is its own, its entries are atomic, and who mixes one twice mixes the same.
final class MixTable: @unchecked Sendable {
    private static let bits: UInt32 = 5
    /// `ColorMix.bits`, or 0 of a color that nobody has asked for.
    private let known: UnsafeMutablePointer<Atomic<UInt32>>
    private let mix: @Sendable (UInt32) -> ColorMix

    /// - Parameter mix: of `0x00RRGGBB`.
    init(_ mix: @escaping @Sendable (UInt32) -> ColorMix) {
        self.mix = mix
        let count = 1 << (3 * Int(Self.bits))
        known = .allocate(capacity: count)
        for place in 0..<count { (known + place).initialize(to: Atomic(0)) }
    }

    deinit { known.deallocate() }

    @inline(__always) subscript(pixel: UInt32) -> ColorMix {
        let place = Self.place(of: pixel)
        return ColorMix(bits: known[place].load(ordering: .relaxed)) ?? make(place)
    }

    private func make(_ place: Int) -> ColorMix {
        let made = mix(Self.pixel(of: UInt32(place)))
        known[place].store(made.bits, ordering: .relaxed)
        return made
    }

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
