import App
import ArgumentParser
import Files
import Live
import Settings

struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says whether a backend is there: at its places for health, and by the handshake of its socket.",
        discussion: """
            A line for each, with the time that it took. Status 0 when one of the places and the handshake answer as they \
            should, 1 when the backend answers otherwise, 2 when nobody answers.

            Example: cameo health http://127.0.0.1:5003
            """)

    @OptionGroup var backend: BackendArguments

    func validate() throws { try backend.validateOneAgent() }

    func run() async throws {
        try await reporting {
            let output = LineOutput()
            let check = HealthCheck(try ConnectOptions.asking(try configured(backend.flags)))
            let status = try await check.run { line in
                try output.write(line)
                try output.flush()
            }
            if status != 0 { throw ExitCode(status) }
        }
    }
}
