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
        help: ArgumentHelp("A TOML file of limits; options given as well count more.", valueName: "file"),
        completion: .file())
    private var limits: String?
    private var given: [(measure: CheckMeasure, value: Double?)] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        _limits = try values.decode(Option<String?>.self, forKey: .limits)
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
        return Mirror(self, children: [(label: Name.limits.stringValue, value: _limits as Any)] + measures)
    }

    private static func option(_ measure: CheckMeasure) -> Option<LimitArgument?> {
        let help = ArgumentHelp("\(measure.meaning). (default: \(measure.usualText))", valueName: "n|none")
        return Option(name: .customLong(measure.optionName), help: help)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        static let limits = Name("limits")

        init(_ name: String) { stringValue = name }
        init(_ measure: CheckMeasure) { stringValue = measure.rawValue }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    func validate() throws {
        for (measure, value) in given where !measure.allows(value) {
            throw ValidationError("--\(measure.optionName) is \(measure.expected)")
        }
    }

    func read() throws -> CheckLimits {
        var all = try limits.map { try CheckLimits(file: $0) } ?? CheckLimits()
        for (measure, value) in given { all[measure] = value }
        return all
    }
}

extension CheckMeasure {
    fileprivate var optionName: String { rawValue.replacing("_", with: "-") }
}

struct CheckTapes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Judges tapes and books: does every frame and every word show when it should?",
        discussion: """
            Plays each tape on a clock of its own, as fast as it can be computed, on all cores. A tape that holds what an \
            engine heard is replayed as it was heard; any other is played afresh, with --fresh all are.

            A folder, a zip of one, a manifest.json or a chunk_0000.json is a book: its text is read and its sound decoded.

            Ends with status 0 when all tapes are clean, 1 when something is beyond its limit, 2 when a tape cannot be read, \
            74 when the results cannot be written. A reader that goes away (| head) changes nothing.

            A file of limits has lines such as max_seams = 2 and max_late = "none": the limits below, with _ in place of -.

            Example: cameo check --limits ci.toml --junit results.xml tapes/*.cameo
            """)

    @Argument(help: ArgumentHelp("Tapes, .cameo or .ndjson, and books.", valueName: "files"), completion: .file())
    var tapes: [String]
    @Flag(help: "Play the streams anew, also where a tape says how it was heard.") var fresh = false
    @Flag(help: "Print one JSON object a tape.") var json = false
    @Flag(name: .shortAndLong, help: "Print figures and findings of clean tapes too.") var verbose = false
    @Flag(help: "Say below each finding why the frame that it marks is as it is, as `cameo why` does.") var explain =
        false
    @Option(help: ArgumentHelp("Write the results to a file in JUnit's form.", valueName: "file"), completion: .file())
    var junit: String?
    @Option(help: ArgumentHelp("How many findings of one kind are listed for a tape, 0 to 100000.", valueName: "n"))
    var findings = 20
    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        try limit("--findings", findings, 0...100_000)
        try validateJUnit(junit)
    }

    func run() async throws {
        let status = try await reporting {
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
            return status
        }
        if status != 0 { throw ExitCode(status) }
    }
}

/// Standard output has the text, or JSON.
func validateJUnit(_ path: String?) throws {
    guard path != "" else { throw ValidationError("--junit: \(FileNames.nameless)") }
    guard path != "-" else { throw ValidationError("--junit needs a file; /dev/stdout is standard output") }
}
