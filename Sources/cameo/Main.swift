import App
import ArgumentParser
import Events
import Files

@main
struct Cameo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo",
        abstract:
            "A talking face for your terminal: it reads text, books and answers aloud, and lets you debug avatar streams frame by frame.",
        discussion: """
            Example: cameo demo

            While playing: space pauses, . steps one frame forward, ? shows all keys, q quits.

            cameo FILE is short for cameo play FILE. cameo --generate-completion-script bash prints completions for \
            that shell; also for zsh and fish.
            """,
        version: Version.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Watch",
                subcommands: [
                    Demo.self, Play.self, Step.self, Connect.self, CallCommand.self, Pip.self, Paint.self,
                ]),
            CommandGroup(
                name: "Speak and read",
                subcommands: [Say.self, Chat.self, Read.self, Narrate.self, ListLibrary.self, Voices.self, Avatar.self]),
            CommandGroup(
                name: "Judge",
                subcommands: [
                    CheckTapes.self, WhyFrame.self, Inspect.self, DiffTapes.self, ReportChecks.self, ServeTools.self,
                ]),
            CommandGroup(
                name: "Record, convert and export",
                subcommands: [Record.self, Rewrite.self, Convert.self, Export.self]),
            CommandGroup(name: "Backends", subcommands: [Serve.self, Agents.self, Health.self]),
            CommandGroup(
                name: "Installation", subcommands: [Doctor.self, ShowConfiguration.self, ShowCache.self]),
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
                let command = command(words)
                let fault = CommandLineFault(fullMessage(for: error), words, command: command?.name)
                let help = command.map { helpMessage(for: $0.type, includeHidden: true) }
                CommandLineWords.refuse(fault.line(help: help), status: status.rawValue)
            default: exit(withError: error)
            }
        }
    }

    /// Help, the version, a completion script or words that complete one: what the library says, put right.
    private static func answer(_ text: String, to words: [String]) -> Never {
        let isForShell = words.first == "---completion"
        let said = isForShell ? text : CompletionScript.mended(text, commands) ?? HelpText.arranged(text)
        let output = LineOutput()
        do {
            if !said.isEmpty { try output.write(said) }
            try output.flush()
            exit(withError: ExitCode.success)
        } catch {
            exit(withError: error is ReaderGone ? ExitCode.success : report(error))
        }
    }

    /// The one that the words name, with all its words; `nil` where they name none.
    private static func command(_ words: [String]) -> (type: any ParsableCommand.Type, name: String)? {
        guard let words = try? CommandLineWords.withCommand(words, commands), let first = words.first else {
            return nil
        }
        guard let named = configuration.subcommands.first(where: { name(of: $0) == first }) else {
            let standard = first.hasPrefix("-") ? configuration.defaultSubcommand : nil
            return standard.map { ($0, name(of: $0)) }
        }
        let inner = named.configuration.subcommands.first { name(of: $0) == words.dropFirst().first }
        return inner.map { ($0, "\(first) \(name(of: $0))") } ?? (named, first)
    }

    private static var commands: [String] { configuration.subcommands.map(name) }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }
}
