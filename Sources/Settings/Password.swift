import CProcess
import Events
import Platform
import SocketIO
import Typesetting

/// A password that is in no file and no variable is typed, unseen.
package enum Password {
    private static let longest = 1_024

    /// - Parameter setting: where it may be set.
    /// - Throws: `CommandError.unusable` where there is nobody to ask, or nothing was typed.
    package static func ask(for user: String, _ setting: Setting = .password) throws(CommandError) -> Secret {
        guard let typed = ask("password of \(TerminalText.visible(user)): "), !typed.isEmpty else {
            let variable = setting.row.environment
            throw .unusable("no password: set \(variable), or run in a terminal to type it")
        }
        return Secret(typed)
    }

    /// One line from the terminal, unseen; `nil` where there is none.
    private static func ask(_ question: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        guard cameo_echo_off(terminal) == 1 else { return nil }
        defer { cameo_echo_on() }
        _ = Descriptor.writeAll(Array(question.utf8), to: terminal)
        let line = readLine(from: terminal)
        _ = Descriptor.writeAll([UInt8(ascii: "\n")], to: terminal)
        return line
    }

    private static func readLine(from terminal: Int32) -> String? {
        var line: [UInt8] = []
        while line.count < longest {
            guard let byte = Descriptor.read(terminal, limit: 1)?.first else { return nil }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
