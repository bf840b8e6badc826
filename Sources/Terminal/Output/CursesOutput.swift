import CCurses
import CProcess
import Events
import Platform

/// Catches what ncurses writes, so that it leaves through our queue and ncurses can never wait for the terminal.
///
/// ncurses is given a descriptor of its own. While `newterm` runs it is the terminal, which has to be asked for modes
/// and size; from then on it is a scratch file. Owner: `Screen`, main actor.
@MainActor
final class CursesOutput {
    /// What ncurses has as its output.
    let file: UnsafeMutablePointer<FILE>
    private let descriptor: Int32
    private let scratch: Int32

    init(terminal: Int32) throws(TerminalError) {
        descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw .system(call: "dup", code: errno) }
        scratch = cameo_scratch_file()
        guard scratch >= 0, let file = fdopen(descriptor, "w") else {
            let code = errno
            close(descriptor)
            if scratch >= 0 { close(scratch) }
            throw .system(call: "memfd_create", code: code)
        }
        self.file = file
    }

    /// From now on ncurses writes into the scratch file, and finds no terminal to set modes on.
    func beginCapture() throws(TerminalError) {
        guard dup2(scratch, descriptor) >= 0 else { throw .system(call: "dup2", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// What ncurses has written since the last call.
    func take() -> [UInt8] {
        fflush(file)
        let count = Int(lseek(scratch, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        lseek(scratch, 0, SEEK_SET)
        let bytes = Descriptor.read(scratch, limit: count) ?? []
        lseek(scratch, 0, SEEK_SET)
        ftruncate(scratch, 0)
        return bytes
    }

    /// After `delscreen`.
    func dispose() {
        fclose(file)
        close(scratch)
    }
}
