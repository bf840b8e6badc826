import ArgumentParser
import Files
import Settings
import Speaking
import Speech

struct Voices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the available voices.",
        discussion: """
            Prints name, language and title; any of them names a voice, in any case: --voice de, --voice de-de, --voice German. \
            Built-in voices have variants, as in en-us+f3. Any program can act as a voice, see docs/using/voices.md.

            Example: cameo voices --language en
            """)

    @Option(help: ArgumentHelp("Only voices of this language, such as en, pt-br or German.", valueName: "language"))
    var language: String?
    @Option(
        help: ArgumentHelp("List the voices of your own program (docs/using/voices.md).", valueName: "file"),
        completion: .file())
    var voiceProgram: String?
    @Flag(help: "Print one JSON object per voice.") var json = false

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            var flags: [Setting: String] = [:]
            flags[.voiceProgram] = voiceProgram
            let speaker = VoiceChoice(try configured(flags).voice)
            let lines = try await VoiceList.lines(
                of: speaker, language: language, asJSON: json, toCells: LineOutput.columns)
            for line in lines { try output.write(line) }
            try output.flush()
        }
    }
}
