import CUnicode

/// Texts that are written from right to left, as they stand in a row of cells that is filled from the left (Unicode's annex 9).
package enum VisualOrder {
    /// A letter of a row.
    package struct Letter: Hashable, Sendable {
        /// As it is seen: Arabic letters joined with their neighbors, brackets mirrored.
        package let scalar: Unicode.Scalar
        /// Its place in the text, in Unicode scalars.
        package let place: Int
    }

    /// Whether any of it goes from right to left: all other texts stand as they are.
    package static func isNeeded(for text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { isOfRightToLeft($0) }
    }

    /// Whether a paragraph as a whole goes from right to left: as its first letter does.
    package static func isRightToLeft(_ text: some StringProtocol) -> Bool {
        let scalars = text.unicodeScalars.map(\.value)
        return cameo_is_right_to_left(scalars, Int32(clamping: scalars.count)) != 0
    }

    /// The letters of one row, from the left.
    /// - Parameters:
    ///   - row: of at most 100,000 scalars; longer ones stay as they are.
    ///   - isRightToLeft: of the paragraph that it is a part of.
    package static func letters(of row: [Unicode.Scalar], isRightToLeft: Bool) -> [Letter] {
        let plain = { row.enumerated().map { Letter(scalar: $1, place: $0) } }
        guard row.count <= longest else { return plain() }
        var shapes = row.map(\.value)
        var order = [Int32](repeating: 0, count: row.count)
        let count = Int32(row.count)
        guard cameo_visual_order(&shapes, count, isRightToLeft ? 1 : 0, &order) != 0 else { return plain() }
        return order.compactMap { place in
            let place = Int(place)
            guard row.indices.contains(place), let scalar = Unicode.Scalar(shapes[place]) else { return nil }
            // What a ligature leaves in the place of its second letter.
            return scalar.value == 0xFEFF ? nil : Letter(scalar: scalar, place: place)
        }
    }

    private static let longest = 100_000

    private static func isOfRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic; presentation forms; scripts of antiquity, Adlam.
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
