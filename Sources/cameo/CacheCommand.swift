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
            A clip that some program has open is not removed.

            Example: cameo cache --clear http://127.0.0.1:5003
            """)

    @Argument(help: "Only those from this backend.") var backend: String?
    @Flag(help: "Remove them.") var clear = false
    @OptionGroup var options: CacheOptions

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let clips = try DownloadedClips(try configured(options.flags), backend: backend)
            for line in clear ? clips.clear() : clips.list() { try output.write(TextCells.visible(line)) }
            try output.flush()
        }
    }
}
