import Events
import SocketIO

extension SettingKind {
    /// The value that a text stands for, in an option or in the environment; `nil` when it is none.
    package func value(_ text: String) -> SettingValue? {
        switch self {
        case .text, .path: text.isEmpty || text.utf8.count > Self.longest ? nil : .text(text)
        case .address: (try? BackendAddress(text)).map { _ in .text(text) }
        case .flag: Self.flags[text.lowercased()].map { .flag($0) }
        case .number(let range): Int(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .span(let range): TimeSpan(typed: text).flatMap { range.contains($0) ? .span($0) : nil }
        case .choice(let words): words.contains(text) ? .text(text) : nil
        case .colors: ColorDepth(typed: text).map { .text($0.rawValue) }
        case .access(let part):
            text.isEmpty || text.utf8.count > Self.longestAccess || Self.fault(text, part) != nil ? nil : .text(text)
        }
    }

    /// Names no secret.
    private static func fault(_ text: String, _ part: BackendAccess.Part) -> String? {
        var access = BackendAccess()
        do throws(WireError) {
            try access.set(part, text)
            return nil
        } catch {
            return error.reason
        }
    }

    private static let longest = 4_096
    /// Tokens can be longer than names.
    private static let longestAccess = 64 << 10
    private static let flags = [
        "true": true, "yes": true, "on": true, "1": true, "false": false, "no": false, "off": false, "0": false,
    ]

    /// Why a text that is none is none, where more can be said than what was expected.
    func fault(_ text: String) -> String? {
        if case .access(let part) = self { return Self.fault(text, part) }
        guard case .address = self else { return nil }
        do throws(WireError) {
            _ = try BackendAddress(text)
            return nil
        } catch {
            return error.reason
        }
    }
}

extension BackendAccess.Part {
    var says: String {
        switch self {
        case .namespace: "Socket.IO namespace; by default /"
        case .path: "path of the socket on its host; by default /socket.io below the address's path"
        case .auth: "JSON object to send when joining the namespace, such as a token"
        case .header: "headers to send with every request"
        case .query: "query parameters to send with every request; Cameo encodes them"
        }
    }
}

extension ColorDepth {
    /// Names, and the numbers that people use for them.
    package static var typedNames: String { allCases.map(\.rawValue).joined(separator: ", ") + ", or 16m, 256, 16, 0" }

    /// Its name, or the number that people use for it.
    package init?(typed text: String) {
        switch text {
        case "24bit", "16m": self = .truecolor
        case "256": self = .palette256
        case "16": self = .palette16
        case "0": self = .none
        default: self.init(rawValue: text)
        }
    }
}

extension SettingValue {
    /// As an option and the environment spell it.
    package var text: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): String(number)
        case .span(let span): span.typed
        }
    }

    /// As the file spells it.
    var toml: String {
        switch self {
        case .flag, .number: return text
        case .text, .span: break
        }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
