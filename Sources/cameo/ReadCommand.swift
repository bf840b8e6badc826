import ArgumentParser
import Events
import Files
import Reader
import Reading

struct Read: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a book whose text and sound lie in a folder, on a clock of its own.",
        discussion: """
            Prints a line whenever another sentence or track is heard, another word is lit, or the sound has gone on: what \
            a player would show, and why. The book is a job's folder, an export, or one chunk's file (docs/read.md).

            Example: cameo read --headless --json books/winter-lamp | jq 'select(.phase == "dwelling")'
            """)

    @Argument(help: "A job's folder, an export's folder or manifest.json, or chunk_0000.json.") var source: String
    @Flag(help: "Run without a screen and a loudspeaker, as fast as it can be computed.") var headless = false
    @Flag(help: "Print JSON, one object a line.") var json = false
    @Option(help: "What is heard: sequence, original or translation.") var mode = ReadingMode.sequence
    @Option(help: ArgumentHelp("What the user does, a JSON object a line (docs/read.md).", valueName: "file"))
    var commands: String?
    @Option(help: ArgumentHelp("Put all that is heard on a new tape.", valueName: "file")) var record: String?

    func validate() throws {
        guard headless else {
            throw ValidationError("only --headless is there; books cannot be read on the screen yet")
        }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            var settings = ReaderSettings.reported
            settings.mode = mode.mode
            let reading = try HeadlessReading(source, settings, commands: commands, recording: record) {
                warn([$0], of: source)
            } write: {
                try output.write($0)
            }
            try await reading.run(asJSON: json)
            try output.flush()
        }
    }
}

enum ReadingMode: String, ExpressibleByArgument, CaseIterable {
    case sequence, original, translation

    var mode: AudioMode {
        switch self {
        case .sequence: .sequence
        case .original: .single(.original)
        case .translation: .single(.translation)
        }
    }
}
