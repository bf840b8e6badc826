import CUnicode

/// Letters as Unicode composes them (UAX 15), with where each of them stands in the text.
package enum ComposedLetters {
    /// A scalar, and the scalars of the text that it stands for.
    package typealias Letter = (scalar: Unicode.Scalar, place: Range<Int>)

    /// A letter and the marks behind it become one where there is such a letter (NFC). What is composed alone stays itself.
    package static func composed(_ letters: [Letter]) -> [Letter] {
        var composed: [Letter] = []
        composed.reserveCapacity(letters.count)
        var start = 0
        while start < letters.count {
            // Before U+0300 nothing is composed with what stands before it.
            let end =
                letters[(start + 1)...].firstIndex { $0.scalar.value < 0x300 || composesAnew($0.scalar) }
                ?? letters.count
            let part = letters[start..<end]
            start = end
            guard part.count > 1, let whole = compose(part.map(\.scalar), isCompatible: false), !whole.isEmpty,
                whole != part.map(\.scalar)
            else {
                composed += part
                continue
            }
            let places = part.map(\.place)
            let place = (places.map(\.lowerBound).min() ?? 0)..<(places.map(\.upperBound).max() ?? 0)
            composed += whole.map { ($0, place) }
        }
        return composed
    }

    /// What stands for a letter that is there for its looks alone, as `fi` for a ligature and `A` for a wide one (NFKC).
    package static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? { compose([scalar], isCompatible: true) }

    private static func composesAnew(_ scalar: Unicode.Scalar) -> Bool { cameo_composes_anew(scalar.value) != 0 }

    /// - Returns: `nil` where the library cannot.
    private static func compose(_ scalars: [Unicode.Scalar], isCompatible: Bool) -> [Unicode.Scalar]? {
        let units = scalars.flatMap { Array(String($0).utf16) }
        // No scalar becomes more than 18.
        var room = [UInt16](repeating: 0, count: units.count * longest)
        guard let count = Int32(exactly: units.count), let most = Int32(exactly: room.count), count > 0 else {
            return nil
        }
        let found = Int(cameo_compose(units, count, isCompatible ? 1 : 0, &room, most))
        return found >= 0 ? Array(String(decoding: room[..<found], as: UTF16.self).unicodeScalars) : nil
    }

    private static let longest = 18
}
