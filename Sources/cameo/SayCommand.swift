import App
import ArgumentParser
import Speaking

struct Say: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lets the avatar speak a text: the argument, a file, or what comes on standard input.",
        discussion: """
            From a pipe it begins with the first sentence while the rest is still coming. Ends when all has been said; with \
            --stay it waits for more, which Enter asks for. All keys of playing work.

            Example: cameo say "Peter Piper picked a peck of pickled peppers"
            """)

    @Argument(help: "The text; standard input unless given.") var text: String?
    @Option(name: .shortAndLong, help: "Speak the text of a file; - is standard input.") var file: String?

    @Option(help: ArgumentHelp("Folder of another avatar pack.", valueName: "folder")) var avatar: String?
    @OptionGroup var voice: VoiceOptions
    @Flag(help: "Stay when all has been said.") var stay = false

    @OptionGroup var settings: PlaySettingOptions
    @Option(help: ArgumentHelp("Put everything that is heard on a new tape.", valueName: "file"))
    var record: String?
    @Flag(help: "Without a screen and a sound, as fast as it can be made, onto the tape of --record.")
    var headless = false

    func validate() throws {
        guard !headless || record != nil else { throw ValidationError("--headless needs --record") }
        guard !headless || !stay else { throw ValidationError("--stay needs a screen, which --headless does not have") }
        guard text == nil || file == nil else { throw ValidationError("a text or --file, not both") }
    }

    func run() async throws {
        let ending = try await reporting {
            var playback = try configured(try settings.flags).playbackOptions
            let said = text.map { .words($0) } ?? file.map { .file($0) } ?? SayOptions.Text.standardInput
            let options = SayOptions(said, by: try voice.speaker(avatar))
            if headless, let record {
                return try await Saying.record(options, to: record, playback)
            }
            playback.record = record
            return try await Saying.speak(options, stays: stay, playback)
        }
        CommandProcess.end(by: ending)
    }
}
