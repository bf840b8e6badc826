import App
import ArgumentParser

@main
struct Cameo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo",
        abstract: "Plays streamed talking avatars in a terminal, and shows why a frame looks as it does.",
        discussion: """
            Example: cameo demo

            While playing: space pauses, . goes one frame forward, ? shows all keys, q quits.
            """,
        version: Version.text,
        subcommands: [
            Demo.self, Play.self, Step.self, Inspect.self, CheckTapes.self, ReportChecks.self, DiffTapes.self,
            Export.self, Convert.self, Rewrite.self, Paint.self, Doctor.self, BenchEngine.self, BenchStep.self,
        ],
        defaultSubcommand: Demo.self)
}
