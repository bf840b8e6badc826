import CCurses

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The character set that ncurses and `wcwidth` work with.
enum Locale {
    /// Takes the user's; where none is set at all (containers, bare logins) a UTF-8 one, since every terminal of today
    /// has it.
    static func choose() {
        setlocale(LC_CTYPE, "")
        let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
        let isChosen = names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
        guard !isChosen, codeset != "UTF-8" else { return }
        for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil { return }
    }

    static var codeset: String { cameo_codeset().map { String(cString: $0) } ?? "" }
}
