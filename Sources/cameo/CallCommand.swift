import App
import ArgumentParser
import Events
import Frames
import Live
import Settings

struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Show a call: the active speaker, with or without video.",
        discussion: """
            A call is described by lines of JSON (docs/using/call.md), from a file, standard input (-), a \
            named pipe or a Unix socket. Keys are read from the terminal.

            Example: cameo call call.ndjson
            Example: ffmpeg -re -v error -i talk.mp4 -f yuv4mpegpipe - | cameo call --video -
            """)

    @Argument(help: "A tape (.cameo or .ndjson), a named pipe, a socket, or - for standard input.", completion: .file())
    var source: String?

    @Option(
        help: ArgumentHelp(
            "Y4M video (file, named pipe or -) for the source \"\(Calling.videoName)\"; without a call, show just the video.",
            valueName: "file"), completion: .file())
    var video: String?

    @Option(help: ArgumentHelp("Read the video as raw I420 of this size.", valueName: "WxH")) var raw:
        PixelSizeArgument?
    @Option(help: ArgumentHelp("Frames per second of raw I420. (default: 30)", valueName: "n")) var rate: Int?
    @Flag(inversion: .prefixedNo, help: "Restart a video file at its end. (default: --loop)") var loop: Bool?

    @OptionGroup var files: CallFileOptions
    @Option(
        help: ArgumentHelp(
            "Load member pictures from addresses of this backend only.", valueName: "url"))
    var backend: String?

    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false
    @OptionGroup var playing: PlayingOptions

    func validate() throws {
        guard source != nil || video != nil else { throw ValidationError("missing argument: a call, or --video") }
        guard source != "-" || video != "-" else {
            throw ValidationError("standard input can be either the call or the video, not both")
        }
        guard video != nil || (raw == nil && rate == nil && loop == nil) else {
            throw ValidationError("--raw, --rate and --loop need --video")
        }
        guard rate == nil || raw != nil else { throw ValidationError("--rate needs --raw (Y4M has its own rate)") }
        try limit("--rate", rate, 1...1_000)
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
