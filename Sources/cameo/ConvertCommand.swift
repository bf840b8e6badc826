import ArgumentParser
import Playback

struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns a tape into text, one line an event, or text into a tape, by the files' endings.",
        discussion: "Example: cameo convert call.cameo call.ndjson")

    @Argument(help: "A .cameo or .ndjson file.", completion: .file()) var input: String
    @Argument(help: "The other kind; replaced only once all of it is written.", completion: .file()) var output: String

    func run() async throws {
        try await reporting { _ = try Conversion.run(input, to: output) }
    }
}
