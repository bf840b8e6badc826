/// Dashes and ellipses that stand between two words without a blank, as in `little—enough`, `wait--what` and `so…then`: two words are
/// spoken, one after the other.
enum TextDashes {
    /// Where words begin behind one. The dash goes with the word before it, and so does what closes something right behind the dash.
    static func starts(in scalars: [Unicode.Scalar]) -> Set<Int> {
        var starts: Set<Int> = []
        /// Since the last blank there was a letter or a digit; the last one of them.
        var before: Unicode.Scalar?
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            guard let end = end(of: place, in: scalars) else {
                if scalar.properties.isWhitespace {
                    before = nil
                } else if isOfWord(scalar) {
                    before = scalar
                }
                place += 1
                continue
            }
            let start = scalars[end...].firstIndex { !closes($0) } ?? scalars.count
            if let before, let next = nextOfWord(start, in: scalars), scalar != "\u{2013}" || joinsWords(before, next) {
                starts.insert(start)
            }
            place = start
        }
        return starts
    }

    /// Where what separates words ends, if it begins here.
    private static func end(of place: Int, in scalars: [Unicode.Scalar]) -> Int? {
        func run(of scalar: Unicode.Scalar) -> Int { scalars[place...].prefix { $0 == scalar }.count }
        switch scalars[place].value {
        // Dashes as long as an m and longer, the bar of dialogues, and ellipses.
        case 0x2014, 0x2015, 0x2E3A, 0x2E3B, 0x2025, 0x2026, 0x22EF: return place + run(of: scalars[place])
        // One as long as an n is a dash between words, and "to" between numbers.
        case 0x2013: return place + run(of: "\u{2013}")
        // As a typewriter has them. One hyphen, or a stop in a name, is a part of the word.
        case 0x2D: return run(of: "-") > 1 ? place + run(of: "-") : nil
        case 0x2E: return run(of: ".") > 2 ? place + run(of: ".") : nil
        default: return nil
        }
    }

    /// The first letter or digit before the next blank.
    private static func nextOfWord(_ start: Int, in scalars: [Unicode.Scalar]) -> Unicode.Scalar? {
        for scalar in scalars[start...] {
            if isOfWord(scalar) { return scalar }
            if scalar.properties.isWhitespace { return nil }
        }
        return nil
    }

    private static func joinsWords(_ before: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
        before.properties.numericType == nil && next.properties.numericType == nil
    }

    private static func closes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .closePunctuation, .finalPunctuation: true
        default: ",;:.!?".unicodeScalars.contains(scalar)
        }
    }

    /// A letter or a digit. Marks follow one.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
