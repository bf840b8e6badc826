import App
import ArgumentParser

struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays a tape (.cameo) or a stream in text form (.ndjson).",
        discussion: """
            A tape that holds what an engine heard is replayed exactly as it was; any other is played afresh on the clock.

            Example: cameo play call.cameo --fresh --buffer 30
            """)

    @Argument(help: "The tape.", completion: .file()) var file: String
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @Flag(help: "Begin on the step-debug screen, as `cameo step` does.") var step = false
    @Flag(help: Follow.help) var follow = false
    @OptionGroup var end: EndOptions
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "What is shown") var view: PlayedViewOptions
    @OptionGroup var playing: PlayingOptions

    func validate() throws {
        if step, face.clean == true { throw ValidationError("--step opens the panels that --clean does without") }
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
