import App
import ArgumentParser
import Events
import Files
import Platform

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
