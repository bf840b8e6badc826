import App
import ArgumentParser

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
