import Events

/// Why there is no screen. `reason` is a sentence for the user.
package enum TerminalError: ReasonedError, Equatable {
    case outputIsNoTerminal
    case inputIsNoTerminal
    /// `TERM` is unset, `unknown` or `dumb`.
    case incapable(term: String)
    /// No terminfo entry of that name, or ncurses refuses it.
    case unknownTerm(String)
    /// A system call failed: which one, and `errno`.
    case system(call: String, code: Int32)

    static func noThread(_ code: Int32) -> TerminalError { .system(call: "pthread_create", code: code) }

    package var isOfInput: Bool { true }

    package var reason: String {
        switch self {
        case .outputIsNoTerminal:
            "standard output is not a terminal; without one there are check, inspect, why, export, record, say --headless and read --plain"
        case .inputIsNoTerminal: "standard input is not a terminal"
        case .incapable(""): "TERM is not set, so nothing is known about the terminal"
        case .incapable(let term): "a terminal of type TERM=\(term.prefix(60)) cannot show pictures"
        case .unknownTerm(let term):
            "no description of the terminal type TERM=\(term.prefix(60)) is installed (terminfo)"
        case .system(let call, let code): "the terminal cannot be used: \(call) failed with error \(code)"
        }
    }
}
