import CUnicode

/// Words of scripts that put no blanks between them, by ICU's dictionaries.
enum WordEnds {
    struct Piece: Hashable {
        /// In Unicode scalars of the text.
        let scalars: Range<Int>
        /// Neither punctuation nor blanks.
        let isWord: Bool
    }

    /// Pieces of a text, one behind the other; `nil` where the library has no data.
    static func pieces(of scalars: [Unicode.Scalar]) -> [Piece]? {
        var units: [UInt16] = []
        // Of each unit the scalar that it belongs to; behind the last one the number of scalars.
        var places: [Int] = []
        units.reserveCapacity(scalars.count)
        places.reserveCapacity(scalars.count + 1)
        for (place, scalar) in scalars.enumerated() {
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                units.append(unit)
                places.append(place)
            }
        }
        places.append(scalars.count)
        guard let length = Int32(exactly: units.count), length > 0 else { return [] }
        var ends = [Int32](repeating: 0, count: units.count)
        var areWords = [UInt8](repeating: 0, count: units.count)
        let count = cameo_word_ends(units, length, &ends, &areWords)
        guard count >= 0 else { return nil }
        var start = 0
        return (0..<Int(count)).compactMap { index in
            let end = places[min(max(0, Int(ends[index])), units.count)]
            defer { start = max(start, end) }
            return start < end ? Piece(scalars: start..<end, isWord: areWords[index] != 0) : nil
        }
    }
}
