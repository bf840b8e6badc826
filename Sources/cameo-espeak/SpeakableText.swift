// SPDX-License-Identifier: GPL-3.0-or-later

/// A stranger's text as the library may have it: scalar by scalar the same places, a blank for each that is not spoken.
struct SpeakableText {
    /// Code points of one sentence.
    static let longest = 2_000

    let scalars: [Unicode.Scalar]

    init(_ text: String) {
        scalars = text.unicodeScalars.map { Self.isSpoken($0) ? $0 : " " }
    }

    var isBlank: Bool { scalars.allSatisfy(\.properties.isWhitespace) }

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
