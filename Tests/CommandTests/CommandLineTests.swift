import Testing

/// Tests of commands that need no terminal run one after the other.
@Suite(.serialized) struct WithoutATerminal {}

extension WithoutATerminal {
    @Suite(.serialized) struct CommandLineTests {
        @Test(
            "every command explains itself, with an example",
            arguments: [
                "", "demo", "play", "step", "inspect", "check", "report", "diff", "export", "convert", "rewrite",
                "paint", "doctor",
            ])
        func help(command: String) async throws {
            let folder = try Folder()
            let run = try await Program.run(
                [try Program.path()] + (command.isEmpty ? [] : [command]) + ["--help"], in: folder)
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(run.output.contains("USAGE: cameo \(command)"))
            #expect(run.output.contains("Example: "))
            #expect(run.output.split(separator: "Example: ").dropFirst().allSatisfy { $0.contains("cameo") })
            let other = try await Program.run(
                [try Program.path(), "help"] + (command.isEmpty ? [] : [command]), in: folder)
            #expect(other.output == run.output)
        }

        @Test("the version is said")
        func version() async throws {
            let run = try await Program.run("--version", in: try Folder())
            #expect(run.status == 0)
            #expect(run.output.contains(/^[0-9]+\.[0-9]+\.[0-9]+\n$/))
        }

        @Test("completions for three shells are printed, with all commands", arguments: ["bash", "zsh", "fish"])
        func completions(shell: String) async throws {
            let run = try await Program.run("--generate-completion-script", shell, in: try Folder())
            #expect(run.status == 0)
            for command in [
                "demo", "play", "step", "inspect", "check", "report", "diff", "export", "convert", "rewrite", "paint",
                "doctor",
            ] {
                #expect(run.output.contains(command))
            }
            #expect(!run.output.contains("bench-engine"))
        }

        @Test(
            "a wrong command line ends with status 64 and says how it is meant",
            arguments: [
                ["--nonsense"], ["nonsense"], ["play"], ["play", "a", "b"], ["play", "a", "--buffer", "0"],
                ["play", "a", "--tolerance", "999"], ["play", "a", "--colors", "pink"], ["convert", "a"],
                ["paint", "--pixels", "0x4", "-"], ["paint", "--pixels", "4x", "-"], ["paint", "-"],
                ["paint", "--pixels", "99999x99999", "-"], ["paint", "--pixels", "4x4", "--fps", "0", "-"], ["inspect"],
            ])
        func wrong(arguments: [String]) async throws {
            let run = try await Program.run([try Program.path()] + arguments, in: try Folder())
            #expect(run.status == 64)
            #expect(run.output == "")
            #expect(run.errors.contains("Error: "))
            #expect(run.errors.contains("Usage: cameo"))
        }
    }
}
