import ArgumentParser
import Checks
import Events
import Playback
import Settings

struct DiffTapes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what differs between two tapes of the same message, frame by frame, first difference first.",
        discussion: """
            Frames are laid beside each other by message, chunk, section and sequence. Instead of a tape a frame log of \
            another client can be given, whose name ends in .log, or the tape of its log that `cameo serve --logs` has \
            kept; then what both say is compared. Sounds are compared by their bytes, chunk by chunk; a frame log has none.

            A place such as 1/3:0.20 (message, chunk, section, sequence) is one that `cameo why` takes of the \
            first tape, and of the second where it numbers its messages alike; #32 is a frame of each.

            Ends with status 0 when nothing differs, 1 when something does, 2 when a file cannot be read, 74 when the \
            result cannot be written.

            Example: cameo diff yesterday.cameo today.cameo
            """)

    @Argument(help: "A tape, .cameo or .ndjson, or a frame log, .log.", completion: .file()) var first: String
    @Argument(help: "The other one.", completion: .file()) var second: String
    @Flag(help: "Play the streams anew, also where a tape says how it was heard.") var fresh = false
    @Flag(help: "Print one JSON object.") var json = false
    @Option(
        help: ArgumentHelp("Differences of time, since the message's first frame, that do not count.", valueName: "ms"))
    var toleranceMs = 20
    @Option(help: ArgumentHelp("How many differences are listed, 0 to 1000000.", valueName: "n")) var limit = 50
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        try cameo.limit("--tolerance-ms", toleranceMs, 0...1_000_000)
        try cameo.limit("--limit", limit, 0...1_000_000)
    }

    func run() async throws {
        let isSame = try await reporting {
            let output = VerdictOutput()
            let configuration = try configured(try engine.flags)
            let playing = TapePlaying(isFresh: fresh, configuration)
            let diff = try Diff(
                first, second, playing, tolerance: .milliseconds(Int64(toleranceMs)), listing: limit
            ) { warn($1, of: $0) }
            for line in json ? [diff.json] : diff.foldedLines { output.write(line) }
            try output.finish()
            return diff.isSame
        }
        if !isSame { throw ExitCode(1) }
    }
}
