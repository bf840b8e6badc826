import ArgumentParser
import Checks
import Events

struct ReportChecks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Puts the JSON lines of many `cameo check --json` together into one summary, worst first.",
        discussion: """
            The lines may come from any number of machines; docs/scale.md shows how. Ends with status 0 when all tapes are \
            clean, 1 when one is beyond its limits, 2 when a tape or a line cannot be read or --tapes says another number, 74 when the \
            summary cannot be written.

            Example: parallel cameo check --json {} ::: tapes/*.cameo | cameo report -
            """)

    @Argument(help: "Files of JSON lines; - is standard input.", completion: .file()) var files: [String]
    @Flag(help: "Print one JSON object.") var json = false
    @Option(help: ArgumentHelp("Write the results to a file in JUnit's form.", valueName: "file"), completion: .file())
    var junit: String?
    @Option(help: ArgumentHelp("Tapes that are listed.", valueName: "n")) var top = 20

    @Option(help: ArgumentHelp("Tapes that there have to be, with one line each.", valueName: "n")) var tapes: Int?

    func validate() throws {
        guard (tapes ?? 1) > 0 else { throw ValidationError("--tapes is at least 1") }
        try limit("--top", top, 0...100_000)
        try validateJUnit(junit)
    }

    func run() async throws {
        let status = try await reporting {
            let output = VerdictOutput()
            var report = Report(listing: top, keepsAll: junit != nil)
            report.expectedTapes = tapes
            for file in files { try report.read(file) }
            for line in json ? [report.json()] : report.lines() { output.write(line) }
            output.flush()
            if let junit { try report.writeJUnit(to: junit) }
            try output.finish()
            if report.isEmpty { throw CommandError.unusable("no results: expected lines of `cameo check --json`") }
            return report.status
        }
        if status != 0 { throw ExitCode(status) }
    }
}
