// SPDX-License-Identifier: GPL-3.0-or-later

/// The library's names in IPA. Where it knows none for a sound it tells its own, which is made of ASCII signs.
enum PhonemeName {
    /// `nil` for what is no sound: the change to another language, as in `(en)`, or nothing but signs. Empty for a pause.
    static func ipa(_ reported: String) -> String? {
        guard !reported.isEmpty else { return "" }
        guard reported.first != "(" else { return nil }
        var name = String.UnicodeScalarView()
        for scalar in reported.unicodeScalars {
            if let mark = marks[scalar], let changed = name.last.flatMap({ mark[$0] }) {
                name.removeLast()
                name.append(changed)
            } else if let letter = letters[scalar] {
                name.append(letter)
            } else if !isDropped(scalar) {
                name.append(scalar)
            }
        }
        return name.isEmpty ? nil : String(name)
    }

    /// Stress, and signs that tell two variants of a sound apart. A name that was cut within a character ends with U+FFFD.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        let isLetter = (0x61...0x7A).contains(scalar.value)
        return scalar.isASCII && !isLetter || scalar == "\u{2C8}" || scalar == "\u{2CC}" || scalar == "\u{FFFD}"
    }

    /// Letters of its own, and some that only look like those of the IPA.
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
        "A": "ɑ", "D": "ð", "E": "ɛ", "I": "ɪ", "N": "ŋ", "O": "ɔ", "S": "ʃ", "T": "θ", "U": "ʊ", "V": "ʌ", "X": "χ",
        "Z": "ʒ", "0": "ɒ", "3": "ɜ", "?": "ʔ", "@": "ə", ":": "ː", "g": "ɡ", "Φ": "ɸ", "ε": "ɛ",
    ]

    /// Signs behind a letter that make it another one.
    private static let marks: [Unicode.Scalar: [Unicode.Scalar: Unicode.Scalar]] = [
        ".": ["t": "ʈ", "d": "ɖ", "n": "ɳ", "s": "ʂ", "z": "ʐ", "l": "ɭ", "r": "ɽ", "i": "ɨ"],
        "^": ["n": "ɲ", "l": "ʎ", "t": "c", "d": "ɟ"],
    ]
}
