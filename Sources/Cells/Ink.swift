/// What one half of a cell shows: a color in the terms of the terminal, its background, or part of a character.
///
/// The kind sits in the highest byte, so that two inks, or two whole cells, compare as one integer.
package struct Ink: Hashable, Sendable {
    package let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    /// The same value as a pixel of `PixelGrid`: `0x00RRGGBB` or the background.
    package init(pixel: UInt32) { bits = pixel }
    package static func palette256(_ index: UInt8) -> Ink { Ink(bits: Kind.palette256 << 24 | UInt32(index)) }
    package static func palette16(_ index: UInt8) -> Ink { Ink(bits: Kind.palette16 << 24 | UInt32(index & 15)) }
    /// - Parameter scalar: ASCII, or one that UTF-8 has in three bytes.
    package static func character(_ scalar: Unicode.Scalar) -> Ink { Ink(bits: Kind.character << 24 | scalar.value) }
    package static let background = Ink(bits: Kind.background << 24)
    /// Nothing is known of what the terminal shows here.
    package static let unknown = Ink(bits: .max)

    package enum Meaning: Equatable, Sendable {
        case rgb(UInt32)
        case background
        case palette256(UInt8)
        case palette16(UInt8)
        case character(Unicode.Scalar)
        /// A cell of text, or half of a wide one: what it shows is in the painter's table.
        case text(look: Int)
        case unknown
    }

    package var meaning: Meaning {
        let low = UInt8(truncatingIfNeeded: bits)
        return switch bits >> 24 {
        case Kind.rgb: .rgb(bits)
        case Kind.background: .background
        case Kind.palette256: .palette256(low)
        case Kind.palette16: .palette16(low)
        case Kind.character: Unicode.Scalar(bits & 0xFF_FFFF).map { .character($0) } ?? .unknown
        case Kind.text, Kind.wideText, Kind.wideRest: .text(look: Int(bits & 0xFF_FFFF))
        default: .unknown
        }
    }

    enum Kind {
        static let rgb: UInt32 = 0
        static let background: UInt32 = 1
        static let palette256: UInt32 = 2
        static let palette16: UInt32 = 3
        static let character: UInt32 = 4
        /// Cells of text, with the number of their look; see `Cell.swift`.
        static let text: UInt32 = 5
        static let wideText: UInt32 = 6
        static let wideRest: UInt32 = 7
    }
}
