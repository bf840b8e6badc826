import Events
import Files
import Platform
import Typesetting

/// The next useful thing, in one line on the terminal, when a command has been used for the first time.
package enum NextHint: Sendable {
    case step(tape: String?)
    case connect
    case check(files: [String], isClean: Bool)

    private var name: String {
        switch self {
        case .step: "step"
        case .connect: "connect"
        case .check: "check"
        }
    }

    private var words: String {
        switch self {
        case .step(let tape?): "cameo check \(ShellWord.quoted(tape)) judges all of it"
        case .step(nil):
            "cameo record ADDRESS -o call.cameo records a backend of yours; cameo step call.cameo steps through it"
        case .connect:
            "cameo connect ADDRESS --record call.cameo keeps what you see; cameo step call.cameo steps through it"
        case .check(let files, isClean: true):
            "cameo check --junit results.xml \(Self.quoted(files)) says the same to your CI (docs/using/check.md)"
        case .check(let files, isClean: false):
            "cameo check --explain \(Self.quoted(files)) says how it came to each finding"
        }
    }

    private static func quoted(_ files: [String]) -> String {
        files.count == 1 ? ShellWord.quoted(files[0]) : "FILES"
    }

    /// - Parameter isRemembering: whether anything may be kept of what the user did; without that nobody knows what came first.
    package func sayOnce(isRemembering: Bool = true, _ environment: [String: String] = Environment.all) {
        guard isRemembering, isatty(STDOUT_FILENO) != 0, isatty(STDERR_FILENO) != 0, isFirst(environment) else {
            return
        }
        StandardError.write("Next, try: " + TerminalText.visible(words))
    }

    /// A file of the name tells that it was said. Where none can be made it would be said every time, and is not said.
    private func isFirst(_ environment: [String: String]) -> Bool {
        guard let state = UserFolder.state.path(environment) else { return false }
        let folder = state + "/hints"
        guard !FileNames.isThere("\(folder)/\(name)") else { return false }
        do {
            try PrivateFolder.makeAll(folder)
            try OutputFile.write([], to: "\(folder)/\(name)", rights: 0o600)
            return true
        } catch {
            return false
        }
    }
}
