import ArgumentParser
import Files
import MCP
import Platform
import Playback
import Settings

struct ServeTools: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Run a Model Context Protocol server that lets programs examine tapes.",
        discussion: """
            Tools: faults, frame, why, heard, diff, picture. Put this into the configuration of a program that starts such servers:

              {"mcpServers": {"cameo": {"command": "cameo", "args": ["mcp"]}}}

            Messages are lines of JSON on standard input and output. The server stops, and cancels running calls, when its input ends.

            Example: cameo mcp
            """)

    @OptionGroup var files: CallFileOptions
    @OptionGroup var engine: EngineOptions

    func run() async throws {
        try await reporting {
            let playing = try files.playing(TapePlaying(isFresh: false, try configured(try engine.flags)))
            if isatty(STDIN_FILENO) == 1 {
                complain(
                    "standard input: expected JSON-RPC messages from a program, found a terminal; press Ctrl-D to quit")
            }
            try ToolServer(playing).run()
        }
    }
}
