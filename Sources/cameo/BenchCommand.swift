import App
import ArgumentParser

/// For `make bench`.
struct BenchEngine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-engine", abstract: "Measures ticks a second of the engine.",
        discussion: "Example: cameo bench-engine", shouldDisplay: false)

    func run() { print("\(Int(EngineBench.ticksPerSecond())) ticks a second") }
}
