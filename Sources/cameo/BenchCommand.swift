import App
import ArgumentParser
import Checks

/// For `make bench`.
struct BenchEngine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-engine", abstract: "Measures ticks a second of the engine.",
        discussion: "Example: cameo bench-engine", shouldDisplay: false)

    func run() { print("\(Int(EngineBench.ticksPerSecond())) ticks a second") }
}

/// For `make bench`.
struct BenchStep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-step", abstract: "Measures steps back over a tape.",
        discussion: "Example: cameo bench-step hour.cameo", shouldDisplay: false)

    @Argument(help: "The tape.") var file: String

    func run() throws { print(try StepBench(file).text) }
}

/// For `make bench`.
struct BenchVideo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-video", abstract: "Measures frames of Y4M on their way to the pixels of a tile.",
        discussion: "Example: cameo bench-video frames.y4m", shouldDisplay: false)

    @Argument(help: "A file of Y4M.") var file: String

    func run() throws { print(try VideoBench(file).text) }
}

/// For `make mutants`.
struct BenchMutants: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-mutants", abstract: "Measures how many of the faults that can be noticed check finds.",
        discussion: "Example: cameo bench-mutants --count 100 demo.cameo", shouldDisplay: false)

    @Argument(help: "Tapes that check has nothing to say against.") var files: [String]
    @Option(help: "Faults, of all tapes together; recipes, of each.") var count = 1_000
    @Option(help: "The first one's seed, or the recipe's place from 1.") var seed = 1
    @Flag(help: "The recipes of rewrite instead.") var recipes = false

    func validate() throws {
        try limit("--seed", seed, 1...1_000_000_000)
        try limit("--count", count, 0...1_000_000)
    }

    func run() throws {
        let faults: MutationTable.Faults =
            recipes ? .recipes(seed - 1..<seed - 1 + count) : .seeds(UInt64(seed)..<UInt64(seed + count))
        try MutationTable(files, faults).write { print($0) }
    }
}
