import CProcess
import Events
import Platform

/// A terminal that nobody runs on yet.
struct OpenedTerminal {
    let terminal: HostedTerminal
    /// Of the command's side.
    let path: String
    /// That side, to be closed once the command has it.
    let other: Int32

    /// - Throws: `system`.
    init(size: HostedSize, keys: termios?) throws(HostedCommandError) {
        var (modes, system) = (FreshModes.modes(keys: keys), size.system)
        var name = [CChar](repeating: 0, count: 256)
        var other: Int32 = -1
        let ours = cameo_terminal_open(&modes, &system, &name, name.count, &other)
        guard ours >= 0 else { throw .system(call: "posix_openpt", code: errno) }
        guard let wake = Descriptor.pipe() else {
            let code = errno
            for descriptor in [ours, other] { close(descriptor) }
            throw .system(call: "pipe", code: code)
        }
        terminal = HostedTerminal(owning: ours, wake: wake)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.other = other
    }
}

/// The size of a command's terminal.
package struct HostedSize: Hashable, Sendable {
    package var cells: CellSize
    /// Of all cells together; `nil` when the command is told of none.
    package var pixels: PixelSize?

    package init(cells: CellSize, pixels: PixelSize? = nil) {
        self.cells = cells
        self.pixels = pixels
    }

    var system: winsize {
        winsize(
            ws_row: UInt16(clamping: cells.rows), ws_col: UInt16(clamping: cells.columns),
            ws_xpixel: UInt16(clamping: pixels?.width ?? 0), ws_ypixel: UInt16(clamping: pixels?.height ?? 0))
    }
}

/// The modes of a terminal that nobody has used.
enum FreshModes {
    /// - Parameter keys: the modes of a terminal whose keys for Ctrl-C and its like the user knows.
    static func modes(keys: termios?) -> termios {
        var modes = termios()
        modes.c_iflag = tcflag_t(ICRNL | IXON | IUTF8)
        modes.c_oflag = tcflag_t(OPOST | ONLCR)
        modes.c_cflag = tcflag_t(CS8 | CREAD | HUPCL)
        modes.c_lflag = tcflag_t(ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE)
        cfsetispeed(&modes, speed_t(B38400))
        cfsetospeed(&modes, speed_t(B38400))
        var known = modes
        known.c_cc = keys?.c_cc ?? known.c_cc
        withUnsafeMutableBytes(of: &modes.c_cc) { places in
            withUnsafeBytes(of: &known.c_cc) { known in
                for (place, usual) in usualKeys { places[Int(place)] = keys == nil ? usual : known[Int(place)] }
            }
            places[Int(VMIN)] = 1
            places[Int(VTIME)] = 0
        }
        return modes
    }

    private static let usualKeys: [(Int32, UInt8)] = [
        (VINTR, 0x03), (VQUIT, 0x1C), (VERASE, 0x7F), (VKILL, 0x15), (VEOF, 0x04), (VSTART, 0x11), (VSTOP, 0x13),
        (VSUSP, 0x1A), (VREPRINT, 0x12), (VDISCARD, 0x0F), (VWERASE, 0x17), (VLNEXT, 0x16), (VEOL, unset),
        (VEOL2, unset),
    ]

    /// A key that there is not: `_POSIX_VDISABLE`, a macro that Swift does not see.
    #if canImport(Darwin)
        private static let unset: UInt8 = 0xFF
    #else
        private static let unset: UInt8 = 0
    #endif
}
