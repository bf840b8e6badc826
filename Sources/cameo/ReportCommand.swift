import ArgumentParser
import Checks
import Events

struct ReportChecks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Summarize the output of many `cameo check --json` runs, worst first.",
        discussion: """
            The lines may come from any number of machines; docs/using/scale.md shows how. Exit status: 0 all tapes clean, \
            1 a limit exceeded, 2 a tape or line unreadable or not the number that --tapes expects, 74 the \
            summary could not be written.

            Example: parallel cameo check --json {} ::: tapes/*.cameo | cameo report -
            """)

    @Argument(help: "Files of JSON lines; - for standard input.", completion: .file()) var files: [String]
    @Flag(help: "Print one JSON object.") var json = false
    @Option(help: ArgumentHelp("Write the results to a file in JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?
    @Option(help: ArgumentHelp("Maximum tapes listed.", valueName: "n")) var top = 20

    @Option(help: ArgumentHelp("Number of tapes expected, one line each.", valueName: "n")) var tapes: Int?

    func validate() throws {
        guard (tapes ?? 1) > 0 else { throw ValidationError("--tapes must be at least 1") }
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
