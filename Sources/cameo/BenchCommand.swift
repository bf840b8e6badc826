import App
import ArgumentParser
import Checks

/// For `make bench`.
struct BenchEngine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-engine", abstract: "Measure engine ticks per second.",
        discussion: "Example: cameo bench-engine", shouldDisplay: false)

    func run() { print("\(Int(EngineBench.ticksPerSecond())) ticks per second") }
}

/// For `make bench`.
struct BenchStep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-step", abstract: "Measure steps back through a tape.",
        discussion: "Example: cameo bench-step hour.cameo", shouldDisplay: false)

    @Argument(help: "The tape.") var file: String

    func run() throws { print(try StepBench(file).text) }
}

/// For `make bench`.
struct BenchVideo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-video", abstract: "Measure how fast Y4M frames become tile pixels.",
        discussion: "Example: cameo bench-video frames.y4m", shouldDisplay: false)

    @Argument(help: "A Y4M file.") var file: String

    func run() throws { print(try VideoBench(file).text) }
}

/// For `make mutants`.
struct BenchMutants: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-mutants", abstract: "Measure how many noticeable faults check finds.",
        discussion: "Example: cameo bench-mutants --count 100 demo.cameo", shouldDisplay: false)

    @Argument(help: "Tapes without faults.") var files: [String]
    @Option(help: "Faults over all tapes; recipes per tape.") var count = 1_000
    @Option(help: "First seed, or first recipe counted from 1.") var seed = 1
    @Flag(help: "Use rewrite's recipes instead.") var recipes = false

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
