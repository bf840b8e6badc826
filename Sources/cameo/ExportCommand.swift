import ArgumentParser
import Events
import Exports
import Files
import Frames
import Settings
import Typesetting

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Export frames as pictures, an animation, a terminal recording or a contact sheet.",
        discussion: """
            The output's name decides the format:

              shot.png          one frame: a picture; several: a contact sheet
              frames/           a folder (created if needed) with one PNG per frame
              frames/f%05d.png  the same, with other names
              talk.webp         an animation (--lossless, or --quality)
              talk.gif          an animation with 255 colors
              talk.cast         an asciicast of the terminal picture
              trace.json        the whole tape as trace events, for ui.perfetto.dev

            Frames are numbered as in `cameo inspect --frames`. Conditions combine. A range is A..B including both \
            ends, A.., ..B or A. Pictures are exact, at the source's resolution. Frames that were never shown are \
            empty in a contact sheet and omitted elsewhere. An existing output is replaced only when the new one is \
            complete.

            Example: cameo export call.cameo --frames 290..320 -o trouble.png
            """)

    @Argument(help: "The tape (.cameo or .ndjson).", completion: .file()) var file: String
    @Option(
        name: .shortAndLong, help: ArgumentHelp("File, folder or pattern to write to.", valueName: "name"),
        completion: .file())
    var output: String

    @Option(
        help: ArgumentHelp(
            "Frames with these numbers, counted from 0, or one frame by its position (4:0.24, 2/4:0.24), time (12.4s) or chunk (c4).",
            valueName: "A..B"), transform: FrameChoice.typed
    )
    var frames = FrameChoice()
    @Option(
        help: ArgumentHelp("Frames on screen in this range: 1.2..3s, 900ms, 1:02.5...", valueName: "A..B"),
        transform: TimeRange.typed)
    var time = TimeRange.all
    @Option(help: ArgumentHelp("Frames of this message, numbered as on the screen.", valueName: "n")) var message: Int?
    @Option(help: ArgumentHelp("Frames of this chunk.", valueName: "n")) var chunk: Int?
    @Option(
        help: ArgumentHelp("Every n-th frame, plus all that are not SYNC or have a fault.", valueName: "n")
    ) var step = 1
    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false

    @OptionGroup var salvaging: SalvageOptions
    @OptionGroup var engine: EngineOptions

    @Option(help: "View to render.") var view = PictureView.composite
    @Option(
        help: ArgumentHelp(
            "Earlier frames under each one in view onion. (default: \(PictureView.usualOnion))", valueName: "n"))
    var onion: Int?
    @Option(help: ArgumentHelp("Scale pictures down by this factor, up to 1.", valueName: "factor")) var scale: Double?
    @Option(
        help: ArgumentHelp("Scale pictures down to this width (contact sheet: 160).", valueName: "px")
    )
    var width: Int?

    @Flag(help: "Make a contact sheet even of one frame.") var sheet = false
    @Option(help: ArgumentHelp("Columns of a contact sheet.", valueName: "n")) var columns: Int?
    @Flag(help: "WebP: every pixel exact.") var lossless = false
    @Option(help: ArgumentHelp("WebP: 0 (smallest) to 100. (default: \(Export.usualQuality))", valueName: "n"))
    var quality: Int?
    @Option(
        help: ArgumentHelp("asciicast: terminal size; by default what fits in 80x40.", valueName: "CxR"))
    var size: CellSizeArgument?
    @Option(help: "asciicast: colors, \(ColorDepth.typedNames). (default: \(CastOptions().colors.rawValue))")
    var colors: ColorDepth?
    @Option(
        help: ArgumentHelp(
            "asciicast: ignore color differences up to this (0 to 255); saves bytes. "
                + "(default: \(CastOptions().tolerance))", valueName: "n"))
    var tolerance: Int?
    @Option(help: "asciicast: block characters. (default: \(CastOptions().blocks.rawValue))") var blocks: BlockStyle?

    private static let usualQuality = 80

    func validate() throws {
        try refuseOptionsOfOtherKinds()
        guard (chunk ?? 0) >= 0 else { throw ValidationError("--chunk cannot be negative") }
        guard (message ?? 0) >= 0 else { throw ValidationError("--message cannot be negative") }
        guard chunk == nil || frames.chunk == nil else {
            throw ValidationError("--chunk and --frames c\(frames.chunk ?? 0) exclude each other")
        }
        guard time == .all || frames.time == .all else {
            throw ValidationError("--time and --frames with a time exclude each other")
        }
        try limit("--step", step, 1...1_000_000)
        guard scale == nil || width == nil else { throw ValidationError("--scale and --width exclude each other") }
        guard scale.map({ $0 > 0 && $0 <= 1 }) ?? true else {
            throw ValidationError("--scale must be above 0 and at most 1")
        }
        try limit("--width", width, 1...Limits.pictureSide)
        try limit("--onion", onion, PictureView.onionFrames)
        guard onion == nil || view == .onion else { throw ValidationError("--onion needs --view onion") }
        try limit("--columns", columns, 1...1_000)
        try Setting.tolerance.limit(tolerance)
        guard !lossless || quality == nil else {
            throw ValidationError("--quality and --lossless exclude each other")
        }
        try limit("--quality", quality, 0...100)
    }

    func run() async throws {
        let (file, asked, engine) = (file, options, engine)
        try await reporting {
            let configuration = try configured(try engine.flags)
            var options = asked
            options.playing = TapePlaying(isFresh: fresh, configuration)
            options.salvages = salvaging.salvage
            let report =
                TraceExport.isNamed(output)
                ? try TraceExport.run(file, to: output, options.playing, salvages: options.salvages) {
                    warn($0, of: file)
                }
                : try Exporting.run(file, options) { warn($0, of: file) }
            let output = LineOutput()
            try output.write(TerminalText.visible(report.text), folding: FoldedLine.message)
            try output.flush()
        }
    }

    /// An option that could do nothing is a mistake, or the output's name is.
    private func refuseOptionsOfOtherKinds() throws {
        // What is wrong with the name of an output of no kind is said when it is looked at.
        guard let kind = OutputKind(output, isSheet: sheet, isOneFrame: frames.isOneFrame) else { return }
        let wrong = optionsOfKinds.first { option in
            option.isGiven && (kind == .trace || option.kind.map { $0 != kind } == true)
        }
        guard let wrong else { return }
        throw ValidationError(
            kind == .trace
                ? "\(wrong.name) is for pictures; a trace covers the whole tape"
                : "\(wrong.name) is for \(wrong.kind?.rawValue ?? "pictures")")
    }

    /// With the kind of output that each is for; `nil` for all that have pictures.
    private var optionsOfKinds: [(name: String, isGiven: Bool, kind: OutputKind?)] {
        [
            ("--frames", frames != FrameChoice(), nil), ("--time", time != .all, nil), ("--chunk", chunk != nil, nil),
            ("--message", message != nil, nil),
            ("--step", step != 1, nil), ("--view", view != .composite, nil), ("--onion", onion != nil, nil),
            ("--scale", scale != nil, nil), ("--width", width != nil, nil), ("--sheet", sheet, nil),
            ("--columns", columns != nil, .sheet), ("--lossless", lossless, .webP),
            ("--quality", quality != nil, .webP), ("--size", size != nil, .cast), ("--colors", colors != nil, .cast),
            ("--tolerance", tolerance != nil, .cast), ("--blocks", blocks != nil, .cast),
        ]
    }

    private var options: ExportOptions {
        var options = ExportOptions(output: output)
        options.choice = frames
        if time != .all { options.choice.time = time }
        options.choice.message = message.map { Generation($0) }
        if let chunk { options.choice.chunk = chunk }
        options.choice.step = step
        options.view = view
        options.onionFrames = onion ?? PictureView.usualOnion
        options.scale = scale.map { .factor($0) } ?? width.map { .width($0) }
        options.isSheet = sheet
        options.columns = columns
        options.quality = lossless ? .lossless : .lossy(quality ?? Self.usualQuality)
        options.cast.size = size?.size
        if let colors { options.cast.colors = colors }
        if let blocks { options.cast.blocks = blocks }
        if let tolerance { options.cast.tolerance = tolerance }
        return options
    }
}

/// What an output's name says, as far as options hang on it.
private enum OutputKind: String {
    case trace, files, gif
    /// Of the one frame that is named.
    case picture
    /// Or the one picture of a single frame: where not one is named, how many there are is known when the tape has been
    /// played.
    case sheet = "a contact sheet, .png (of one frame with --sheet)"
    case webP = ".webp"
    case cast = "an asciicast, .cast"

    /// `nil` for a name that means nothing.
    init?(_ output: String, isSheet: Bool, isOneFrame: Bool) {
        if TraceExport.isNamed(output) {
            self = .trace
            return
        }
        switch try? ExportTarget(output, isSheet: isSheet) {
        case .files: self = .files
        case .picture: self = isOneFrame ? .picture : .sheet
        case .sheet: self = .sheet
        case .webP: self = .webP
        case .gif: self = .gif
        case .cast: self = .cast
        case nil: return nil
        }
    }
}

extension FrameChoice {
    fileprivate static func typed(_ text: String) throws -> FrameChoice {
        if let range = FrameRange(text) {
            var choice = FrameChoice()
            choice.frames = range
            return choice
        }
        guard let choice = FrameChoice(frame: text) else {
            throw ValidationError(
                "expected frames in ascending order (290..320, 290.., ..320 or 290), a position (4:0.24), a time (12.4s) or a chunk (c4)"
            )
        }
        return choice
    }
}

extension TimeRange {
    fileprivate static func typed(_ text: String) throws -> TimeRange {
        guard let range = TimeRange(text) else {
            throw ValidationError("expected times in ascending order (1.2..3s, 2s.., ..0:03 or 900ms)")
        }
        return range
    }
}

extension PictureView: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument)
    }
}
