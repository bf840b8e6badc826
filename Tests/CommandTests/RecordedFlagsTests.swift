import Foundation
import Playback
import Support
import Testing

extension WithoutATerminal {
    struct RecordedFlagsTests {
        /// What the argument parser tells of the program.
        private struct Dump: Decodable {
            let command: Command
        }

        private struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            /// The command lines of these are on a tape; `serve` logs its sessions.
            var records: Bool {
                ["record", "serve"].contains(commandName) || words("option").contains("--record")
            }

            func words(_ kind: String) -> Set<String> {
                Set((arguments ?? []).filter { $0.kind == kind }.flatMap { ($0.names ?? []).map(\.word) })
            }
        }

        private struct Argument: Decodable {
            let kind: String
            let names: [Name]?
        }

        private struct Name: Decodable {
            let kind: String
            let name: String

            var word: String { (kind == "long" ? "--" : "-") + name }
        }

        @Test("the options without a value that a recorded command line knows are those of the commands that record")
        func flags() async throws {
            let run = try await Program.run("--experimental-dump-help", in: try Folder())
            let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
            let commands = (dump.command.subcommands ?? []).filter(\.records)
            #expect(Set(commands.map(\.commandName)).isSuperset(of: ["play", "connect", "say", "chat", "call"]))
            let flags = commands.reduce(into: Set()) { $0.formUnion($1.words("flag")) }
            let everywhere: Set = ["--help", "-h", "--help-hidden", "--version"]
            #expect(flags.subtracting(everywhere).filter { !$0.hasPrefix("--no-") } == RecordingOrigin.flags)
            let options = commands.reduce(into: Set()) { $0.formUnion($1.words("option")) }
            #expect(options.isDisjoint(with: RecordingOrigin.flags))
        }
    }
}
