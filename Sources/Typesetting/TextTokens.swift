/// The words of a text, each with its place: what captions and readers light one after the other.
///
/// Between blanks a word is all that stands there, its punctuation included. A dash or an ellipsis between two words ends the first of
/// them. Where a script has no blanks between its words (Chinese, Japanese, Thai, Lao, Khmer, Burmese) they end where ICU's dictionaries
/// say. Nothing is lost but the blanks.
package struct TextTokens: Hashable, Sendable {
    package struct Token: Hashable, Sendable {
        package var text: String
        /// Its place, in Unicode scalars.
        package var scalars: Range<Int>

        package init(text: String, scalars: Range<Int>) { (self.text, self.scalars) = (text, scalars) }
    }

    package private(set) var tokens: [Token] = []

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        let starts = Self.startsWithoutBlanks(scalars).union(TextDashes.starts(in: scalars))
        var start: Int?
        func end(_ place: Int) {
            guard let first = start, first < place else { return }
            tokens.append(Token(text: String(String.UnicodeScalarView(scalars[first..<place])), scalars: first..<place))
            start = nil
        }
        for (place, scalar) in scalars.enumerated() {
            guard !scalar.properties.isWhitespace else {
                end(place)
                continue
            }
            if starts.contains(place) { end(place) }
            if start == nil { start = place }
        }
        end(scalars.count)
    }

    /// Where words begin right behind another one. Punctuation goes with the word before it, what opens something with the next one.
    private static func startsWithoutBlanks(_ scalars: [Unicode.Scalar]) -> Set<Int> {
        // The dictionaries are not even loaded for a text that has no use for them.
        guard scalars.contains(where: hasNoBlanks), let pieces = WordEnds.pieces(of: scalars) else { return [] }
        var starts: Set<Int> = []
        var opening: Int?
        /// Of the last word.
        var before: Unicode.Scalar?
        for piece in pieces {
            let first = scalars[piece.scalars.lowerBound]
            if piece.isWord {
                if let before, hasNoBlanks(before) || hasNoBlanks(first) {
                    starts.insert(opening ?? piece.scalars.lowerBound)
                }
                (before, opening) = (scalars[piece.scalars.upperBound - 1], nil)
            } else if opens(first) {
                opening = opening ?? piece.scalars.lowerBound
            } else if first.properties.isWhitespace {
                (before, opening) = (nil, nil)
            } else {
                opening = nil
            }
        }
        return starts
    }

    package static func opens(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: false
        }
    }

    private static func hasNoBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Kana, Han; Thai and Lao, Burmese, Khmer.
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0xA9E0...0xA9FF, 0xAA60...0xAA7F: true
        default: false
        }
    }
}
