import App
import ArgumentParser
import Files

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the bundled avatar, who says a few words.", discussion: "Example: cameo demo --log")

    @OptionGroup var end: EndOptions
    @OptionGroup var face: FaceOptions
    @OptionGroup(title: "What is shown") var view: PlayedViewOptions
    @OptionGroup var playing: PlayingOptions

    func run() async throws {
        let ending = try await reporting {
            var options = try playing.options(isFresh: false, view.view, face)
            options.atEnd = end.atEnd
            let file = try Assets.demoTape()
            return try await Playing.play(file, options, view: try view.kept(of: file, isBundled: true))
        }
        CommandProcess.end(by: ending)
    }
}
