import ArgumentParser
import Settings

/// What the screen on which a book is read has beside its text; all of it can be set once, too.
struct ReadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look words up with a command that the book's own dictionary does not have: a line on its standard input, the answer on its standard output.",
            valueName: "command"))
    var lookupCommand: String?
    @Flag(inversion: .prefixedNo, help: "Pictures of sentences and the cover, where there is room.")
    var pictures: Bool?

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.lookupCommand] = lookupCommand
        flags[.illustrations] = pictures.map { "\($0)" }
        return flags
    }
}
