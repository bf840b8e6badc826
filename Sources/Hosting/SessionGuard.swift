import CProcess
import Platform

/// The process that ends a command's session once this process is gone, even by SIGKILL: of the only thing that nobody can forestall,
/// another one has to hear.
///
/// Owner: who started it, who dismisses it; on that one's death it does its work.
struct SessionGuard: Sendable {
    let process: pid_t
    /// Ours to hold; the guard waits for its end.
    let line: Int32

    /// - Throws: `system`.
    init() throws(HostedCommandError) {
        var process = pid_t()
        line = cameo_guard_start(&process)
        guard line >= 0 else { throw .system(call: "fork", code: errno) }
        self.process = process
    }

    /// Once, when nothing is left to guard.
    func dismiss() { cameo_guard_dismiss(process, line) }
}
