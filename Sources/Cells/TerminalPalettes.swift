/// What the sixteen colors are in terminals as they come: nobody can ask all of them, and users change them.
enum TerminalPalettes {
    /// `0x00RRGGBB`, black to white, then their bright forms; from the terminals' sources or settings.
    static let all: [[UInt32]] = [
        xterm, vga, campbell, terminalApp, tango, gnome, iTerm2, konsole, visualStudioCode, putty, kitty,
    ]

    /// `XTerm-col.ad`.
    static let xterm: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    /// The console of Linux and of PCs.
    private static let vga: [UInt32] = [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]

    /// Windows Terminal.
    private static let campbell: [UInt32] = [
        0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC,
        0x767676, 0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
    ]

    /// The profile *Basic* of macOS.
    private static let terminalApp: [UInt32] = [
        0x000000, 0x990000, 0x00A600, 0x999900, 0x0000B2, 0xB200B2, 0x00A6B2, 0xBFBFBF,
        0x666666, 0xE60000, 0x00D900, 0xE6E600, 0x0000FF, 0xE600E6, 0x00E6E6, 0xE6E6E6,
    ]

    /// Older terminals on VTE.
    private static let tango: [UInt32] = [
        0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF,
        0x555753, 0xEF2929, 0x8AE234, 0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
    ]

    /// GNOME Terminal and Console.
    private static let gnome: [UInt32] = [
        0x171421, 0xC01C28, 0x26A269, 0xA2734C, 0x12488B, 0xA347BA, 0x2AA1B3, 0xD0CFCC,
        0x5E5C64, 0xF66151, 0x33DA7A, 0xE9AD0C, 0x2A7BDE, 0xC061CB, 0x33C7DE, 0xFFFFFF,
    ]

    private static let iTerm2: [UInt32] = [
        0x000000, 0xC91B00, 0x00C200, 0xC7C400, 0x0225C7, 0xCA30C7, 0x00C5C7, 0xC7C7C7,
        0x686868, 0xFF6E67, 0x5FFA68, 0xFFFC67, 0x6871FF, 0xFF77FF, 0x60FDFF, 0xFFFFFF,
    ]

    /// *Breeze*.
    private static let konsole: [UInt32] = [
        0x232627, 0xED1515, 0x11D116, 0xF67400, 0x1D99F3, 0x9B59B6, 0x1ABC9C, 0xFCFCFC,
        0x7F8C8D, 0xC0392B, 0x1CDC9A, 0xFDBC4B, 0x3DAEE9, 0x8E44AD, 0x16A085, 0xFFFFFF,
    ]

    private static let visualStudioCode: [UInt32] = [
        0x000000, 0xCD3131, 0x0DBC79, 0xE5E510, 0x2472C8, 0xBC3FBC, 0x11A8CD, 0xE5E5E5,
        0x666666, 0xF14C4C, 0x23D18B, 0xF5F543, 0x3B8EEA, 0xD670D6, 0x29B8DB, 0xE5E5E5,
    ]

    private static let putty: [UInt32] = [
        0x000000, 0xBB0000, 0x00BB00, 0xBBBB00, 0x0000BB, 0xBB00BB, 0x00BBBB, 0xBBBBBB,
        0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]

    private static let kitty: [UInt32] = [
        0x000000, 0xCC0403, 0x19CB00, 0xCECB00, 0x0D73CC, 0xCB1ED1, 0x0DCDCD, 0xDDDDDD,
        0x767676, 0xF2201F, 0x23FD00, 0xFFFD00, 0x1A8FFF, 0xFD28FF, 0x14FFFF, 0xFFFFFF,
    ]
}

/// The colors behind the numbers of xterm's palettes.
package enum Palette {
    /// Values of the cube's six steps in each channel.
    static let cubeLevels = [0, 95, 135, 175, 215, 255]

    /// `0x00RRGGBB` of one of the 256; of the first sixteen, which users change, xterm's.
    package static func pixel(of number: UInt8) -> UInt32 {
        let number = Int(number)
        guard number >= 16 else { return TerminalPalettes.xterm[number] }
        guard number < 232 else { return UInt32(8 + 10 * (number - 232)) * 0x010101 }
        let steps = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { UInt32(cubeLevels[$0]) }
        return steps[0] << 16 | steps[1] << 8 | steps[2]
    }
}
