import App
import ArgumentParser
import Books
import Events
import Files
import Reader
import Reading
import Settings
import Sound
import Speaking
import Speech

struct Read: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a book sentence by sentence, each word lit as it is spoken: one that has a voice, or a text.",
        discussion: """
            On a screen, with a face that reads it. With --plain it is read aloud without one, a line a sentence. With \
            --headless it is read on a clock of its own: prints a line whenever another sentence or track is heard, another \
            word is lit, or the sound has gone on, and why. The book is a job's folder, an export, a zip of either, one \
            chunk's file, a book of a server, or a film or a recording with subtitles; or a text (EPUB, HTML, Markdown, plain, subtitles), which the built-in voice reads (docs/read.md).

            Example: cameo read --plain book.epub --translation book.es.txt
            Example: cameo read --plain books/winter-lamp
            Example: cameo read --plain 'https://books.example.org?job=job-7f3a'
            Example: cameo read --headless --json books/winter-lamp | jq 'select(.phase == "dwelling")'
            """)

    @Argument(
        help:
            "A text, - for standard input; a job's folder, an export's folder or manifest.json, a zip of either, chunk_0000.json; URL?job=ID, or an id with --server; a film or a recording with subtitles beside it.",
        completion: .file())
    var source: String
    @Flag(help: "Run without a screen and a loudspeaker, as fast as it can be computed.") var headless = false
    @Flag(help: "Read aloud, and print each sentence as it begins: for pipes and screen readers.") var plain = false
    @Flag(help: "Print JSON, one object a line.") var json = false
    @Option(help: "What is heard; sequence: each sentence, then its translation.") var mode = ReadingMode.sequence
    @Option(
        help: ArgumentHelp("What the user does, a JSON object a line (docs/read.md).", valueName: "file"),
        completion: .file())
    var commands: String?
    @OptionGroup(title: "Server") var library: LibraryArguments
    @Option(help: ArgumentHelp("Put all that is heard on a new tape.", valueName: "file"), completion: .file())
    var record: String?
    @Flag(inversion: .prefixedNo, help: "A face that reads.") var narrator = true
    @Option(
        help: ArgumentHelp("Folder of another avatar pack, whose face reads.", valueName: "folder"),
        completion: .directory)
    var avatar: String?
    @OptionGroup var reading: ReadingArguments
    @OptionGroup(title: "Texts") var narration: NarrationArguments
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    func validate() throws {
        guard !headless || !plain else { throw ValidationError("--headless or --plain, not both") }
        guard headless || commands == nil else { throw ValidationError("--commands is for --headless") }
        guard headless || !json else { throw ValidationError("--json is for --headless") }
    }

    func run() async throws {
        let ending = try await reporting { () -> Ending? in
            let output = LineOutput()
            let configuration = try configured(
                try settings.flags.merging(library.flags) { $1 }.merging(reading.flags) { $1 })
            try await narration.checkVoices()
            let book = try await BookOpening.open(source, configuration, narration.options)
            // The screen closes it itself.
            guard headless || plain else { return try await readOnScreen(book, configuration) }
            do {
                try await headless ? compute(book, output) : readAloud(book, output, configuration)
            } catch {
                await book.close()
                throw error
            }
            await book.close()
            return nil
        }
        if let ending { CommandProcess.end(by: ending) }
    }

    @MainActor
    private func readOnScreen(_ book: any BookSource, _ configuration: Configuration) async throws -> Ending {
        var playback = configuration.playbackOptions
        playback.record = record
        // A film has pictures of its own.
        let film = configuration.showsPictures && SoundProgram.installed != nil ? book.filmPath : nil
        let speaker =
            narrator && film == nil
            ? SpeakerOptions(avatar: try avatar ?? Assets.avatar(), voice: .builtIn(VoiceManner())) : nil
        let shelf = BookShelf()
        let known = await KnownPlace.find(book, on: shelf)
        // They stand above the screen when it is left.
        warn(book.oddities + [known.oddity].compactMap { $0 }, of: source)
        var reading = ReadBook(book, ReaderSettings(mode: mode.mode), on: shelf, known: known)
        reading.dictionary = configuration.lookupCommand.map { LookupCommand($0) }
        reading.film = film
        reading.path = BookOpening.place(of: source, configuration)
        (reading.asksModel, reading.music) = (configuration.asksModel, configuration.music)
        return try await ReadingAloud.read(reading, narrator: speaker, playback)
    }

    private func compute(_ book: any BookSource, _ output: LineOutput) async throws {
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

    @MainActor
    private func readAloud(
        _ book: any BookSource, _ output: LineOutput, _ configuration: Configuration
    ) async throws {
        let sound = configuration.sound
        let reading = PlainReading(book, ReaderSettings(mode: mode.mode), sound: sound, music: configuration.music) {
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
