import ArgumentParser
import Settings

/// What the screen on which a book is read has beside its text; all of it can be set once, too.
struct ReadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look words up with a command that the book's own dictionary does not have: a line on its standard input, the answer on its standard output.",
            valueName: "command"))
    var lookupCommand: String?
    @Flag(
        inversion: .prefixedNo,
        help:
            "Ask the language model of the book's server for words that nothing else knows; that may cost its owner something."
    )
    var modelLookup: Bool?
    @Flag(inversion: .prefixedNo, help: "Pictures of sentences and the cover, where there is room.")
    var pictures: Bool?
    @Option(
        help: ArgumentHelp(
            "Music beneath the voice: a file, or the name of what the book's server has; book for its own, off for none.",
            valueName: "file or name"), completion: .file())
    var music: String?
    @Option(help: ArgumentHelp("How loud that is beneath the voice, 0 to 100.", valueName: "percent"))
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
