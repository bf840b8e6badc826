import ArgumentParser
import Exports
import Files
import Platform
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
            if isatty(STDIN_FILENO) == 1 {
                StandardError.write("cameo: speaks JSON-RPC with a program on standard input; Ctrl-D ends it")
            }
            try ToolServer(playing).run()
        }
    }
}
