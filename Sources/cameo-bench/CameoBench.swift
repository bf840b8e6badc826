import ArgumentParser
import Benchmarks
import CProcess
import Events
import Files
import Platform
import Typesetting

/// What `make bench` and `make mutants` measure inside of Cameo; of the project, not of what is installed.
@main
struct CameoBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cameo-bench", abstract: "Measure Cameo from the inside.",
        subcommands: [MeasureEngine.self, MeasureSteps.self, MeasureVideo.self, MeasureMutants.self])

    /// As `cameo` begins, so that its memory is measured too.
    static func main() {
        Descriptor.holdStandardNumbers()
        cameo_share_heaps()
        main(nil)
    }
}

struct MeasureEngine: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine", abstract: "Measure engine ticks per second.")

    func run() { print("\(Int(EngineBench.ticksPerSecond())) ticks per second") }
}

struct MeasureSteps: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Measure steps back through a tape.",
        discussion: "Example: cameo-bench step hour.cameo")

    @Argument(help: "The tape.") var file: String

    func run() throws { try reporting { print(try StepBench(file).text) } }
}

struct MeasureVideo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "video", abstract: "Measure how fast Y4M frames become tile pixels.",
        discussion: "Example: cameo-bench video frames.y4m")

    @Argument(help: "A Y4M file.") var file: String

    func run() throws { try reporting { print(try VideoBench(file).text) } }
}

struct MeasureMutants: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutants", abstract: "Measure how many noticeable faults check finds.",
        discussion: "Example: cameo-bench mutants --count 100 demo.cameo")

    @Argument(help: "Tapes without faults.") var files: [String]
    @Option(help: "Faults over all tapes; recipes per tape.") var count = 1_000
    @Option(help: "First seed, or first recipe counted from 1.") var seed = 1
    @Flag(help: "Use rewrite's recipes instead.") var recipes = false

    func validate() throws {
        guard (1...1_000_000_000).contains(seed) else {
            throw ValidationError("--seed: expected 1 to 1000000000, found \(seed)")
        }
        guard (0...1_000_000).contains(count) else {
            throw ValidationError("--count: expected 0 to 1000000, found \(count)")
        }
    }

    func run() throws {
        let faults: MutationTable.Faults =
            recipes ? .recipes(seed - 1..<seed - 1 + count) : .seeds(UInt64(seed)..<UInt64(seed + count))
        try reporting { try MutationTable(files, faults).write { print($0) } }
    }
}

/// Runs a measurement; an error becomes one line on standard error and the exit status that it stands for.
private func reporting(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch {
        let error = CommandError(error)
        StandardError.write("cameo-bench: \(TerminalText.visible(error.reason))")
        throw ExitCode(error.exitStatus)
    }
}
