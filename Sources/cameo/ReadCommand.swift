import ArgumentParser
import Books
import Events
import Files
import Reader
import Reading
import Settings

struct Read: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a book whose text and sound lie in a folder or on a server, sentence by sentence.",
        discussion: """
            With --plain it is read aloud, original and translation in turn. With --headless it is read on a clock of its \
            own: prints a line whenever another sentence or track is heard, another word is lit, or the sound has gone on: what \
            a player would show, and why. The book is a job's folder, an export, one chunk's file, or a book of a server (docs/read.md).

            Example: cameo read --plain books/winter-lamp
            Example: cameo read --plain 'https://books.example.org?job=job-7f3a'
            Example: cameo read --headless --json books/winter-lamp | jq 'select(.phase == "dwelling")'
            """)

    @Argument(
        help:
            "A job's folder, an export's folder or manifest.json, chunk_0000.json, URL?job=ID, or an id with --server.")
    var source: String
    @Flag(help: "Run without a screen and a loudspeaker, as fast as it can be computed.") var headless = false
    @Flag(help: "Read aloud, and print each sentence as it begins: for pipes and screen readers.") var plain = false
    @Flag(inversion: .prefixedNo, help: "Play the sound. (default: --audio)") var audio: Bool?
    @Flag(help: "Print JSON, one object a line.") var json = false
    @Option(help: "What is heard: sequence, original or translation.") var mode = ReadingMode.sequence
    @Option(help: ArgumentHelp("What the user does, a JSON object a line (docs/read.md).", valueName: "file"))
    var commands: String?
    @OptionGroup var library: LibraryArguments
    @Option(help: ArgumentHelp("Put all that is heard on a new tape.", valueName: "file")) var record: String?

    func validate() throws {
        guard headless != plain else {
            throw ValidationError("--headless or --plain: books cannot be read on the screen yet")
        }
        guard headless || commands == nil else { throw ValidationError("--commands is for --headless") }
        guard headless || !json else { throw ValidationError("--json is for --headless") }
        guard plain || audio == nil else { throw ValidationError("--audio and --no-audio are for --plain") }
    }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let book = try await BookOpening.open(source, try configured(library.flags))
            guard headless else { return try await readAloud(book, output) }
            var settings = ReaderSettings.reported
            settings.mode = mode.mode
            let reading = try HeadlessReading(book, of: source, settings, commands: commands, recording: record) {
                warn([$0], of: source)
            } write: {
                try output.write($0)
            }
            try await reading.run(asJSON: json)
            try output.flush()
        }
    }

    @MainActor
    private func readAloud(_ book: any BookSource, _ output: LineOutput) async throws {
        var flags: [Setting: String] = [:]
        flags[.audio] = audio.map { "\($0)" }
        let sound = try configured(flags).sound
        let reading = PlainReading(book, ReaderSettings(mode: mode.mode), sound: sound) {
            warn([$0], of: source)
        } write: {
            try output.write($0)
            try output.flush()
        }
        try await reading.run(recording: try record.map { try ReadingTape.create($0, source: source) })
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
