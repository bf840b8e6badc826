import App
import ArgumentParser

struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play a tape.",
        discussion: """
            A tape that records how it was played is replayed exactly; any other is replayed from the stream.

            Example: cameo play call.cameo --fresh --buffer 30
            """)

    @Argument(help: "The tape (.cameo or .ndjson).", completion: .file()) var file: String
    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false
    @Flag(help: "Start on the step-debug screen, like `cameo step`.") var step = false
    @Flag(help: Follow.help) var follow = false
    @OptionGroup var end: EndOptions
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "View") var view: PlayedViewOptions
    @OptionGroup var playing: PlayingOptions

    func validate() throws {
        if step, face.clean == true { throw ValidationError("--step and --clean exclude each other") }
    }

    func run() async throws {
        let ending = try await reporting {
            var options = try playing.options(isFresh: fresh, view.view, face)
            options.steps = step
            options.follows = follow
            options.atEnd = end.atEnd
            return try await Playing.play(file, options, view: try view.kept(of: file))
        }
        CommandProcess.end(by: ending)
    }
}
