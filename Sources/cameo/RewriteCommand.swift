import ArgumentParser
import Cells
import Files
import Playback

struct Rewrite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a tape anew with events delayed, dropped, repeated, reordered, corrupted or changed.",
        discussion: """
            Recipes make the nasty cases of the specification out of a good recording; docs/rewrite.md has the rules' grammar.

            Example: cameo rewrite --recipe N14 good.cameo -o bad.cameo
            Example: cameo rewrite --rule 'delay 400ms where name=receive_audio chunk=1' good.cameo -o bad.cameo
            """)

    @Argument(help: "The recording, .cameo or .ndjson.", completion: .file()) var input: String?
    @Option(
        name: [.short, .long], help: "Where to write, .cameo or .ndjson; appears only when complete.",
        completion: .file())
    var output: String?
    @Option(help: "A rule; may be given several times, applied in order, behind the recipes.") var rule: [String] = []
    @Option(
        help: "A ready-made case, such as N14; may be given several times.", completion: .list(RewriteJob.recipeNames))
    var recipe: [String] = []
    @Option(
        help: ArgumentHelp(
            "A whole number from 0 on: decides what chance does, and which frame a recipe spoils that spoils one (the one "
                + "in the middle unless given); the same seed gives the same tape.", valueName: "n"))
    var seed: UInt64?
    @Option(
        help:
            "The message that recipes spoil, where there are several, as screens number it; the first one unless given."
    )
    var message: Int?
    @Flag(help: "List all recipes, a line each.") var list = false
    @Flag(help: "Print the rules that a recipe stands for on this recording, and write nothing.") var show = false

    func validate() throws {
        if list { return try refuseBesideList() }
        guard input != nil else { throw ValidationError("a recording is missing; or ask for --list") }
        guard show || output != nil else { throw ValidationError("-o is missing: where to write") }
        guard !rule.isEmpty || !recipe.isEmpty else { throw ValidationError("nothing to do: give --rule or --recipe") }
        if let message, message < 0 { throw ValidationError("--message is a number from 0 on") }
    }

    private func refuseBesideList() throws {
        let isAlone =
            input == nil && output == nil && rule.isEmpty && recipe.isEmpty && seed == nil && message == nil && !show
        guard isAlone else { throw ValidationError("--list shows all recipes: it stands alone") }
    }

    func run() async throws {
        try await reporting {
            let lines = LineOutput()
            if list {
                for line in RewriteJob.list { try lines.write(line) }
                return try lines.flush()
            }
            guard let input else { return }
            var job = RewriteJob()
            (job.rules, job.recipes) = (rule, recipe)
            (job.seed, job.message) = (seed, message)
            if show {
                for rule in try job.resolved(input) { try lines.write(TextCells.visible(rule)) }
                return try lines.flush()
            }
            guard let output else { return }
            _ = try job.run(input, to: output)
        }
    }
}
