import App
import ArgumentParser
import Files
import Scripts
import Settings

struct ShowCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "List or remove clips downloaded from backends.",
        discussion: """
            Clips in use by a program are not removed. The exit status is 1 if a clip could not be removed for another reason.

            Example: cameo cache --clear http://127.0.0.1:5003
            """)

    @Argument(help: "Only clips from this backend.") var backend: String?
    @Flag(help: "Remove the clips.") var clear = false
    @OptionGroup var options: CacheOptions

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let clips = try DownloadedClips(try configured(options.flags), backend: backend)
            let cleared = clear ? clips.clear() : nil
            let lines = cleared.map { [$0.line] } ?? clips.list(toCells: LineOutput.columns)
            for line in lines { try output.write(TerminalText.visible(line), folding: FoldedLine.message) }
            try output.flush()
            if let failure = cleared?.failure { throw failure }
        }
    }
}
