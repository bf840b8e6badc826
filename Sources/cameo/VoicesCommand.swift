import ArgumentParser
import Files
import Speaking

struct Voices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the voices that can speak: name, language and title.",
        discussion: """
            Each of them can be varied, as in en-us+f3; any program can be another one, see docs/voices.md.

            Example: cameo voices --language en
            """)

    @Option(help: ArgumentHelp("Only those of a language, such as en or pt-br.", valueName: "language"))
    var language: String?

    @Flag(help: "Print one JSON object a voice.") var json = false

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            for line in try await VoiceList.lines(language: language, asJSON: json) { try output.write(line) }
            try output.flush()
        }
    }
}
