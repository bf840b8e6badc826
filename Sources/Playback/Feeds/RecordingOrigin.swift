import Events
import Platform

/// When, where and how a recording was made, so that the logs of others can be laid beside it.
package enum RecordingOrigin {
    /// Of one that begins now, as keys and values of a tape's `meta`.
    static func now(_ arguments: [String] = CommandLine.arguments) -> [String: String] {
        let microseconds = WallClock.microseconds
        var meta = [
            "started": CalendarTime.text(milliseconds: microseconds / 1_000),
            "time_zone": WallClock.zone(at: microseconds / 1_000_000), "command": command(arguments),
        ]
        var name = [CChar](repeating: 0, count: 256)
        if gethostname(&name, name.count - 1) == 0 {
            meta["host"] = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return meta
    }

    private static let longestCommand = 4_000
    /// Options whose values may open a backend.
    private static let secretOptions = ["--auth", "--header", "--query", "--password", "--token"]

    /// A command line as it could be typed again, without what nobody else may know and without the program's folder.
    static func command(_ arguments: [String]) -> String {
        var words: [String] = []
        for (place, argument) in arguments.enumerated() {
            if place == 0 {
                words.append(String(argument.split(separator: "/").last ?? ""))
            } else if secretOptions.contains(arguments[place - 1]) {
                words.append("...")
            } else if let option = secretOptions.first(where: { argument.hasPrefix($0 + "=") }) {
                words.append(option + "=...")
            } else {
                words.append(quoted(withoutSecrets(argument)))
            }
        }
        return String(words.joined(separator: " ").unicodeScalars.prefix(longestCommand))
    }

    /// An address without who logs in, and without the values of its query.
    private static func withoutSecrets(_ argument: String) -> String {
        let parts = argument.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        // A text that somebody says is none.
        guard parts.count == 2, !argument.contains(" ") else { return argument }
        var (head, rest) = (String(parts[0]) + "://", parts[1])
        let authority = rest.prefix { !"/?#".contains($0) }
        if let end = authority.lastIndex(of: "@") {
            head += "..."
            rest = rest[end...]
        }
        guard let question = rest.firstIndex(of: "?") else { return head + rest }
        let pairs = rest[rest.index(after: question)...].split(separator: "&").map { pair in
            pair.contains("=") ? String(pair.prefix { $0 != "=" }) + "=..." : String(pair)
        }
        return head + rest[...question] + pairs.joined(separator: "&")
    }

    private static func quoted(_ word: String) -> String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%"
        let isPlain = !word.isEmpty && word.allSatisfy(plain.contains)
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
