/// A word as shells read it again: in quotes where they would take it for something else. What a terminal or a line of input
/// would obey when it is pasted is in escapes (POSIX.1-2024, 2.2.4), in quotes that also end nowhere else for shells that know no
/// such escapes.
package enum ShellWord {
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                        || "_-./:,@%+=".unicodeScalars.contains($0))
            }
        guard !text.unicodeScalars.contains(where: isUnseen) else { return "$'" + escaped(text) + "'" }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            guard isUnseen(scalar) || scalar == "'" || scalar == "\\" else { return String(scalar) }
            return String(scalar).utf8.map { byte in
                "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map(String.init).joined()
            }.joined()
        }.joined()
    }
}
