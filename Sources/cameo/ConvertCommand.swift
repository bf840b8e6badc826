import ArgumentParser
import Playback

struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Convert a tape to text, one line per event, or text to a tape.",
        discussion: "Example: cameo convert call.cameo call.ndjson")

    @Argument(help: "A .cameo or .ndjson file; - reads standard input.", completion: .file()) var input: String
    @Argument(help: "The output, of the other kind; replaced only when complete.", completion: .file()) var output:
        String

    func run() async throws {
        try await reporting {
            try await reading([input]) { _ = try Conversion.run($0.paths[0], to: output) }
        }
    }
}
