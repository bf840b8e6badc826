/// What one cell shows in its upper and its lower half. Which block character shows it is the painter's choice, made
/// while writing: ▄ and ▀ with exchanged colors, or a space and █, look the same.
package struct Cell: Hashable, Sendable {
    let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    package init(upper: Ink, lower: Ink) { bits = UInt64(upper.bits) << 32 | UInt64(lower.bits) }

    package var upper: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits >> 32)) }
    package var lower: Ink { Ink(bits: UInt32(truncatingIfNeeded: bits)) }

    package static let unknown = Cell(upper: .unknown, lower: .unknown)
    package static let background = Cell(upper: .background, lower: .background)
}
