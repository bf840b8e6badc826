import App
import ArgumentParser
import Events
import Frames
import Live
import Settings

struct Call: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows a call: who speaks, with video or without, and a tile over the pages that cover it.",
        discussion: """
            A call is told in lines of JSON (docs/call.md): in a file, or as they come on standard input (-), from a \
            named pipe or from a Unix socket. Keys are read from the terminal then.

            Example: cameo call call.ndjson
            Example: ffmpeg -re -v error -i talk.mp4 -f yuv4mpegpipe - | cameo call --video -
            """)

    @Argument(help: "A tape, .cameo or .ndjson; a named pipe or a socket; - for standard input.", completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Video in Y4M, a file, a named pipe or -: the frames of the source \"\(Calling.videoName)\", and of a call of its own where none is given.",
            valueName: "file"), completion: .file())
    var video: String?

    @Option(help: ArgumentHelp("The video is raw I420 of this size.", valueName: "WxH")) var raw: PixelSizeArgument?
    @Option(help: ArgumentHelp("Frames a second of raw I420. (default: 30)", valueName: "n")) var rate: Int?
    @Flag(inversion: .prefixedNo, help: "Begin a video file again at its end. (default: --loop)") var loop: Bool?

    @OptionGroup var files: CallFileOptions
    @Option(
        help: ArgumentHelp(
            "A backend; pictures of members at addresses of it are loaded, and none from elsewhere.", valueName: "url"))
    var backend: String?

    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @OptionGroup var playing: PlayingOptions

    func validate() throws {
        guard source != nil || video != nil else { throw ValidationError("a call, or --video, has to be given") }
        guard source != "-" || video != "-" else {
            throw ValidationError("standard input is either the call or the video")
        }
        guard video != nil || (raw == nil && rate == nil && loop == nil) else {
            throw ValidationError("--raw, --rate and --loop are for --video")
        }
        guard rate == nil || raw != nil else { throw ValidationError("--rate is for --raw: Y4M says its own") }
        if let rate, !(1...1_000).contains(rate) { throw ValidationError("--rate: expected 1 to 1000") }
    }

    private func options() throws -> CallOptions {
        let place: CallOptions.Source =
            switch source {
            case nil: .videoAlone
            case "-": .standardInput
            case let path?: .path(path)
            }
        let raw = raw.map { ($0.size, Ratio(rate ?? 30, 1) ?? .one) }
        return CallOptions(
            place, video: video, raw: raw, ending: loop == false ? .hold : .loop, folder: files.folder,
            backend: try backend.map { try ConnectOptions.connection(try configured([.url: $0])) })
    }

    func run() async throws {
        let ending = try await reporting {
            try await Calling.call(try options(), try playing.options(isFresh: fresh))
        }
        CommandProcess.end(by: ending)
    }
}
