import App
import ArgumentParser
import Events
import Files
import Platform
import Settings
import Speaking
import Speech
import TileLink
import Typesetting

struct Say: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Speak a text from the command line, a file or standard input.",
        discussion: """
            From a pipe, speech starts with the first sentence while the rest is still arriving. Quits at the end; with \
            --stay it waits, and Enter asks for more text. All playback keys work; with --clean there is only the \
            face and its captions.

            Inside cameo pip it speaks through the tile and uses no screen, unless an avatar, a voice, --record, \
            --stay, --loop or --clean is given; texts are spoken one after the other.

            Example: cameo say "Peter Piper picked a peck of pickled peppers"
            """)

    @Argument(help: ArgumentHelp("The text; by default standard input.", valueName: "text")) var words: [String] = []
    @Option(name: .shortAndLong, help: "Speak a file; - for standard input.", completion: .file()) var file: String?

    @Option(help: ArgumentHelp("Folder of another avatar pack.", valueName: "folder"), completion: .directory)
    var avatar: String?
    @OptionGroup var voice: VoiceOptions
    @Flag(help: "Stay open at the end.") var stay = false
    @Flag(help: "Repeat the text forever.") var loop = false
    @OptionGroup var face: FaceOptions
    @Flag(help: "In cameo pip: return when the text has been spoken, not when it is queued.")
    var wait = false
    @Flag(help: "In cameo pip: interrupt the current text and drop queued ones.")
    var interrupt = false

    @OptionGroup(title: "Playing") var settings: PlaySettingOptions
    @OptionGroup var recording: RecordingOptions
    @Flag(help: "Write only the tape of --record, without screen and sound, as fast as possible.")
    var headless = false

    /// Whoever left the quotes out means all of it.
    private var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    func validate() throws {
        guard !headless || recording.record != nil else { throw ValidationError("--headless needs --record") }
        guard !headless || !stay else { throw ValidationError("--stay cannot be used with --headless") }
        guard !headless || (!loop && face.clean == nil) else {
            throw ValidationError("--loop and --clean cannot be used with --headless")
        }
        guard !stay || !loop else {
            throw ValidationError("--stay and --loop exclude each other")
        }
        guard !loop || ((text ?? file) != nil && file != "-") else {
            throw ValidationError("--loop needs a text or --file; a pipe can be read only once")
        }
        guard text == nil || file == nil else { throw ValidationError("a text and --file exclude each other") }
    }

    func run() async throws {
        let ending = try await reporting {
            let configuration = try configured(
                try settings.flags.merging(face.flags) { $1 }.merging(voice.flags) { $1 })
            var playback = configuration.playbackOptions
            let said = text.map { .words($0) } ?? file.map { .file($0) } ?? SayOptions.Text.standardInput
            if speaksThroughTile, try sayThroughTile(said) { return Ending.quit }
            let options = SayOptions(said, by: try await configuration.speaker(avatar))
            if headless, let record = recording.record {
                return try await Saying.record(options, to: record, overwrites: recording.overwrite, playback)
            }
            recording.apply(to: &playback)
            return try await Saying.speak(options, stays: stay, repeats: loop, playback)
        }
        CommandProcess.end(by: ending)
    }

    // MARK: Through a tile that is there

    /// Who wants a face, a voice or a tape of their own gets a screen.
    private var speaksThroughTile: Bool {
        !headless && !stay && !loop && face.clean == nil && recording.record == nil && avatar == nil && voice.isUsual
    }

    /// - Returns: false where there is none, and the screen is taken.
    private func sayThroughTile(_ said: SayOptions.Text) throws -> Bool {
        switch TileClient.find() {
        case .none: return false
        case .dead(_, let reason):
            complain("\(Environment.tileName): \(OutsideText.shown(reason, cells: 200)); speaking without it")
            return false
        case .refused(_, let reason):
            throw CommandError.failed("refused by the tile: \(OutsideText.shown(reason, cells: 200))")
        case .alive(let tile):
            let (text, close) = try Self.text(said)
            defer { close() }
            let outcome = tile.speak(text, interrupts: interrupt, waits: wait)
            if let oddity = tile.oddity { complain("\(SayOptions.place(of: said)): \(oddity)") }
            try Self.check(outcome)
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
        case .interrupted: throw .failed("interrupted by another text or by the user")
        case .refused(let reason): throw .failed("refused by the tile: \(OutsideText.shown(reason, cells: 200))")
        case .lost: throw .failed("the tile has closed")
        }
    }
}

struct Voices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the available voices.",
        discussion: """
            Prints name, language and title; any of them names a voice, in any case: --voice de, --voice de-de, --voice German. \
            Built-in voices have variants, as in en-us+f3. Any program can act as a voice, see docs/using/voices.md.

            Example: cameo voices --language en
            """)

    @Option(help: ArgumentHelp("Only voices of this language, such as en, pt-br or German.", valueName: "language"))
    var language: String?
    @Option(
        help: ArgumentHelp("List the voices of your own program (docs/using/voices.md).", valueName: "file"),
        completion: .file())
    var voiceProgram: String?
    @Flag(help: "Print one JSON object per voice.") var json = false

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            var flags: [Setting: String] = [:]
            flags[.voiceProgram] = voiceProgram
            let speaker = VoiceChoice(try configured(flags).voice)
            let lines = try await VoiceList.lines(
                of: speaker, language: language, asJSON: json, toCells: LineOutput.columns)
            for line in lines { try output.write(line) }
            try output.flush()
        }
    }
}
