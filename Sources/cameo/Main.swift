import App
import ArgumentParser
import Events

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
            Demo.self, Play.self, Call.self, Step.self, Inspect.self, CheckTapes.self, ReportChecks.self,
            DiffTapes.self,
            Connect.self, Record.self, Agents.self, Health.self, Serve.self, Export.self, Convert.self, Rewrite.self,
            Paint.self,
            Pip.self, Say.self, Read.self, Narrate.self, ListLibrary.self, Voices.self, Doctor.self, ShowCache.self,
            ShowConfiguration.self,
            BenchEngine.self,
            BenchVideo.self,
            BenchStep.self, BenchMutants.self,
        ],
        defaultSubcommand: Demo.self)

    /// As the library's own, with words that it does not have.
    static func main() async {
        CommandProcess.prepare()
        let words = CommandLineWords.joined(Array(CommandLine.arguments.dropFirst()))
        do {
            if let mistake = CommandLineWords.mistake(words, known: commands) { throw ValidationError(mistake) }
            var command = try await asyncParseAsRoot(words)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let status = exitCode(for: error)
            guard status == .validationFailure else { exit(withError: error) }
            CommandLineWords.refuse(fullMessage(for: error), status: status.rawValue)
        }
    }

    private static var commands: [String] {
        configuration.subcommands.map { $0.configuration.commandName ?? "\($0)".lowercased() }
    }
}
