import App
import ArgumentParser
import Cells
import Events
import Files
import Platform
import Speaking
import TileLink

struct Say: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lets the avatar speak a text: the argument, a file, or what comes on standard input.",
        discussion: """
            From a pipe it begins with the first sentence while the rest is still coming. Ends when all has been said; with \
            --stay it waits for more, which Enter asks for. All keys of playing work; with --clean there is nothing but the \
            face and its captions.

            Below a tile (cameo pip) it speaks through that one and takes no screen, unless an avatar, a voice, --record, \
            --stay, --loop or --clean is given; texts are said one after the other.

            Example: cameo say "Peter Piper picked a peck of pickled peppers"
            """)

    @Argument(help: ArgumentHelp("The text; standard input unless given.", valueName: "text")) var words: [String] = []
    @Option(name: .shortAndLong, help: "Speak the text of a file; - is standard input.", completion: .file()) var file:
        String?

    @Option(help: ArgumentHelp("Folder of another avatar pack.", valueName: "folder"), completion: .directory)
    var avatar: String?
    @OptionGroup var voice: VoiceOptions
    @Flag(help: "Stay when all has been said.") var stay = false
    @Flag(help: "Say it again and again.") var loop = false
    @OptionGroup var face: FaceOptions
    @Flag(help: "Through a tile that is there: end when it has been said, not when it has been handed over.")
    var wait = false
    @Flag(help: "Through a tile that is there: at once, in the place of what it says and of what waits.")
    var interrupt = false

    @OptionGroup(title: "Playing") var settings: PlaySettingOptions
    @Option(help: ArgumentHelp("Put everything that is heard on a new tape.", valueName: "file"), completion: .file())
    var record: String?
    @Flag(help: "Without a screen and a sound, as fast as it can be made, onto the tape of --record.")
    var headless = false

    /// Whoever left the quotes out means all of it.
    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    func validate() throws {
        guard !headless || record != nil else { throw ValidationError("--headless needs --record") }
        guard !headless || !stay else { throw ValidationError("--stay needs a screen, which --headless does not have") }
        guard !headless || (!loop && face.clean == nil) else {
            throw ValidationError("--loop and --clean need a screen, which --headless does not have")
        }
        guard !stay || !loop else {
            throw ValidationError("--stay and --loop are two different things: give one of them")
        }
        guard !loop || ((text ?? file) != nil && file != "-") else {
            throw ValidationError("--loop needs a text or --file: a pipe can be read once")
        }
        guard text == nil || file == nil else { throw ValidationError("a text or --file, not both") }
    }

    func run() async throws {
        let ending = try await reporting {
            var playback = try configured(try settings.flags.merging(face.flags) { $1 }).playbackOptions
            let said = text.map { .words($0) } ?? file.map { .file($0) } ?? SayOptions.Text.standardInput
            if speaksThroughTile, try sayThroughTile(said) { return Ending.quit }
            let options = SayOptions(said, by: try await voice.speaker(avatar))
            if headless, let record {
                return try await Saying.record(options, to: record, playback)
            }
            playback.record = record
            return try await Saying.speak(options, stays: stay, repeats: loop, playback)
        }
        CommandProcess.end(by: ending)
    }

    // MARK: Through a tile that is there

    /// Who wants a face, a voice or a tape of their own gets a screen.
    private var speaksThroughTile: Bool {
        !headless && !stay && !loop && face.clean == nil && record == nil && avatar == nil && voice.isUsual
    }

    /// - Returns: false where there is none, and the screen is taken.
    private func sayThroughTile(_ said: SayOptions.Text) throws -> Bool {
        switch TileClient.find() {
        case .none: return false
        case .dead(_, let reason):
            StandardError.write("cameo: the tile of \(Environment.tileName): \(OutsideText.shown(reason, cells: 200))")
            return false
        case .refused(_, let reason):
            throw CommandError.failed("the tile does not take it: \(OutsideText.shown(reason, cells: 200))")
        case .alive(let tile):
            let (text, close) = try Self.text(said)
            defer { close() }
            try Self.check(tile.speak(text, interrupts: interrupt, waits: wait))
            return true
        }
    }

    private static func text(_ said: SayOptions.Text) throws(CommandError) -> (TileClient.Text, close: () -> Void) {
        switch try SayOptions.opened(said) {
        case .words(let words): return (.words(words), {})
        case .descriptor(let descriptor): return (.descriptor(descriptor), { close(descriptor) })
        }
    }

    private static func check(_ outcome: TileClient.Outcome) throws(CommandError) {
        switch outcome {
        case .handedOver, .said: return
        case .wordless(let wordless): throw CommandError(wordless)
        case .interrupted: throw .failed("it was interrupted, by another text or by the user")
        case .refused(let reason): throw .failed("the tile does not take it: \(OutsideText.shown(reason, cells: 200))")
        case .lost: throw .failed("the tile has gone")
        }
    }
}
