import ArgumentParser
import Checks
import Events
import Playback
import Settings

struct DiffTapes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two tapes of the same message frame by frame.",
        discussion: """
            Frames are matched by message, chunk, section and sequence. Instead of a tape you can give another client's frame \
            log (.log), or the tape of it that `cameo serve --logs` \
            wrote. Sounds are compared byte by byte for each chunk; a frame log has none.

            A position such as 1/3:0.20 (message, chunk, section, sequence) can be passed to `cameo why` for the \
            first tape, and for the second if its messages have the same numbers; #32 is a frame number.

            Exit status: 0 no differences, 1 differences, 2 a file unreadable, 74 the \
            result could not be written.

            Example: cameo diff yesterday.cameo today.cameo
            """)

    @Argument(
        help: "A tape (.cameo or .ndjson; - reads one from standard input) or a frame log (.log).",
        completion: .file())
    var first: String
    @Argument(help: "The file to compare it with.", completion: .file()) var second: String
    @Flag(help: "Replay the streams even if the tapes record how they were played.") var fresh = false
    @Flag(help: "Print one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Ignore time differences up to this, measured from the message's first frame.", valueName: "ms"))
    var toleranceMs = 20
    @Option(help: ArgumentHelp("Maximum differences listed, 0 to 1000000.", valueName: "n")) var limit = 50
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
            let isSame = try await reading([first, second]) { input in
                let (tolerance, paths) = (TimeSpan.milliseconds(Int64(toleranceMs)), input.paths)
                let diff = try Diff(paths[0], paths[1], playing, tolerance: tolerance, listing: limit) {
                    warn($1, of: input.named($0))
                }
                for line in json ? [diff.json] : diff.foldedLines { output.write(input.named(line)) }
                return diff.isSame
            }
            try output.finish()
            return isSame
        }
        if !isSame { throw ExitCode(1) }
    }
}
