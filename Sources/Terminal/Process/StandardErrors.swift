import CCurses
import CProcess
import Platform

/// Keeps what libraries print on standard error away from the screen; it is shown when the terminal is given back.
///
/// The restorer puts descriptor 2 back, so that this happens on every way out.
enum StandardErrors {
    private static let limit: off_t = 1 << 20

    /// Points descriptor 2 at a scratch file, unless it leads somewhere else than to a terminal already.
    static func keep() {
        guard aloud({ isatty(STDERR_FILENO) == 1 }) else { return }
        let original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let captured = cameo_scratch_file()
        guard original >= 0, captured >= 0, dup2(captured, STDERR_FILENO) >= 0 else {
            if original >= 0 { close(original) }
            if captured >= 0 { close(captured) }
            return
        }
        cameo_restorer_keep_errors(original, captured)
    }

    /// Begins again when a library has printed more than anyone will read.
    static func trim() {
        guard isatty(STDERR_FILENO) == 0, lseek(STDERR_FILENO, 0, SEEK_CUR) > limit else { return }
        if cameo_restorer_keeps_errors() == 1 {
            lseek(STDERR_FILENO, 0, SEEK_SET)
            ftruncate(STDERR_FILENO, 0)
        }
    }
}
