import App
import ArgumentParser
import Events
import Files
import Settings
import Typesetting

struct Paint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Paint raw rgb24 frames from a file or standard input (-).",
        discussion: """
            Frames as wide as the terminal and twice as high are painted unscaled, others are scaled to fit.
            Prints frames, bytes and milliseconds per frame at the end.

            Example: ffmpeg -i clip.mp4 -vf scale=160:90 -pix_fmt rgb24 -f rawvideo - | cameo paint --pixels 160x90 -
            """)

    @Option(help: ArgumentHelp("Width and height of a frame.", valueName: "WxH")) var pixels: PixelSizeArgument
    @Option(help: ArgumentHelp("Frames per second, or max for as fast as the terminal allows.", valueName: "N|max"))
    var fps = RateArgument(rate: 30)
    @Option(help: ArgumentHelp("Ignore color differences up to this (0 to 255); saves bytes.", valueName: "n"))
    var tolerance = 0
    @Flag(help: "Keep the last frame until a key is pressed.") var hold = false
    @OptionGroup var picture: PictureOptions
    @Argument(
        help: ArgumentHelp("A file of raw frames, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    func validate() throws { try Setting.tolerance.limit(tolerance) }

    func run() async throws {
        let (ending, report) = try await reporting {
            let configuration = try configured(picture.flags)
            var options = PaintOptions(size: pixels.size)
            options.rate = fps.rate
            options.terminal = configuration.terminal
            options.tolerance = tolerance
            options.holds = hold
            return try await Painting.paint(file, options)
        }
        try await reporting {
            if let untold = LineOutput.told(report.text, folding: FoldedLine.message) { throw untold }
        }
        CommandProcess.end(by: ending)
    }
}

/// `30` or `max`.
struct RateArgument: ExpressibleByArgument, CustomStringConvertible {
    /// `nil`: as fast as possible.
    let rate: Int?

    init(rate: Int?) { self.rate = rate }

    init?(argument: String) {
        if argument == "max" {
            rate = nil
        } else {
            guard let number = Int(argument), (1...1_000).contains(number) else { return nil }
            rate = number
        }
    }

    var description: String { rate.map(String.init) ?? "max" }
    var defaultValueDescription: String { description }
}
