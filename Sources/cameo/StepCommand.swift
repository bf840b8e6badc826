import App
import ArgumentParser
import Files

struct Step: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Step through a tape frame by frame, with log, timeline and inspector.",
        discussion: """
            Cameo reads the whole tape up front, so you can jump to any frame. Keys: . and , step, > and < run to the next \
            fault, b chooses what to stop on, ? shows all keys.

            Example: cameo step call.cameo
            """)

    @Argument(help: "The tape (.cameo or .ndjson); by default the demo.", completion: .file()) var file: String?
    @Flag(help: "Replay the stream even if the tape records how it was played.") var fresh = false
    @Flag(help: Follow.help) var follow = false
    @OptionGroup(title: "View") var view: ViewOptions
    @OptionGroup var playing: PlayingOptions

    func run() async throws {
        let (ending, isRemembering) = try await reporting {
            var options = try playing.options(isFresh: fresh, view)
            options.steps = true
            options.follows = follow
            let tape = try file ?? Assets.demoTape()
            let kept = try view.kept(of: tape, isBundled: file == nil)
            return (try await Playing.play(tape, options, view: kept), options.remembersView)
        }
        if case .quit = ending { NextHint.step(tape: file).sayOnce(isRemembering: isRemembering) }
        CommandProcess.end(by: ending)
    }
}
