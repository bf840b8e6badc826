import ArgumentParser
import Exports
import Playback
import Settings

struct ServeTools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Lets programs look at tapes: a Model Context Protocol server on standard input and output.",
        discussion: """
            Tools: faults, frame, why, heard, diff, picture. For a program that starts such servers, in its configuration:

              {"mcpServers": {"cameo": {"command": "cameo", "args": ["mcp"]}}}

            A line of JSON is a message. It ends with its input; what it is doing then is given up.

            Example: cameo mcp
            """)

    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions

    func run() async throws {
        try await reporting {
            let playing = try files.playing(TapePlaying(isFresh: false, try configured(try engine.flags)))
            try ToolServer(playing).run()
        }
    }
}
