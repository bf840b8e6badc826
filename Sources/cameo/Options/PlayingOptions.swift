import ArgumentParser
import Events
import Settings

/// Options that all commands with a picture share.
struct PictureOptions: ParsableArguments {
    @Option(
        help: "Color depth: \(ColorDepth.typedNames). Detected by default.")
    var colors: ColorDepth?

    @Option(
        help: ArgumentHelp(
            "Color behind the text: light, dark, or auto to ask the terminal. (default: auto)",
            valueName: "auto|light|dark"),
        completion: .list([Setting.auto] + TerminalBackground.allCases.map(\.rawValue)))
    var background: String?

    @Option(
        help: "Block characters to draw with, for terminals that render some badly or too wide; ascii uses none.")
    var blocks: BlockStyle?

    @Option(
        help: ArgumentHelp(
            "Who lays out right-to-left text: auto (ask the terminal), cameo, terminal. (default: auto)",
            valueName: "who"),
        completion: .list(TextTurner.allCases.map(\.rawValue)))
    var rightToLeft: String?

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.rightToLeft] = rightToLeft
        flags[.colors] = colors?.rawValue
        flags[.background] = background
        flags[.blocks] = blocks?.rawValue
        return flags
    }
}

/// Options of playing that can be set once, too; `Configuration` knows what holds without them.
struct PlaySettingOptions: ParsableArguments {
    @OptionGroup var picture: PictureOptions

    @Flag(inversion: .prefixedNo, help: "Fill the window by cropping the picture instead of fitting it.")
    var fill: Bool?

    @Flag(inversion: .prefixedNo, help: "Start with the log open.")
    var log: Bool?

    @Flag(inversion: .prefixedNo, help: "Show status words, chunks, clips and counts of faults while playing.")
    var debug: Bool?

    @Flag(inversion: .prefixedNo, help: "Reduced motion: the face stands still while captions and sound go on.")
    var still: Bool?

    @Option(
        help: ArgumentHelp(
            "While playing, ignore color differences up to this (0 to 255). Paused pictures are exact. "
                + "(default: \(Setting.tolerance.usual))", valueName: "n"))
    var tolerance: Int?

    @Option(
        help: ArgumentHelp(
            "Decoded frames required before a chunk starts. (default: \(Setting.buffer.usual))",
            valueName: "n"))
    var buffer: Int?

    @Option(
        name: .customLong("buffer-ms"),
        help: ArgumentHelp(
            "Time limit for filling the buffer. (default: \(Setting.bufferMilliseconds.usual))", valueName: "ms"))
    var bufferMilliseconds: Int?

    @Flag(inversion: .prefixedNo, help: "Play the sound; the picture follows it. (default: --audio)")
    var audio: Bool?

    @Option(help: ArgumentHelp("Volume, 0 to 100. (default: \(Setting.volume.usual))", valueName: "percent"))
    var volume: Int?

    @Option(help: ArgumentHelp("Sound device; cameo doctor lists them.", valueName: "name"))
    var audioDevice: String?

    @Option(
        name: .customLong("audio-latency-ms"),
        help: ArgumentHelp(
            "Extra latency after the device, as with a wireless headset. (default: \(Setting.audioLatency.usual))",
            valueName: "ms"))
    var audioLatency: Int?

    @Flag(inversion: .prefixedNo, help: "Play a frame's bit of sound when stepping to it. (default: --no-step-sound)")
    var stepSound: Bool?

    @Option(
        help: "Show a small picture on top; auto: while the large one is covered. (default: \(Setting.tile.usual))"
    )
    var tile: TileMode?

    @Option(help: "Corner of the tile. (default: \(Setting.tileCorner.usual))")
    var tileCorner: TileCorner?

    @Option(help: "Size of the tile. (default: \(Setting.tileSize.usual))")
    var tileSize: TileSize?

    @Option(
        help: """
            Where to save marks: in a file beside the tape, or in the tape. \
            (default: \(Setting.marks.usual))
            """)
    var marks: MarkPlace?

    @Flag(inversion: .prefixedNo, help: "Show yourself in a call's tile while you are alone.")
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
        flags[.debug] = debug.map { "\($0)" }
        flags[.still] = still.map { "\($0)" }
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
            "Show only the face and its captions, no status line or panels; any key lists the available keys."
    )
    var clean: Bool?

    var flags: [Setting: String] { clean.map { [.clean: "\($0)"] } ?? [:] }
}

/// A tape of what a command plays.
struct RecordingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Record the session to a new tape.", valueName: "file"), completion: .file())
    var record: String?
    @Flag(help: "With --record: replace a recording of that name.") var overwrite = false

    func validate() throws {
        guard !overwrite || record != nil else { throw ValidationError("--overwrite needs --record") }
    }

    func apply(to playback: inout PlaybackOptions) {
        (playback.record, playback.overwrites) = (record, overwrite)
    }
}

struct PlayingOptions: ParsableArguments {
    @OptionGroup(title: "Playing") var settings: PlaySettingOptions

    @OptionGroup var recording: RecordingOptions

    /// - Throws: `CommandError` when the configuration cannot be read.
    func options(
        isFresh: Bool, _ view: ViewOptions? = nil, _ face: FaceOptions? = nil
    ) throws -> PlaybackOptions {
        var flags = try settings.flags.merging(face?.flags ?? [:]) { $1 }
        flags[.remember] = view?.remember.map { "\($0)" }
        var options = try configured(flags).playbackOptions
        options.isFreshView = view?.freshView ?? false
        recording.apply(to: &options)
        options.retold = settings.retold
        options.playing.isFresh = isFresh
        return options
    }
}

/// What becomes of a tape that has been played to its end; without any the avatar idles on.
struct EndOptions: ParsableArguments {
    @Flag(help: "Quit at the end.") var once = false
    @Flag(help: "Start over at the end.") var loop = false

    var atEnd: AtEnd { once ? .quit : loop ? .rewind(to: .zero) : .stay }

    func validate() throws {
        if once, loop { throw ValidationError("--once and --loop exclude each other") }
    }
}

enum Follow {
    static let help: ArgumentHelp =
        "Follow a tape that is still being recorded, starting at its end; L goes back to live."
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
