import CProcess
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
