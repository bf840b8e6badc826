import ArgumentParser
import Cells
import Events
import Files
import Platform
import Playback

/// What stands first on a command line.
struct CommandNames {
    let all: [String]
    /// Those that help lists.
    let shown: [String]
}

/// The words of a command line before the parser sees them, and its complaints about them.
enum CommandLineWords {
    /// A negative number belongs to the option before it: no option of ours begins with a digit, but the parser takes
    /// `-1` for one, and then says that a value is missing.
    static func joined(_ words: [String]) -> [String] {
        var result: [String] = []
        var isOver = false
        for word in words {
            isOver = isOver || word == "--"
            if !isOver, let last = result.last, last.hasPrefix("--"), !last.contains("="), isNegative(word) {
                result[result.count - 1] = "\(last)=\(word)"
            } else {
                result.append(word)
            }
        }
        return result
    }

    private static func isNegative(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return second.isASCII && (second.isNumber || second == ".")
    }

    /// The same words, behind the command that plays where the first one is a file.
    /// - Throws: `ValidationError` where a command is named that there is not: the parser would take it for an argument of the
    ///   demo.
    static func withCommand(_ words: [String], _ commands: CommandNames) throws -> [String] {
        // Behind it stand no options, so the first word is a file.
        if words.first == "--", words.count > 1 { return ["play"] + words }
        let isHelp = words.first == "help"
        guard let name = isHelp ? words.dropFirst().first : words.first, !name.hasPrefix("-"), name != "help",
            !commands.all.contains(name)
        else { return words }
        if !isHelp, isFile(name) { return ["play"] + words }
        let meant: String? =
            if name.contains("://") {
                "connect \(name)"
            } else {
                name == "version" ? "--version" : NearestName.of(name, in: commands.shown)
            }
        if meant == nil, !isHelp {
            if FileStatus(name)?.kind == .folder {
                throw ValidationError("\(name) is a folder; of a book `cameo read` reads it, a tape is a file")
            }
            // No command has one, and the ending of a file's name is misspelt as easily as the rest.
            if name.contains(".") { return ["play"] + words }
        }
        let hint = meant.map { "did you mean `cameo \(isHelp ? "help " : "")\($0)`?" } ?? "cameo --help lists them"
        throw ValidationError("there is no command \(name.isEmpty ? "\"\"" : name); \(hint)")
    }

    /// Whether a word is likelier a file than a command.
    private static func isFile(_ word: String) -> Bool {
        if FileStatus(word)?.kind == .folder { return OpenTape.isNamed(word) }
        return OpenTape.isNamed(word) || FileNames.isThere(word) || (word.contains("/") && !word.contains("://"))
    }

    /// What the parser says, mended where it leads astray:
    /// - It proposes options that have hardly a letter of what was typed.
    /// - It takes a negative number for an option, and misses what the number was meant for.
    /// - Where an option is misspelt, that is what is wrong: it looks for what is missing first.
    ///
    /// - Parameter help: of the command that the words name; `nil` where they name none.
    static func mended(_ message: String, _ words: [String], help: String?) -> String {
        if let far = message.firstMatch(of: /Unknown option '([^']*)'(. Did you mean '(--[^']*)'\?)/),
            !far.3.hasPrefix(far.1), NearestName.of(String(far.1), in: [String(far.3)]) == nil
        {
            return mended(message.replacing(far.2, with: ""), words, help: help)
        }
        if let odd = message.firstMatch(of: /Unknown option '(--[^']*)'/) {
            guard !message.contains("Did you mean"),
                let near = NearestName.of(String(odd.1), in: ["--version", "--help"])
            else { return message }
            return message.replacing(odd.0, with: "\(odd.0). Did you mean '\(near)'?")
        }
        if let help, let unknown = UnknownOption(in: words, help: help) { return unknown.replacing(message) }
        if message.contains("Missing expected argument '<"), let number = words.first(where: isNegative) {
            return message.replacing(
                /Missing expected argument '(<[^']*>)'/, with: { "\(number) is no \($0.1): nothing here is below 0" })
        }
        return message
    }

    /// Says what is wrong with a command line, each line harmless; the words of it may be a stranger's, as names of files
    /// are.
    static func refuse(_ message: String, status: Int32) -> Never {
        for line in HelpText.folded(message).split(separator: "\n", omittingEmptySubsequences: false) {
            StandardError.write(TextCells.visible(line))
        }
        Cameo.exit(withError: ExitCode(status))
    }
}
