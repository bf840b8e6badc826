import ArgumentParser
import Settings

/// What the screen on which a book is read has beside its text; all of it can be set once, too.
struct ReadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look words up with a command that the book's own dictionary does not have: a line on its standard input, the answer on its standard output.",
            valueName: "command"))
    var lookupCommand: String?

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.lookupCommand] = lookupCommand
        return flags
    }
}
