import App
import ArgumentParser
import Files

struct Step: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Steps through a tape frame by frame, forward and back, with log, timeline and inspector.",
        discussion: """
            The whole tape is heard ahead, so that every frame can be gone to. In it: . and , step, > and < run to the next \
            fault, b chooses what to stop on, ? shows all keys.

            Example: cameo step call.cameo
            """)

    @Argument(help: "The tape, .cameo or .ndjson; the demo unless given.", completion: .file()) var file: String?
    @Flag(help: "Play the stream anew, also where the tape says how it was heard.") var fresh = false
    @Flag(help: Follow.help) var follow = false
    @OptionGroup(title: "What is shown") var view: ViewOptions
    @OptionGroup var playing: PlayingOptions

    func run() async throws {
        let ending = try await reporting {
            var options = try playing.options(isFresh: fresh, view)
            options.steps = true
            options.follows = follow
            let tape = try file ?? Assets.demoTape()
            return try await Playing.play(tape, options, view: try view.kept(of: tape, isBundled: file == nil))
        }
        CommandProcess.end(by: ending)
    }
}
