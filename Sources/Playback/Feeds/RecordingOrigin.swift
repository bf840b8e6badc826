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
    /// Options without a value: the word after one is not its value. All that the commands that record have, which a test compares
    /// with them.
    package static let flags: Set<String> = [
        "--audio", "--clean", "--debug", "--fill", "--follow", "--fresh", "--fresh-view", "--headless",
        "--include-local",
        "--insecure", "--interrupt", "--jobs", "--json", "--keep", "--log", "--log-to-backend", "--loop",
        "--model-lookup",
        "--narrator", "--once", "--outline", "--overlap", "--overwrite", "--pair", "--pause", "--pictures", "--plain",
        "--quiet", "--remember", "--speech", "--start-over", "--stay", "--step", "--step-sound", "--still", "--wait",
        "-q",
    ]
    /// Options whose values reveal nothing that the tape does not hold anyway. Values of all others are left out, so that those of
    /// a new option are.
    private static let openOptions: Set<String> = [
        "--agent", "--at", "--audio-latency-ms", "--background", "--blocks", "--buffer", "--buffer-ms", "--cache-limit",
        "--colors", "--connect-timeout", "--engine", "--fault", "--file", "--for", "--language", "--marks",
        "--max-size",
        "--mode", "--music-volume", "--onion", "--output", "--panel", "--ping-interval", "--ping-timeout", "--pitch",
        "--rate", "--raw", "--record", "--resolution", "--right-to-left", "--say", "--seed", "--silence", "--slot-a",
        "--slot-b", "--speed", "--tile", "--tile-corner", "--tile-size", "--timeline", "--tolerance",
        "--translation-language", "--translation-voice", "--transport", "--view", "--voice", "--volume", "-f", "-o",
    ]
    /// Options whose value is a shell command, of which only the program's name is kept.
    private static let commandOptions: Set<String> = [
        "--lookup-command", "--reply-command", "--translate-command", "--voice-command",
    ]

    /// A command line as it could be typed again, without the program's folder, passwords and values of options that may hold one.
    static func command(_ arguments: [String]) -> String {
        var words = [String(arguments.first?.split(separator: "/").last ?? "")]
        var option: String?
        var isOver = false
        for argument in arguments.dropFirst() {
            let isOption = !isOver && argument.hasPrefix("-") && argument != "-" && !isNumber(argument)
            if isOption {
                words.append(optionWord(argument))
                option = argument.contains("=") || isFlag(argument) ? nil : argument
                isOver = argument == "--"
            } else {
                words.append(option.map { value(argument, of: $0) } ?? quoted(withoutSecrets(argument)))
                option = nil
            }
        }
        return String(words.joined(separator: " ").unicodeScalars.prefix(longestCommand))
    }

    private static func isFlag(_ option: String) -> Bool {
        option == "--" || option.hasPrefix("--no-") || flags.contains(option)
    }

    private static func isNumber(_ word: String) -> Bool {
        word.dropFirst().first.map { $0.isASCII && ($0.isNumber || $0 == ".") } ?? false
    }

    /// The option, and what stands behind its `=`. A word that is no option's name is left out.
    private static func optionWord(_ word: String) -> String {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0].hasPrefix("--") || parts[0].count == 2, parts[0].allSatisfy({ $0 == "-" || $0.isLetter }) else {
            return word.prefix(2) + "..."
        }
        return parts.count == 1 ? word : parts[0] + "=" + value(parts[1], of: parts[0])
    }

    private static func value(_ value: String, of option: String) -> String {
        if openOptions.contains(option) { return quoted(withoutSecrets(value)) }
        return commandOptions.contains(option) ? program(in: value) : "..."
    }

    /// `curl ...`; the name is left out, too, where the first word is an assignment or anything else than a name.
    private static func program(in command: String) -> String {
        let words = command.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let name = words.first?.split(separator: "/").last.map(String.init) ?? ""
        let isName =
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-+".contains($0)) }
        guard isName else { return "..." }
        return words.count > 1 ? "'\(name) ...'" : name
    }

    /// A word without what logs in somewhere: of an address who does, the values of its query and its fragment; of an
    /// assignment to a variable (`KEY=...`) the value. A text that somebody says stays.
    private static func withoutSecrets(_ argument: String) -> String {
        guard !argument.contains(" ") else { return argument }
        let parts = argument.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return withoutAssigned(argument) }
        var (head, rest) = (String(parts[0]) + "://", parts[1])
        let authority = rest.prefix { !"/?#".contains($0) }
        if let end = authority.lastIndex(of: "@") {
            head += "..."
            rest = rest[end...]
        }
        var tail = ""
        if let fragment = rest.firstIndex(of: "#") {
            rest = rest[..<fragment]
            tail = "#..."
        }
        guard let question = rest.firstIndex(of: "?") else { return head + rest + tail }
        let pairs = rest[rest.index(after: question)...].split(separator: "&").map { pair in
            pair.contains("=") ? String(pair.prefix { $0 != "=" }) + "=..." : String(pair)
        }
        return head + rest[...question] + pairs.joined(separator: "&") + tail
    }

    private static func withoutAssigned(_ word: String) -> String {
        guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return word }
        let isVariable = word[..<sign].allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
        return isVariable ? word[...sign] + "..." : word
    }

    private static func quoted(_ word: String) -> String {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%"
        let isPlain = !word.isEmpty && word.allSatisfy(plain.contains)
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
