/// A signal's number with its name, and what it means where the name alone says little:
/// "25 (SIGXFSZ: a file grew beyond the size limit)"; the number alone where it is no usual one.
package func signalWords(_ number: Int32) -> String {
    guard let signal = usualSignals.first(where: { $0.number == number }) else { return "\(number)" }
    return "\(number) (\(signal.name)" + (signal.meaning.map { ": \($0)" } ?? "") + ")"
}

/// The C libraries' own tables have other names: one has no abbreviations, the other no short words.
private let usualSignals: [(number: Int32, name: String, meaning: String?)] = [
    (SIGHUP, "SIGHUP", nil), (SIGINT, "SIGINT", nil), (SIGQUIT, "SIGQUIT", nil),
    (SIGILL, "SIGILL", "an instruction that the processor does not have"), (SIGTRAP, "SIGTRAP", nil),
    (SIGABRT, "SIGABRT", "it gave up by itself"), (SIGBUS, "SIGBUS", "memory that is not there"),
    (SIGFPE, "SIGFPE", "a number that cannot be computed"), (SIGKILL, "SIGKILL", nil), (SIGUSR1, "SIGUSR1", nil),
    (SIGSEGV, "SIGSEGV", "memory that is not its own"), (SIGUSR2, "SIGUSR2", nil),
    (SIGPIPE, "SIGPIPE", "nobody reads its output"), (SIGALRM, "SIGALRM", nil), (SIGTERM, "SIGTERM", nil),
    (SIGXCPU, "SIGXCPU", "it took more processor time than the limit"),
    (SIGXFSZ, "SIGXFSZ", "a file grew beyond the size limit"), (SIGSYS, "SIGSYS", "a call that the system refuses"),
]
