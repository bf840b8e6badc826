import App
import ArgumentParser
import Files
import Live
import Scripts
import Settings

struct Agents: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List a backend's agents.", discussion: "Example: cameo agents http://127.0.0.1:5003")

    @OptionGroup var backend: BackendArguments

    func validate() throws { try backend.validateOneAgent() }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let options = try ConnectOptions.asking(try configured(backend.flags))
            for line in try await AgentList.lines(options) { try output.write(line, folding: FoldedLine.message) }
            try output.flush()
        }
    }
}
