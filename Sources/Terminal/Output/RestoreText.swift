/// The bytes that undo everything that we or ncurses may have switched on.
enum RestoreText {
    /// - Parameters:
    ///   - leave: terminfo `rmcup`, which leaves the alternate screen.
    ///   - keypadOff: terminfo `rmkx`.
    ///   - cursorOn: terminfo `cnorm`.
    ///   - wrapOn: terminfo `smam`; ncurses switches wrapping off while it writes the last cell.
    ///   - colorsBack: terminfo `op`.
    static func bytes(
        leave: [UInt8], keypadOff: [UInt8], cursorOn: [UInt8], wrapOn: [UInt8], colorsBack: [UInt8]
    ) -> [UInt8] {
        var text = Array("\u{1B}[?2026l\u{1B}[?2004l".utf8)
        for mode in [1006, 1003, 1002, 1000] { text += Array("\u{1B}[?\(mode)l".utf8) }
        return text + withoutPadding(wrapOn) + withoutPadding(colorsBack) + Array("\u{1B}[0m".utf8)
            + withoutPadding(keypadOff) + (leave.isEmpty ? lastRow : withoutPadding(leave)) + withoutPadding(cursorOn)
    }

    /// Empties the alternate screen; nothing where there is none. Where the window has grown, tmux 3.3 makes that screen
    /// as small as the other one before it shows that one, and rows that fold then push others onto it: empty rows, in no
    /// color, do not fold.
    /// - Parameter clear: terminfo `clear`.
    static func clearing(clear: [UInt8], leave: [UInt8]) -> [UInt8] {
        leave.isEmpty || clear.isEmpty ? [] : Array("\u{1B}[0m".utf8) + withoutPadding(clear)
    }

    /// Where there is no other screen to go back to, the shell goes on in an empty row below what stays there: down as far as it goes.
    private static let lastRow = Array("\u{1B}[999B\r\u{1B}[K".utf8)

    /// Before terminfo has been read: nothing was switched on yet.
    static let basic: [UInt8] = []

    /// terminfo strings may hold delays, `$<5/>`, which only `tputs` understands.
    static func withoutPadding(_ text: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if rest.starts(with: Array("$<".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        return kept
    }
}
