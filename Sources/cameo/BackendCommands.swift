import App
import ArgumentParser
import Files
import Live
import Settings
import Typesetting

struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether a backend is up and how fast it responds.",
        discussion: """
            Tests the health endpoints and the socket handshake, one line each. Exit status: 0 healthy, \
            1 unhealthy, 2 unreachable.

            Example: cameo health http://127.0.0.1:5003
            """)

    @OptionGroup var backend: BackendArguments

    func validate() throws { try backend.validateOneAgent() }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let check = HealthCheck(try ConnectOptions.asking(try configured(backend.flags)))
            let status = try await check.run { line in
                try output.write(line, folding: FoldedLine.message)
                try output.flush()
            }
            if status != 0 { throw ExitCode(status) }
        }
    }
}

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
