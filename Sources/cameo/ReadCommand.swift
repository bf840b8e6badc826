import App
import ArgumentParser
import BookFolders
import Engine
import Events
import Files
import Platform
import Reading
import Settings
import Sound
import Speaking
import Speech

struct Read: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read a book or text aloud, highlighting each word as it is spoken.",
        discussion: """
            By default a face reads on the screen. With --plain there is no screen, just one printed line per sentence. With \
            --headless the book is read on a virtual clock, and a line is printed for every new sentence, track, phase or \
            highlighted word, with the reason. The book is a job's folder, an export, a zip of either, one \
            chunk's file, a server's book, a film or sound recording with subtitles, or a text (EPUB, FictionBook, HTML, Markdown, plain text, subtitles) for the built-in voice (docs/using/books.md).

            Example: cameo read --plain book.epub --translation book.es.txt
            Example: cameo read --plain books/winter-lamp
            Example: cameo read --plain --no-wait notes.md | less
            Example: cameo read --plain 'https://books.example.org?job=job-7f3a'
            Example: cameo read --headless --json books/winter-lamp | jq 'select(.phase == "dwelling")'
            """)

    @Argument(
        help:
            "A text, - for standard input; a job's folder, an export's folder or manifest.json, a zip of either, chunk_0000.json; URL?job=ID, or an id with --server; a film or sound recording with subtitles beside it.",
        completion: .file())
    var source: String
    @Flag(help: "Run without screen and sound, as fast as possible.") var headless = false
    @Flag(help: "Read aloud and print each sentence as it starts, for pipes and screen readers.") var plain = false
    @Flag(
        inversion: .prefixedNo,
        help: "With --plain: print each sentence as it starts; --no-wait prints the whole text at once, silently.")
    var wait = true
    @Flag(help: "Start at the beginning, not where you stopped.") var startOver = false
    @Flag(help: "Print JSON, one object per line.") var json = false
    @Option(help: "Tracks to play; sequence: each sentence, then its translation.") var mode = ReadingMode.sequence
    @Option(
        help: ArgumentHelp(
            "Simulated user input, one JSON object per line (docs/reference/reading.md).", valueName: "file"),
        completion: .file())
    var commands: String?
    @OptionGroup(title: "Server") var library: LibraryArguments
    @OptionGroup var recording: RecordingOptions
    @Flag(inversion: .prefixedNo, help: "Show a face that reads.") var narrator = true
    @Option(
        help: ArgumentHelp("Folder of another avatar pack for the face.", valueName: "folder"),
        completion: .directory)
    var avatar: String?
    @OptionGroup var reading: ReadingArguments
    @OptionGroup(title: "Texts") var narration: NarrationArguments
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    func validate() throws {
        guard !headless || !plain else { throw ValidationError("--headless and --plain exclude each other") }
        guard plain || wait else { throw ValidationError("--no-wait needs --plain") }
        guard wait || recording.record == nil else {
            throw ValidationError("--record and --no-wait exclude each other")
        }
        guard headless || commands == nil else { throw ValidationError("--commands needs --headless") }
        guard headless || !json else { throw ValidationError("--json needs --headless") }
    }

    func run() async throws {
        let ending = try await reporting { () -> Ending? in
            let output = LineOutput()
            let configuration = try configured(
                try settings.flags.merging(library.flags) { $1 }.merging(reading.flags) { $1 }
                    .merging(narration.voice.flags) { $1 })
            let book = try await BookOpening.open(source, configuration, try await narration.options(configuration))
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
        recording.apply(to: &playback)
        // A film has pictures of its own.
        let film = configuration.showsPictures && SoundProgram.installed != nil ? book.filmPath : nil
        let speaker =
            narrator && film == nil
            ? SpeakerOptions(avatar: try avatar ?? Assets.avatar(), voice: .builtIn(VoiceManner())) : nil
        let shelf = BookShelf()
        var known = await KnownPlace.find(book, on: shelf)
        if startOver { known.place.place = nil }
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
        let reading = try HeadlessReading(
            book, of: source, settings, commands: commands, recording: recording.record,
            overwrites: recording.overwrite
        ) {
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
        guard wait else {
            try await PrintedBook.write(book, mode.mode) {
                warn([$0], of: source)
            } write: {
                try output.write($0)
            }
            return try output.flush()
        }
        let sound = configuration.sound
        let reading = PlainReading(book, ReaderSettings(mode: mode.mode), sound: sound, music: configuration.music) {
            warn([$0], of: source)
        } write: {
            try output.write($0)
            try output.flush()
        }
        let tape = try recording.record.map {
            try ReadingTape.create($0, source: source, overwrites: recording.overwrite)
        }
        // What a pipe brings is another text each time.
        guard source != "-" else { return try await reading.run(recording: tape) }
        let path = BookOpening.place(of: source, configuration)
        let place = await PlainPlace.find(book, from: path, isAnew: startOver) { [source] in warn([$0], of: source) }
        if let words = place.words { warn([words], of: source) }
        let signals = EndingSignals(EndingSignals.all) { number in
            Task.detached {
                await leave(place)
                CommandProcess.end(by: .signal(number))
            }
        }
        defer { signals.cancel() }
        do {
            try await reading.run(recording: tape, keeping: place)
        } catch {
            await leave(place)
            throw error
        }
        await leave(place)
    }
}

/// Says what is not kept of it.
private func leave(_ place: PlainPlace) async {
    if let failure = await place.leave() { complain(failure) }
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
