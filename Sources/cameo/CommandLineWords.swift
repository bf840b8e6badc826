import App
import ArgumentParser
import Events
import Files
import Platform
import Playback

/// The words of a command line before the parser sees them.
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

    static func isNegative(_ word: String) -> Bool {
        guard word.first == "-", let second = word.dropFirst().first else { return false }
        return second.isASCII && (second.isNumber || second == ".")
    }

    /// The same words, behind the command that plays where the first one is a file.
    /// - Throws: `ValidationError` where a command is named that there is not: the parser would take it for an argument of the
    ///   demo.
    static func withCommand(_ words: [String], _ commands: [String]) throws -> [String] {
        // Behind it stand no options, so the first word is a file.
        if words.first == "--", words.count > 1 { return ["play"] + words }
        let isHelp = words.first == "help"
        guard let name = isHelp ? words.dropFirst().first : words.first, !name.hasPrefix("-"), name != "help",
            !commands.contains(name)
        else { return words }
        if !isHelp, isFile(name) { return ["play"] + words }
        let meant: String? =
            if name.contains("://") {
                "connect \(name)"
            } else {
                name == "version" ? "--version" : NearestName.of(name, in: commands)
            }
        if meant == nil, !isHelp {
            if FileStatus(name)?.kind == .folder {
                let hint = FolderHint(name)
                let reading = hint.isAvatar ? "" : "; to read it as a book: cameo read \(ShellWord.quoted(name))"
                throw ValidationError("\(name) is \(hint.words)" + reading)
            }
            // No command has one, and the ending of a file's name is misspelt as easily as the rest.
            if name.contains(".") { return ["play"] + words }
        }
        let hint = meant.map { "did you mean `cameo \(isHelp ? "help " : "")\($0)`?" } ?? "cameo --help lists them"
        throw ValidationError("unknown command \(name.isEmpty ? "\"\"" : name); \(hint)")
    }

    /// Whether a word is likelier a file than a command.
    private static func isFile(_ word: String) -> Bool {
        if FileStatus(word)?.kind == .folder { return OpenTape.isNamed(word) }
        return OpenTape.isNamed(word) || FileNames.isThere(word) || (word.contains("/") && !word.contains("://"))
    }

    /// Says what is wrong with a command line; the words of it may be a stranger's, as names of files are.
    static func refuse(_ message: String, status: Int32) -> Never {
        complain(message)
        Cameo.exit(withError: ExitCode(status))
    }
}
