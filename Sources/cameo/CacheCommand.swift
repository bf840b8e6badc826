import App
import ArgumentParser
import Cells
import Files
import Settings

struct ShowCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Lists the clips that were downloaded from backends, or removes them.",
        discussion: """
            A clip that some program has open is not removed. Ends with 1 where one could not be removed for another reason.

            Example: cameo cache --clear http://127.0.0.1:5003
            """)

    @Argument(help: "Only those from this backend.") var backend: String?
    @Flag(help: "Remove them.") var clear = false
    @OptionGroup var options: CacheOptions

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let clips = try DownloadedClips(try configured(options.flags), backend: backend)
            let cleared = clear ? clips.clear() : nil
            for line in cleared.map({ [$0.line] }) ?? clips.list() { try output.write(TextCells.visible(line)) }
            try output.flush()
            if let failure = cleared?.failure { throw failure }
        }
    }
}
