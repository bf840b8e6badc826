import ArgumentParser
import Files
import Playback
import Typesetting

struct Rewrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rewrite a tape with events delayed, dropped, repeated, reordered or corrupted.",
        discussion: """
            Recipes turn a good recording into the specification's fault cases; docs/using/rewrite.md describes the rules.

            Example: cameo rewrite --recipe N14 good.cameo -o bad.cameo
            Example: cameo rewrite --rule 'delay 400ms where name=receive_audio chunk=1' good.cameo -o bad.cameo
            """)

    @Argument(help: "The tape (.cameo or .ndjson).", completion: .file()) var input: String?
    @Option(
        name: [.short, .long], help: "The output (.cameo or .ndjson); appears only when complete.",
        completion: .file())
    var output: String?
    @Option(help: "A rule; may be repeated, applied in order after the recipes.") var rule: [String] = []
    @Option(
        help: "A ready-made case, such as N14; may be repeated.", completion: .list(RewriteJob.recipeNames))
    var recipe: [String] = []
    @Option(
        help: ArgumentHelp(
            "Random seed, 0 or more; also chooses the frame for recipes that spoil one (default: the one "
                + "in the middle). The same seed gives the same tape.", valueName: "n"))
    var seed: UInt64?
    @Option(
        help:
            "The message for recipes to spoil, numbered as on the screen; by default the first."
    )
    var message: Int?
    @Flag(help: "List all recipes.") var list = false
    @Flag(help: "Print the rules of a recipe for this tape and write nothing.") var show = false

    func validate() throws {
        if list { return try refuseBesideList() }
        guard input != nil else { throw ValidationError("missing argument: a tape (or use --list)") }
        guard show || output != nil else { throw ValidationError("missing option: -o OUTPUT") }
        guard !rule.isEmpty || !recipe.isEmpty else { throw ValidationError("nothing to do: give --rule or --recipe") }
        if let message, message < 0 { throw ValidationError("--message cannot be negative") }
    }

    private func refuseBesideList() throws {
        let isAlone =
            input == nil && output == nil && rule.isEmpty && recipe.isEmpty && seed == nil && message == nil && !show
        guard isAlone else { throw ValidationError("--list takes no other options") }
    }

    func run() async throws {
        try await reporting {
            let lines = LineOutput()
            if list {
                for line in RewriteJob.list {
                    try lines.write(line) { FoldedLine.folded($0, indent: 6, width: $1) }
                }
                return try lines.flush()
            }
            guard let input else { return }
            var job = RewriteJob()
            (job.rules, job.recipes) = (rule, recipe)
            (job.seed, job.message) = (seed, message)
            if show {
                for rule in try await reading([input], { try job.resolved($0.paths[0]) }) {
                    try lines.write(TerminalText.visible(rule), folding: FoldedLine.message)
                }
                return try lines.flush()
            }
            guard let output else { return }
            try await reading([input]) { _ = try job.run($0.paths[0], to: output) }
        }
    }
}

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
