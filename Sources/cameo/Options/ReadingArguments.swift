import ArgumentParser
import Settings

/// What the screen on which a book is read has beside its text; all of it can be set once, too.
struct ReadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look up words missing from the book's dictionary with this command: word on standard input, answer on standard output.",
            valueName: "command"))
    var lookupCommand: String?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Ask the language model of the book's server for words found nowhere else; this may cost its owner money."
    )
    var modelLookup: Bool?
    @Flag(inversion: .prefixedNo, help: "Show the cover and sentence pictures where they fit.")
    var pictures: Bool?
    @Option(
        help: ArgumentHelp(
            "Background music: a file, a piece on the book's server, book for the book's own, or off.",
            valueName: "file or name"), completion: .file())
    var music: String?
    @Option(help: ArgumentHelp("Volume of the music, 0 to 100.", valueName: "percent"))
    var musicVolume: Int?

    func validate() throws { try cameo.validate(flags) }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.lookupCommand] = lookupCommand
        flags[.modelLookup] = modelLookup.map { "\($0)" }
        flags[.illustrations] = pictures.map { "\($0)" }
        flags[.music] = music
        flags[.musicVolume] = musicVolume.map { "\($0)" }
        return flags
    }
}
