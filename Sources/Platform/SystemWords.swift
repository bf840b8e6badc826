/// Why a call of the system failed: in Cameo's words for what users meet, in the system's for all else.
/// - Parameter code: as `errno`.
package func errorWords(_ code: Int32 = errno) -> String {
    switch code {
    case ENOENT: "no such file"
    case ENOTDIR: "not a folder"
    case EISDIR: "a folder, not a file"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left"
    case EROFS: "the file system is read-only"
    case ENXIO: "no such device"
    case EMFILE, ENFILE: "too many open files"
    default: String(cString: strerror(code))
    }
}

/// A signal's number with its name, and what it means where the name alone says little:
/// "25 (SIGXFSZ: file size limit exceeded)"; the number alone where it is no usual one.
package func signalWords(_ number: Int32) -> String {
    guard let signal = usualSignals.first(where: { $0.number == number }) else { return "\(number)" }
    return "\(number) (\(signal.name)" + (signal.meaning.map { ": \($0)" } ?? "") + ")"
}

/// The C libraries' own tables have other names: one has no abbreviations, the other no short words.
private let usualSignals: [(number: Int32, name: String, meaning: String?)] = [
    (SIGHUP, "SIGHUP", nil), (SIGINT, "SIGINT", nil), (SIGQUIT, "SIGQUIT", nil),
    (SIGILL, "SIGILL", "illegal instruction"), (SIGTRAP, "SIGTRAP", nil),
    (SIGABRT, "SIGABRT", "aborted"), (SIGBUS, "SIGBUS", "bus error"),
    (SIGFPE, "SIGFPE", "arithmetic error"), (SIGKILL, "SIGKILL", nil), (SIGUSR1, "SIGUSR1", nil),
    (SIGSEGV, "SIGSEGV", "segmentation fault"), (SIGUSR2, "SIGUSR2", nil),
    (SIGPIPE, "SIGPIPE", "broken pipe"), (SIGALRM, "SIGALRM", nil), (SIGTERM, "SIGTERM", nil),
    (SIGXCPU, "SIGXCPU", "CPU time limit exceeded"),
    (SIGXFSZ, "SIGXFSZ", "file size limit exceeded"), (SIGSYS, "SIGSYS", "bad system call"),
]
