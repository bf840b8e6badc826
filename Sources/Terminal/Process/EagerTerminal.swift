import CCurses
import Events
import Platform

/// A pseudo-terminal whose other end takes whatever comes at once, on a thread of its own: for measuring what handing bytes over
/// takes where there is no terminal.
package final class EagerTerminal {
    private let slave: Int32

    /// - Throws: `system`.
    package init() throws(TerminalError) {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard cameo_open_pseudo_terminal(&ends.master, &ends.slave) == 0 else {
            let code = errno
            for end in [ends.master, ends.slave] where end >= 0 { close(end) }
            throw .system(call: "posix_openpt", code: code)
        }
        slave = ends.slave
        var modes = termios()
        tcgetattr(slave, &modes)
        cfmakeraw(&modes)
        tcsetattr(slave, TCSANOW, &modes)
        let master = ends.master
        guard PosixThread.start({ Self.receive(master) }) else {
            let error = TerminalError.noThread(errno)
            close(master)
            close(slave)
            throw error
        }
    }

    deinit { close(slave) }

    /// Until the last writer has gone.
    private static func receive(_ master: Int32) {
        while let bytes = Descriptor.read(master, limit: 65_536), !bytes.isEmpty {}
        close(master)
    }

    /// Returns when all of it has been taken over by the system.
    package func write(_ bytes: [UInt8]) { _ = Descriptor.writeAll(bytes, to: slave) }
}
