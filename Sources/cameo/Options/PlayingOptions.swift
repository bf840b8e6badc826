import ArgumentParser
import Cells
import Events
import Settings

/// Options that all commands with a picture share.
struct PictureOptions: ParsableArguments {
    @Option(
        help: "Colors to send: \(ColorDepth.typedNames). Found out from the terminal unless given.")
    var colors: ColorDepth?

    @Option(help: "Block characters to draw with; for terminals that draw one of them badly.")
    var blocks: BlockStyle?

    @Option(
        help: ArgumentHelp(
            "Who turns text from right to left: auto asks the terminal, cameo, terminal. (default: auto)",
            valueName: "who"),
        completion: .list(TextTurner.allCases.map(\.rawValue)))
    var rightToLeft: String?

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.rightToLeft] = rightToLeft
        flags[.colors] = colors?.rawValue
        flags[.blocks] = blocks?.rawValue
        return flags
    }
}

/// Options of playing that can be set once, too; `Configuration` knows what holds without them.
struct PlaySettingOptions: ParsableArguments {
    @OptionGroup var picture: PictureOptions

    @Flag(inversion: .prefixedNo, help: "Fill the window and cut the picture's sides off instead of fitting it in.")
    var fill: Bool?

    @Flag(inversion: .prefixedNo, help: "Begin with the log open.")
    var log: Bool?

    @Option(
        help: ArgumentHelp(
            "While playing, leave colors that differ by no more than this (0 to 255). Paused pictures are exact. "
                + "(default: \(Setting.tolerance.usual))", valueName: "n"))
    var tolerance: Int?

    @Option(
        help: ArgumentHelp(
            "Decoded frames that a chunk waits for before it starts. (default: \(Setting.buffer.usual))",
            valueName: "n"))
    var buffer: Int?

    @Option(
        name: .customLong("buffer-ms"),
        help: ArgumentHelp(
            "Longest wait for the buffer. (default: \(Setting.bufferMilliseconds.usual))", valueName: "ms"))
    var bufferMilliseconds: Int?

    @Flag(inversion: .prefixedNo, help: "Play the sound, which then paces the picture. (default: --audio)")
    var audio: Bool?

    @Option(help: ArgumentHelp("Loudness, 0 to 100. (default: \(Setting.volume.usual))", valueName: "percent"))
    var volume: Int?

    @Option(help: ArgumentHelp("Device to play on, as cameo doctor lists it.", valueName: "name"))
    var audioDevice: String?

    @Option(
        name: .customLong("audio-latency-ms"),
        help: ArgumentHelp(
            "Time that sound takes behind the device, as in a wireless headset. (default: \(Setting.audioLatency.usual))",
            valueName: "ms"))
    var audioLatency: Int?

    @Flag(inversion: .prefixedNo, help: "Hear a frame's piece of sound when stepping to it. (default: --no-step-sound)")
    var stepSound: Bool?

    @Option(
        help: "A small picture over everything; auto: while the large one is covered. (default: \(Setting.tile.usual))"
    )
    var tile: TileMode?

    @Option(help: "Where it lies. (default: \(Setting.tileCorner.usual))")
    var tileCorner: TileCorner?

    @Option(help: "How large it is. (default: \(Setting.tileSize.usual))")
    var tileSize: TileSize?

    @Option(
        help: """
            Where marks go: into a file beside the tape, which stays as it is, or onto the tape. \
            (default: \(Setting.marks.usual))
            """)
    var marks: MarkPlace?

    @Flag(inversion: .prefixedNo, help: "Show oneself in the tile of a call where nobody else is.")
    var includeLocal: Bool?

    @OptionGroup var engine: EngineOptions

    func validate() throws {
        try Setting.volume.limit(volume)
        try Setting.audioLatency.limit(audioLatency)
        try Setting.tolerance.limit(tolerance)
        try Setting.buffer.limit(buffer)
        try Setting.bufferMilliseconds.limit(bufferMilliseconds)
        try cameo.validate(setFlags)
    }

    /// - Throws: `CommandError` for an engine's setting that there is not.
    var flags: [Setting: String] {
        get throws {
            try setFlags.merging(engine.flags) { $1 }
        }
    }

    /// Those that change which frames are shown.
    var retold: [String] {
        engine.engine.flatMap { ["--engine", $0] } + (buffer.map { ["--buffer", "\($0)"] } ?? [])
            + (bufferMilliseconds.map { ["--buffer-ms", "\($0)"] } ?? [])
    }

    private var setFlags: [Setting: String] {
        var flags = picture.flags
        flags[.fill] = fill.map { "\($0)" }
        flags[.log] = log.map { "\($0)" }
        flags[.tolerance] = tolerance.map { "\($0)" }
        flags[.buffer] = buffer.map { "\($0)" }
        flags[.bufferMilliseconds] = bufferMilliseconds.map { "\($0)" }
        flags[.audio] = audio.map { "\($0)" }
        flags[.volume] = volume.map { "\($0)" }
        flags[.audioDevice] = audioDevice
        flags[.audioLatency] = audioLatency.map { "\($0)" }
        flags[.stepSound] = stepSound.map { "\($0)" }
        flags[.tile] = tile?.rawValue
        flags[.tileCorner] = tileCorner?.rawValue
        flags[.tileSize] = tileSize?.rawValue
        flags[.marks] = marks?.rawValue
        flags[.includeLocal] = includeLocal.map { "\($0)" }
        return flags
    }
}

/// For people who only want the face.
struct FaceOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help:
            "Show the face and its captions alone: no status line, no panels; any key names the few that do something."
    )
    var clean: Bool?

    var flags: [Setting: String] { clean.map { [.clean: "\($0)"] } ?? [:] }
}

struct PlayingOptions: ParsableArguments {
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    @Option(help: ArgumentHelp("Put everything that is heard on a new tape.", valueName: "file"), completion: .file())
    var record: String?

    /// - Throws: `CommandError` when the configuration cannot be read.
    func options(
        isFresh: Bool, _ view: ViewOptions? = nil, _ face: FaceOptions? = nil
    ) throws -> PlaybackOptions {
        var flags = try settings.flags.merging(face?.flags ?? [:]) { $1 }
        flags[.remember] = view?.remember.map { "\($0)" }
        var options = try configured(flags).playbackOptions
        options.isFreshView = view?.freshView ?? false
        options.record = record
        options.retold = settings.retold
        options.playing.isFresh = isFresh
        return options
    }
}

/// What becomes of a tape that has been played to its end; without any the avatar idles on.
struct EndOptions: ParsableArguments {
    @Flag(help: "End where the tape ends.") var once = false
    @Flag(help: "Begin again where the tape ends.") var loop = false

    var atEnd: AtEnd { once ? .quit : loop ? .rewind : .stay }

    func validate() throws {
        if once, loop { throw ValidationError("--once and --loop are two different things: give one of them") }
    }
}

enum Follow {
    static let help: ArgumentHelp =
        "The tape is still being recorded: begin at its end and go on with what comes, also while paused; L is back to live."
}

extension Setting {
    /// For help texts.
    var usual: String { row.standard?.text ?? "" }
}

extension CaseIterable where Self: RawRepresentable<String> {
    /// For help texts.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension ColorDepth: ExpressibleByArgument {
    public init?(argument: String) { self.init(typed: argument) }
    /// The help of the option tells them, and is what an error shows: the names alone would leave the numbers out.
    public static var allValueStrings: [String] { [] }
    public static var defaultCompletionKind: CompletionKind { .list(allCases.map(\.rawValue)) }
}

extension TileMode: ExpressibleByArgument {}
extension TileCorner: ExpressibleByArgument {}
extension TileSize: ExpressibleByArgument {}
extension BlockStyle: ExpressibleByArgument {}
extension ClipboardUse: ExpressibleByArgument {}
extension MarkPlace: ExpressibleByArgument {}
