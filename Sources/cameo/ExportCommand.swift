import ArgumentParser
import Cells
import Events
import Exports
import Files
import Frames
import Settings

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes frames of a tape as pictures, an animation, a terminal recording or a contact sheet.",
        discussion: """
            The output's name says what it becomes:

              shot.png          one frame: its picture; several: a contact sheet
              frames/           a folder, made when it is not there: a PNG file a frame
              frames/f%05d.png  the same, under other names
              talk.webp         an animation (--lossless, or --quality)
              talk.gif          an animation of 255 colors
              talk.cast         an asciicast of the terminal picture
              trace.json        the whole tape as trace events, for ui.perfetto.dev

            Frames are counted as `cameo inspect --frames` counts them. Conditions add up. A range is A..B with both \
            ends, A.., ..B or A. Pictures are exact, at the source's resolution. Frames that were never on screen are \
            empty in a contact sheet and left out elsewhere. What was there under the output's name is replaced once \
            all is written.

            Example: cameo export call.cameo --frames 290..320 -o trouble.png
            """)

    @Argument(help: "The tape, .cameo or .ndjson.", completion: .file()) var file: String
    @Option(
        name: .shortAndLong, help: ArgumentHelp("File, folder or pattern to write to.", valueName: "name"),
        completion: .file())
    var output: String

    @Option(help: ArgumentHelp("Frames with these numbers, from 0 on.", valueName: "A..B"), transform: FrameRange.typed)
    var frames = FrameRange.all
    @Option(
        help: ArgumentHelp("Frames on screen then: 1.2..3s, 900ms, 1:02.5...", valueName: "A..B"),
        transform: TimeRange.typed)
    var time = TimeRange.all
    @Option(help: ArgumentHelp("Frames of this chunk.", valueName: "n")) var chunk: Int?
    @Option(
        help: ArgumentHelp("Only each n-th of them, and those that are not SYNC or that a fault marks.", valueName: "n")
    ) var step = 1
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false

    @OptionGroup var engine: EngineOptions

    @Option(help: "What to show.") var view = PictureView.composite
    @Option(
        help: ArgumentHelp(
            "Frames below each one in the view onion. (default: \(PictureView.usualOnion))", valueName: "n"))
    var onion: Int?
    @Option(help: ArgumentHelp("Make pictures smaller: a factor up to 1.", valueName: "factor")) var scale: Double?
    @Option(
        help: ArgumentHelp("Make pictures smaller: their width (in a contact sheet 160 unless given).", valueName: "px")
    )
    var width: Int?

    @Flag(help: "A contact sheet, even of one frame.") var sheet = false
    @Option(help: ArgumentHelp("Pictures beside each other in a contact sheet.", valueName: "n")) var columns: Int?
    @Flag(help: "WebP: every pixel exact.") var lossless = false
    @Option(help: ArgumentHelp("WebP: 0 (smallest) to 100. (default: \(Export.usualQuality))", valueName: "n"))
    var quality: Int?
    @Option(
        help: ArgumentHelp("asciicast: size of the terminal; as has room in 80x40 unless given.", valueName: "CxR"))
    var size: CellSizeArgument?
    @Option(help: "asciicast: colors, \(ColorDepth.typedNames). (default: \(CastOptions().colors.rawValue))")
    var colors: ColorDepth?
    @Option(
        help: ArgumentHelp(
            "asciicast: leave colors that differ by no more than this (0 to 255); saves bytes. "
                + "(default: \(CastOptions().tolerance))", valueName: "n"))
    var tolerance: Int?
    @Option(help: "asciicast: block characters. (default: \(CastOptions().blocks.rawValue))") var blocks: BlockStyle?

    private static let usualQuality = 80

    func validate() throws {
        try refuseOptionsOfOtherKinds()
        guard (chunk ?? 0) >= 0 else { throw ValidationError("--chunk counts from 0") }
        try limit("--step", step, 1...1_000_000)
        guard scale == nil || width == nil else { throw ValidationError("either --scale or --width") }
        guard scale.map({ $0 > 0 && $0 <= 1 }) ?? true else {
            throw ValidationError("--scale is above 0 and at most 1")
        }
        try limit("--width", width, 1...Limits.pictureSide)
        try limit("--onion", onion, PictureView.onionFrames)
        guard onion == nil || view == .onion else { throw ValidationError("--onion is for --view onion") }
        try limit("--columns", columns, 1...1_000)
        try Setting.tolerance.limit(tolerance)
        guard !lossless || quality == nil else {
            throw ValidationError("--quality is for a WebP with loss, --lossless for one without: give one of them")
        }
        try limit("--quality", quality, 0...100)
    }

    func run() async throws {
        let (file, asked, engine) = (file, options, engine)
        try await reporting {
            let configuration = try configured(try engine.flags)
            var options = asked
            options.playing = TapePlaying(isFresh: fresh, configuration)
            let report =
                TraceExport.isNamed(output)
                ? try TraceExport.run(file, to: output, options.playing) { warn($0, of: file) }
                : try Exporting.run(file, options) { warn($0, of: file) }
            let output = LineOutput()
            try output.write(TextCells.visible(report.text))
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
                ? "\(wrong.name) is for pictures; a trace is of the whole tape"
                : "\(wrong.name) is for \(wrong.kind?.rawValue ?? "pictures")")
    }

    /// With the kind of output that each is for; `nil` for all that have pictures.
    private var optionsOfKinds: [(name: String, isGiven: Bool, kind: OutputKind?)] {
        [
            ("--frames", frames != .all, nil), ("--time", time != .all, nil), ("--chunk", chunk != nil, nil),
            ("--step", step != 1, nil), ("--view", view != .composite, nil), ("--onion", onion != nil, nil),
            ("--scale", scale != nil, nil), ("--width", width != nil, nil), ("--sheet", sheet, nil),
            ("--columns", columns != nil, .sheet), ("--lossless", lossless, .webP),
            ("--quality", quality != nil, .webP), ("--size", size != nil, .cast), ("--colors", colors != nil, .cast),
            ("--tolerance", tolerance != nil, .cast), ("--blocks", blocks != nil, .cast),
        ]
    }

    private var options: ExportOptions {
        var options = ExportOptions(output: output)
        options.choice.frames = frames
        options.choice.time = time
        options.choice.chunk = chunk
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

extension FrameRange {
    fileprivate static func typed(_ text: String) throws -> FrameRange {
        guard let range = FrameRange(text) else {
            throw ValidationError("expected frames (290..320, 290.., ..320 or 290), the first not behind the last")
        }
        return range
    }
}

extension TimeRange {
    fileprivate static func typed(_ text: String) throws -> TimeRange {
        guard let range = TimeRange(text) else {
            throw ValidationError("expected moments (1.2..3s, 2s.., ..0:03 or 900ms), the first not behind the last")
        }
        return range
    }
}

extension PictureView: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument)
    }
}
