import App
import ArgumentParser
import Events
import Files
import Platform

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
            let saved = try view.kept(of: tape, isBundled: file == nil)
            return (try await Playing.play(tape, options, view: saved), options.remembersView)
        }
        if case .quit = ending { NextHint.step(tape: file).sayOnce(isRemembering: isRemembering) }
        CommandProcess.end(by: ending)
    }
}

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play the bundled demo.", discussion: "Example: cameo demo --log")

    @OptionGroup var end: EndOptions
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "View") var view: PlayedViewOptions
    @OptionGroup var playing: PlayingOptions

    func run() async throws {
        let ending = try await reporting {
            var options = try playing.options(isFresh: false, view.view, face)
            options.atEnd = end.loop ? .rewind(to: DemoTape.start) : end.atEnd
            options.whatToTryNext = DemoTape.whatToTryNext
            let file = try Assets.demoTape()
            var kept = try view.kept(of: file, isBundled: true)
            if kept.at == nil, !kept.isPaused { kept.at = .time(DemoTape.start) }
            return try await Playing.play(file, options, view: kept)
        }
        if case .quit = ending, isatty(STDERR_FILENO) != 0 { StandardError.write(DemoTape.whatToTryNext) }
        CommandProcess.end(by: ending)
    }

    private enum DemoTape {
        /// Before that the avatar only idles while its clips come.
        static let start = Instant(microseconds: 2_600_000)
        static let whatToTryNext = "Next, try: cameo say \"Hello there\"; cameo --help lists all commands"
    }
}
