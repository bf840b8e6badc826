// SPDX-License-Identifier: GPL-3.0-or-later

/// Points of Hebrew: the library knows most vowels, and calls all else by its name ("hebrew letter sheva").
///
/// A point that makes another letter of its own (of shin and sin, and the dagesh of bet) has to stand right behind that; Unicode's order
/// has the vowel there.
enum HebrewPoints {
    static func isHebrew(_ scalar: Unicode.Scalar) -> Bool { (0x591...0x5F4).contains(scalar.value) }

    /// - Returns: each scalar with its place in the text; some are left out, and a vowel may become two.
    static func readable(_ scalars: [Unicode.Scalar]) -> [(scalar: Unicode.Scalar, place: Int)] {
        var letters: [(scalar: Unicode.Scalar, place: Int)] = []
        var place = 0
        while place < scalars.count {
            let points = place + 1..<(scalars[(place + 1)...].firstIndex { !isPoint($0) } ?? scalars.count)
            append(scalars[place], place, points, scalars, to: &letters)
            place = points.upperBound
        }
        return letters
    }

    private static func append(
        _ letter: Unicode.Scalar, _ place: Int, _ points: Range<Int>, _ scalars: [Unicode.Scalar],
        to letters: inout [(scalar: Unicode.Scalar, place: Int)]
    ) {
        switch letter {
        // The hyphen that joins words, and marks of verses.
        case "\u{5BE}": letters.append(("-", place))
        case "\u{5C0}", "\u{5C3}", "\u{5C6}": letters.append((" ", place))
        default: if !isPoint(letter) { letters.append((letter, place)) }
        }
        let vav: Unicode.Scalar = "\u{5D5}"
        for point in points where makesLetter(scalars[point], letter) { letters.append((scalars[point], point)) }
        for point in points {
            switch scalars[point] {
            case "\u{5B2}"..."\u{5B8}", "\u{5BB}", "\u{5C7}": letters.append((scalars[point], point))
            case "\u{5B1}": letters.append(("\u{5B6}", point))
            case "\u{5B9}", "\u{5BA}":
                // An o is known on a vav alone; one may stand behind the letter already.
                let isWritten = points.upperBound < scalars.count && scalars[points.upperBound] == vav
                if letter != vav, !isWritten { letters.append((vav, point)) }
                if letter == vav || !isWritten { letters.append(("\u{5B9}", point)) }
            default: break
            }
        }
    }

    /// Accents of the Bible, vowels, and points within and above letters.
    private static func isPoint(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true
        default: false
        }
    }

    private static func makesLetter(_ point: Unicode.Scalar, _ letter: Unicode.Scalar) -> Bool {
        switch point {
        case "\u{5C1}", "\u{5C2}": letter == "\u{5E9}"
        case "\u{5BC}": "\u{5D1}\u{5D3}\u{5D5}\u{5DB}\u{5E4}\u{5EA}".unicodeScalars.contains(letter)
        default: false
        }
    }
}
