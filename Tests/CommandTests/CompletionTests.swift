import Foundation
import Support
import Testing

extension OnATerminal {
    /// The completion scripts in the shells that they are for, with nothing of whoever runs the tests.
    @Suite(.serialized) struct CompletionTests {
        enum Shell: String, CaseIterable {
            case bash, zsh, fish

            var arguments: [String] {
                switch self {
                case .bash: ["--noprofile", "--rcfile", "start", "-i"]
                case .zsh: ["-d", "-i"]
                case .fish: ["-N", "-C", "source start", "-i"]
                }
            }

            /// Zsh reads a file of this name in a folder that is named for it.
            var startFile: String { self == .zsh ? ".zshrc" : "start" }

            var start: String {
                switch self {
                case .bash: "PS1='> '\nset -u\nsource ./script\n"
                case .zsh: "PS1='> '\nautoload -Uz compinit\ncompinit -u -D\nsource ./script\n"
                case .fish:
                    "function fish_prompt; echo '> '; end\nset -g fish_greeting\n"
                        + "set -g fish_autosuggestion_enabled 0\nsource ./script\n"
                }
            }

            func path() throws -> String {
                let places = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
                guard let found = places.first(where: FileManager.default.isExecutableFile(atPath:)) else {
                    throw ChildProcess.Failed(
                        description: "\(rawValue) is not installed; `scripts/deps test` installs it")
                }
                return found
            }
        }

        /// What is typed before the tabulator, and what stands there when an x is typed behind it.
        private static let cases = [
            ("cameo play bad-S", "cameo play bad-SEAM.cameo x"), ("cameo bad-S", "cameo bad-SEAM.cameo x"),
            ("cameo play two", #"cameo play two\ words.cameo x"#),
            ("cameo check zonk.ndjson sub", #"cameo check zonk.ndjson sub\ dir/x"#),
            ("cameo record http://h -o zo", "cameo record http://h -o zonk.ndjson x"),
            ("cameo say --avatar su", #"cameo say --avatar sub\ dir/x"#),
            ("cameo rewrite --recipe SEA", "cameo rewrite --recipe SEAM x"),
            ("cameo say --voice en-gb-sc", "cameo say --voice en-gb-scotland x"),
            ("cameo demo --tile-corner bottom-l", "cameo demo --tile-corner bottom-left x"),
            ("cameo demo --engine completion_l", "cameo demo --engine completion_limit=x"),
            ("cameo config play.vol", "cameo config play.volume x"), ("cameo help rew", "cameo help rewrite x"),
            ("cameo rew", "cameo rewrite x"), ("cameo play --fol", "cameo play --follow x"),
            ("cameo --vers", "cameo --version x"), ("cameo serve --fault drop-a", "cameo serve --fault drop-after=x"),
            ("cameo serve --scenario slow-n", "cameo serve --scenario slow-network x"),
        ]

        /// There is a folder of that name, which fish offers as well.
        private static func cases(_ shell: Shell) -> [(String, String)] {
            cases + (shell == .fish ? [] : [("cameo che", "cameo check x")])
        }

        @Test("files, recipes, voices, settings and commands are completed", arguments: Shell.allCases)
        func completes(shell: Shell) async throws {
            let folder = try Folder()
            for name in ["bad-SEAM.cameo", "two words.cameo", "zonk.ndjson"] { try folder.write("x", to: name) }
            for name in ["sub dir", "check"] {
                try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
            }
            let script = try await Program.run("--generate-completion-script", shell.rawValue, in: folder)
            try folder.write(script.output, to: "script")
            try folder.write(shell.start, to: shell.startFile)
            let programs = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
            let terminal = try TerminalProgram(
                running: try shell.path(), shell.arguments, columns: 100,
                environment: [
                    "HOME": folder.path, "ZDOTDIR": folder.path, "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin",
                ], in: folder)
            for (typed, completed) in Self.cases(shell) {
                try await terminal.wait("a prompt, before \(typed)") { $0.lastText == ">" }
                terminal.send(typed)
                // A shell takes a tabulator that comes together with a text for a part of it.
                try await terminal.wait("what was typed, \(typed)") { $0.lastText == "> \(typed)" }
                terminal.send("\t")
                let sign = completed.hasSuffix(" x") ? completed.dropLast(2) : completed.dropLast()
                try await terminal.wait("the completion of \(typed)") { $0.lastText == "> \(sign)" }
                terminal.send("x")
                try await terminal.wait("\(completed)") { $0.lastText == "> \(completed)" }
                // Ctrl-U takes the line back.
                terminal.send("\u{15}")
            }
        }
    }
}

extension TerminalModel {
    /// The last line that is not empty.
    fileprivate var lastText: String? {
        lines.last { !$0.allSatisfy(\.isWhitespace) }.map { line in
            String(line.reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}
