import Events
import Platform

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

    private static let withoutPictures =
        "without pictures: cameo read --plain, cameo say --headless --record FILE, cameo check"

    package var reason: String {
        switch self {
        case .outputIsNoTerminal:
            "standard output is not a terminal; these need none, among others: check, convert, export, inspect, "
                + "read --plain, say --headless --record FILE"
        case .inputIsNoTerminal: "standard input is not a terminal"
        case .incapable(""): "TERM is not set; \(Self.withoutPictures)"
        case .incapable(let term):
            "a terminal of type TERM=\(term.prefix(60)) cannot show pictures; \(Self.withoutPictures)"
        case .unknownTerm(let term):
            "no terminfo entry for TERM=\(term.prefix(60)) is installed; most terminals work with TERM=xterm-256color"
        case .system(let call, let code): "cannot use the terminal: \(call): \(errorWords(code))"
        }
    }
}
