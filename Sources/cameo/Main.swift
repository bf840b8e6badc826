import App
import ArgumentParser
import Events
import Files

@main
struct Cameo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo",
        abstract: "Plays streamed talking avatars in a terminal, and shows why a frame looks as it does.",
        discussion: """
            Example: cameo demo

            While playing: space pauses, . goes one frame forward, ? shows all keys, q quits.

            cameo FILE plays a tape, as cameo play FILE does. cameo --generate-completion-script bash prints completions for \
            that shell; zsh and fish have theirs.
            """,
        version: Version.text,
        subcommands: [BenchEngine.self, BenchVideo.self, BenchStep.self, BenchMutants.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Watch",
                subcommands: [
                    Demo.self, Play.self, Step.self, Connect.self, Call.self, Pip.self, Paint.self,
                ]),
            CommandGroup(
                name: "Speak and read",
                subcommands: [Say.self, Chat.self, Read.self, Narrate.self, ListLibrary.self, Voices.self]),
            CommandGroup(
                name: "Judge",
                subcommands: [
                    CheckTapes.self, WhyFrame.self, Inspect.self, DiffTapes.self, ReportChecks.self, ServeTools.self,
                ]),
            CommandGroup(
                name: "Make tapes and pictures",
                subcommands: [Record.self, Rewrite.self, Convert.self, Export.self]),
            CommandGroup(name: "Backends", subcommands: [Serve.self, Agents.self, Health.self]),
            CommandGroup(
                name: "This installation", subcommands: [Doctor.self, ShowConfiguration.self, ShowCache.self]),
        ],
        defaultSubcommand: Demo.self)

    /// As the library's own, with words that it does not have.
    static func main() async {
        CommandProcess.prepare()
        let words = CommandLineWords.joined(Array(CommandLine.arguments.dropFirst()))
        if let refusal = CompletionScript.refusal(words) {
            CommandLineWords.refuse(refusal, status: ExitCode.validationFailure.rawValue)
        }
        do {
            let words = try CommandLineWords.withCommand(words, commands)
            var command = try await asyncParseAsRoot(words)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let status = exitCode(for: error)
            switch status {
            case .success: answer(fullMessage(for: error), to: words)
            case .validationFailure:
                let message = CommandLineWords.mended(fullMessage(for: error), words, help: help(words))
                CommandLineWords.refuse(message, status: status.rawValue)
            default: exit(withError: error)
            }
        }
    }

    /// Help, the version, a completion script or words that complete one: what the library says, put right.
    private static func answer(_ text: String, to words: [String]) -> Never {
        let isForShell = words.first == "---completion"
        let said = isForShell ? text : CompletionScript.mended(text, commands.shown) ?? HelpText.arranged(text)
        let output = LineOutput()
        do {
            if !said.isEmpty { try output.write(said) }
            try output.flush()
            exit(withError: ExitCode.success)
        } catch {
            exit(withError: error is ReaderGone ? ExitCode.success : report(error))
        }
    }

    /// Of the command that the words name, hidden options included; `nil` where they name none.
    private static func help(_ words: [String]) -> String? {
        guard let first = try? CommandLineWords.withCommand(words, commands).first else { return nil }
        let named = configuration.subcommands.first { name(of: $0) == first }
        let isDefault = first.hasPrefix("-")
        guard let command = named ?? (isDefault ? configuration.defaultSubcommand : nil) else { return nil }
        return helpMessage(for: command, includeHidden: true)
    }

    private static var commands: CommandNames {
        let all = configuration.subcommands
        return CommandNames(
            all: all.map(name), shown: all.filter { $0.configuration.shouldDisplay }.map(name))
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}
