import App
import ArgumentParser
import Checks
import Events
import Files
import Settings

/// A number from 0 on, or `none`.
struct LimitArgument: ExpressibleByArgument {
    let value: Double?

    init?(argument: String) {
        guard let value = CheckLimits.value(argument) else { return nil }
        self.value = value
    }
}

/// Limits from a file, and each by an option of its own, which counts more.
struct LimitOptions: ParsableArguments, CustomReflectable {
    @Option(
        help: ArgumentHelp("TOML file of limits; options override it.", valueName: "file"),
        completion: .file())
    private var limits: String?
    @Flag(help: "Fail if a limit that you set could not be measured.") private var strict = false
    private var given: [(measure: CheckMeasure, value: Double?)] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        _limits = try values.decode(Option<String?>.self, forKey: .limits)
        _strict = try values.decode(Flag<Bool>.self, forKey: .strict)
        given = try CheckMeasure.allCases.compactMap { measure in
            let argument = try values.decode(Option<LimitArgument?>.self, forKey: Name(measure)).wrappedValue
            return argument.map { (measure, $0.value) }
        }
    }

    /// The parser looks for options among a type's stored properties, which it finds by reflection: so it finds one of each measure.
    var customMirror: Mirror {
        let measures = CheckMeasure.allCases.map { measure in
            (label: Name(measure).stringValue, value: Self.option(measure) as Any)
        }
        return Mirror(
            self,
            children: [
                (label: Name.limits.stringValue, value: _limits as Any), (Name.strict.stringValue, _strict as Any),
            ] + measures)
    }

    private static func option(_ measure: CheckMeasure) -> Option<LimitArgument?> {
        let help = ArgumentHelp("\(measure.meaning). (default: \(measure.usualText))", valueName: "n|none")
        return Option(name: .customLong(measure.optionName), help: help)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        static let limits = Name("limits")
        static let strict = Name("strict")

        init(_ name: String) { stringValue = name }
        init(_ measure: CheckMeasure) { stringValue = measure.rawValue }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    func validate() throws {
        for (measure, value) in given where !measure.allows(value) {
            let found = value.map { "\($0)" } ?? "none"
            throw ValidationError("--\(measure.optionName): expected \(measure.expected), found \(found)")
        }
    }

    func read() throws -> CheckLimits {
        var all = try limits.map { try CheckLimits(file: $0) } ?? CheckLimits()
        for (measure, value) in given { all[measure] = value }
        all.isStrict = strict
        return all
    }
}

extension CheckMeasure {
    fileprivate var optionName: String { rawValue.replacing("_", with: "-") }
}

struct CheckTapes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check tapes and books for faults, frame by frame and word by word.",
        discussion: """
            Plays each tape on a virtual clock, as fast as possible, on all cores. A tape that records how it was \
            played is replayed exactly; any other, or every tape with --fresh, is replayed from the stream.

            A folder that holds a book, a zip of one, a manifest.json or a chunk_0000.json is a book: Cameo reads its text and \
            decodes its sound, and checks tapes that lie in the folder. For any other folder, Cameo checks all tapes and books in it \
            and below it; films and subtitles are passed over.

            Exit status: 0 all tapes clean, 1 a limit exceeded (with --strict, also one that could not be measured), 2 a tape unreadable, \
            74 the results could not be written. A closed pipe (| head) is not an error.

            A limits file has lines such as max_seams = 2 and max_late = "none": the options below, with _ instead of -.

            Example: cameo check --limits ci.toml --junit results.xml tapes/*.cameo
            """)

    @Argument(
        help: ArgumentHelp(
            "Tapes (.cameo or .ndjson), books, or folders of them; - reads standard input.", valueName: "files"),
        completion: .file())
    var tapes: [String]
    @Flag(help: "Replay the streams even if the tapes record how they were played.") var fresh = false
    @Flag(help: "Print one JSON object per tape.") var json = false
    @Flag(name: .shortAndLong, help: "Print figures and findings of clean tapes, too.") var verbose = false
    @Flag(help: "Explain each finding's frame, like `cameo why`.") var explain =
        false
    @Option(help: ArgumentHelp("Write the results to a file in JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?
    @Option(help: ArgumentHelp("Maximum findings listed per kind and tape, 0 to 100000.", valueName: "n"))
    var findings = 20
    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        try limit("--findings", findings, 0...100_000)
        try validateJUnit(junit)
    }

    func run() async throws {
        let (status, isRemembering) = try await reporting {
            let output = VerdictOutput()
            var checking = Checking()
            let configuration = try configured(try engine.flags)
            checking.options.limits = try limits.read()
            checking.options.playing = try files.playing(TapePlaying(isFresh: fresh, configuration))
            checking.options.findingsKept = findings
            checking.options.explains = explain
            checking.asJSON = json
            checking.isLong = verbose
            checking.junit = junit
            let status = try await checking.run(tapes) { line in
                output.write(line)
                output.flush()
            }
            try output.finish()
            return (status, configuration.playbackOptions.remembersView && !json)
        }
        if status <= ExitStatus.failed {
            NextHint.check(files: tapes, isClean: status == 0).sayOnce(isRemembering: isRemembering)
        }
        if status != 0 { throw ExitCode(status) }
    }
}

/// Standard output has the text, or JSON.
func validateJUnit(_ path: String?) throws {
    guard path != "" else { throw ValidationError("--junit: \(FileNames.nameless)") }
    guard path != "-" else { throw ValidationError("--junit needs a file; for standard output use /dev/stdout") }
}

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
