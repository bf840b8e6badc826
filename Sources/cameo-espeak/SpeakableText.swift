// SPDX-License-Identifier: GPL-3.0-or-later

/// A stranger's text as the library may have it: a blank for each scalar that is not spoken, and Hebrew points as it knows them.
struct SpeakableText {
    /// Code points of one sentence.
    static let longest = 2_000

    let scalars: [Unicode.Scalar]
    /// Of each of `scalars` where it stands in the text, and the number of the text's scalars; `nil` where they are the same.
    private let places: [Int]?

    init(_ text: String) {
        let spoken = text.unicodeScalars.map { Self.isSpoken($0) ? $0 : " " }
        guard spoken.contains(where: HebrewPoints.isHebrew) else {
            (scalars, places) = (spoken, nil)
            return
        }
        let letters = HebrewPoints.readable(spoken)
        (scalars, places) = (letters.map(\.scalar), letters.map(\.place) + [spoken.count])
    }

    var isBlank: Bool { scalars.allSatisfy(\.properties.isWhitespace) }

    /// From places in `scalars` to those in the text: what was left out behind a letter is a part of it.
    func range(of spoken: Range<Int>) -> Range<Int> {
        guard let places, let first = places[spoken].min(), let last = places[spoken].max() else { return spoken }
        let next = places[spoken.upperBound...].first { $0 > last } ?? places[places.count - 1]
        return first..<next
    }

    /// UTF-8, ended by NUL.
    var bytes: [CChar] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8CString)
    }

    /// Controls are commands to the library, private ones are its own marks, and of what only forms the text just the
    /// joiners, which change letters and emoji, mean something to it.
    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
