import CCurses
import Platform

/// The character set that ncurses and `wcwidth` work with.
package enum Locale {
    /// Takes the user's; where that is none (containers, bare logins) or C, as scripts set it for plain messages, a UTF-8
    /// one, since every terminal of today has it.
    static func choose() {
        setlocale(LC_CTYPE, "")
        guard ["ANSI_X3.4-1968", "US-ASCII", "ASCII", "646", ""].contains(codeset) else { return }
        for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil { return }
    }

    /// What it gives a character.
    /// - Returns: columns; -1 for what is no character there.
    package static func columns(of scalar: Unicode.Scalar) -> Int { Int(cameo_width(scalar.value)) }

    static var codeset: String { cameo_codeset().map { String(cString: $0) } ?? "" }
}
