import ArgumentParser
import Cells
import Files
import Playback

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

    /// What is wrong with the name of the command, where one is given and there is none of that name. The parser would take
    /// it for an argument of the demo.
    static func mistake(_ words: [String], known: [String]) -> String? {
        let isHelp = words.first == "help"
        guard let name = isHelp ? words.dropFirst().first : words.first, !name.hasPrefix("-"), name != "help",
            !known.contains(name)
        else { return nil }
        if !isHelp, isFile(name) { return "there is no command \(name); did you mean `cameo play \(name)`?" }
        return "there is no command \(name); cameo --help lists them"
    }

    /// Whether a word is likelier a file than a command.
    private static func isFile(_ word: String) -> Bool { OpenTape.isNamed(word) || FileNames.isThere(word) }

    /// Says what is wrong with a command line, each line harmless; the words of it may be a stranger's, as names of files
    /// are.
    static func refuse(_ message: String, status: Int32) -> Never {
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
            StandardError.write(TextCells.visible(line))
        }
        Cameo.exit(withError: ExitCode(status))
    }
}
