import CCurses
import Platform

/// The character set that ncurses and `wcwidth` work with.
package enum Locale {
    /// Takes the user's where that is UTF-8, else a UTF-8 one: blocks of a picture are sent as that, nearly every terminal takes
    /// it whatever the locale says (none in containers, C in scripts, an old one by habit), and two encodings on one screen no
    /// terminal can show.
    static func choose() {
        setlocale(LC_CTYPE, "")
        guard !Capabilities.isUTF8(codeset) else { return }
        for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil { return }
    }

    /// What the user's variables name.
    package struct OfUser: Sendable {
        package var name: String
        /// `nil`: it is not installed.
        package var codeset: String?

        package init(name: String, codeset: String?) { (self.name, self.codeset) = (name, codeset) }
        package var isUTF8: Bool { codeset.map(Capabilities.isUTF8) ?? false }
    }

    /// Leaves the locale as `choose` does.
    package static func ofUser() -> OfUser {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].map { (name: String) in
            getenv(name).map { String(cString: $0) } ?? ""
        }
        defer { choose() }
        return OfUser(name: names.first { !$0.isEmpty } ?? "", codeset: setlocale(LC_CTYPE, "") == nil ? nil : codeset)
    }

    /// Leaves the locale as `choose` does.
    package static func isInstalled(_ name: String) -> Bool {
        defer { choose() }
        return setlocale(LC_CTYPE, name) != nil
    }

    /// For a terminal that takes bytes one by one: the user's where that is such a one, else C.
    static func chooseSingleByte() {
        setlocale(LC_CTYPE, "")
        if Capabilities.isUTF8(codeset) { setlocale(LC_CTYPE, "C") }
    }

    /// What it gives a character.
    /// - Returns: columns; -1 for what is no character there.
    package static func columns(of scalar: Unicode.Scalar) -> Int { Int(cameo_width(scalar.value)) }

    static var codeset: String { cameo_codeset().map { String(cString: $0) } ?? "" }
}
