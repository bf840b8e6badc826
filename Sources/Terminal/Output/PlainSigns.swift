/// Signs of ours in ASCII, one for one, for terminals that give them two cells or know none of them.
enum PlainSigns {
    /// - Returns: `nil` for what has nothing like it there; letters of any script among them.
    static func ascii(_ sign: Unicode.Scalar) -> Unicode.Scalar? { signs[sign] }

    private static let signs: [Unicode.Scalar: Unicode.Scalar] = {
        let table: [(String, Unicode.Scalar)] = [
            ("─━═╌–—―", "-"), ("│┃║‖┆", "|"), ("⚑", "!"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"), ("·•●★✓", "*"), ("◆○♪", "o"),
            ("→▶►▸»", ">"),
            ("←◀◄◂«", "<"), ("↑▲▴", "^"), ("↓▼▾", "v"), ("×✗", "x"), ("…", "."), ("‘’", "'"), ("“”", "\""), ("▏▎", "|"),
            ("▁▂", "_"), ("▃▄", "="), ("▅▆▇█▓▀▌▐", "#"), ("░▒", ":"),
        ]
        return Dictionary(
            table.flatMap { list, sign in list.unicodeScalars.map { ($0, sign) } },
            uniquingKeysWith: { first, _ in first })
    }()
}
