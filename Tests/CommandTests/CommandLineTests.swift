import Foundation
import Support
import Testing

/// Tests of commands that need no terminal run one after the other.
@Suite(.serialized) struct WithoutATerminal {}

extension WithoutATerminal {
    @Suite(.serialized) struct CommandLineTests {
        @Test(
            "every command explains itself, with an example",
            arguments: [
                "", "demo", "play", "step", "inspect", "check", "report", "diff", "export", "convert", "rewrite",
                "paint", "doctor", "cache", "config", "serve", "connect", "record", "agents", "health", "voices",
                "why", "mcp", "call", "pip", "say", "chat", "read", "narrate", "library",
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
            #expect(run.lines.allSatisfy { $0.count <= 80 })
            let other = try await Program.run(
                [try Program.path(), "help"] + (command.isEmpty ? [] : [command]), in: folder)
            #expect(other.output == run.output)
        }

        @Test(
            "the values of an option are told once",
            arguments: ["play", "pip", "library", "read", "narrate", "connect", "export", "serve", "step", "say"])
        func values(command: String) async throws {
            let help = try await Program.run(command, "--help", in: try Folder()).output
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for option in words.components(separatedBy: " --") {
                guard let values = option.firstMatch(of: #/\(values: ([^,)]+, [^,;)]+)/#)?.1 else { continue }
                #expect(option.components(separatedBy: values).count == 2, "\(option)")
            }
        }

        @Test("each kind of output that export knows has a row of 80 columns")
        func outputs() async throws {
            let lines = try await Program.run("export", "--help", in: try Folder()).lines
            let row = lines.first { $0.hasPrefix("  trace.json  ") }
            #expect(row?.hasSuffix("for ui.perfetto.dev") == true, "\(row ?? "")")
        }

        @Test(
            "how fast and how high a voice can speak is told where it is asked for", arguments: ["say", "chat", "read"])
        func voiceRanges(command: String) async throws {
            let help = try await Program.run(command, "--help", in: try Folder()).output
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("20 to 400") && words.contains("0 to 200"))
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
                "doctor", "cache", "config",
            ] {
                #expect(run.output.contains(command))
            }
        }

        @Test("a mistyped command is named, and what was meant, where that can be told")
        func mistyped() async throws {
            let folder = try Folder()
            try folder.write("x", to: "stream")
            let cases = [
                (["zonk"], "cameo: unknown command zonk; cameo --help lists them"),
                (["help", "zonk"], "cameo: unknown command zonk; cameo --help lists them"),
                (["zo\u{1B}[31mnk"], "cameo: unknown command zo^[[31mnk; cameo --help lists them"),
                ([""], "cameo: unknown command \"\"; cameo --help lists them"),
                (["chekc", "x"], "cameo: unknown command chekc; did you mean `cameo check`?"),
                (["REWRTE"], "cameo: unknown command REWRTE; did you mean `cameo rewrite`?"),
                (["help", "recrod"], "cameo: unknown command recrod; did you mean `cameo help record`?"),
                (["http://h"], "cameo: unknown command http://h; did you mean `cameo connect http://h`?"),
                // A folder is no tape.
                (["plya"], "cameo: unknown command plya; did you mean `cameo play`?"),
            ]
            try FileManager.default.createDirectory(atPath: folder.file("plya"), withIntermediateDirectories: false)
            for (arguments, line) in cases {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(run.status == 64 && run.output == "")
                #expect(run.errorLines.first == line)
                #expect(isHarmless(run.errors))
            }
            #expect(try await Program.run("help", in: folder).status == 0)
        }

        @Test("a file without a command is played")
        func file() async throws {
            let folder = try Folder()
            try folder.write("x", to: "stream")
            for words in [
                ["call.cameo"], ["call.camoe"], ["a/B.NDJSON", "--log"], ["stream"], ["./none"], ["a/../none"],
                ["--", "stream"],
            ] {
                let run = try await Program.run([try Program.path()] + words, in: folder)
                let played = try await Program.run([try Program.path(), "play"] + words, in: folder)
                #expect(run.status == 2 && run.errors == played.errors && run.errorLines.count == 1)
                let isThere = words.last == "stream"
                #expect(run.errors.contains("not a terminal") == isThere)
                #expect(isThere || run.errors == "cameo: \(words[0]): no such file\n")
            }
            #expect(
                try await Program.run("stream", "--nonsense", in: folder).errors
                    == "cameo: unknown option --nonsense; cameo play --help lists them\n")
        }

        @Test("help groups commands, and has a command's own options before those that many share")
        func order() async throws {
            let folder = try Folder()
            let all = try await Program.run("--help", in: folder).lines
            let titles = all.filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
            #expect(
                titles == [
                    "OPTIONS:", "WATCH:", "SPEAK AND READ:", "JUDGE:", "RECORD, CONVERT AND EXPORT:", "BACKENDS:",
                    "INSTALLATION:",
                ])
            for (command, own, shared) in [
                ("play", "--fresh", "PLAYING:"), ("say", "--voice", "PLAYING:"), ("record", "--say", "CONNECTION:"),
                ("connect", "--record", "CONNECTION:"), ("pip", "--prefix", "VOICE:"),
            ] {
                let lines = try await Program.run(command, "--help", in: folder).lines
                let place = try #require(lines.firstIndex { $0.contains("  \(own)") }, "\(command)")
                let title = try #require(lines.firstIndex(of: shared), "\(command)")
                #expect(place < title && lines.firstIndex(of: "OPTIONS:").map { $0 < place } == true)
            }
            let colors = try await Program.run("doctor", "--help", in: folder).output
            #expect(colors.contains("16m, 256, 16, 0"))
            let say = try await Program.run("say", "--help", in: folder).lines.joined(separator: " ")
            #expect(say.contains("--stay, --loop or --clean is given"), "\(say)")
        }

        @Test("an address that is none is said without a word that nobody typed")
        func addresses() async throws {
            let folder = try Folder()
            let agents = try await Program.run("agents", "foo:5003", in: folder)
            let expected =
                "the address has no scheme; expected http, https, ws or wss and \"://\", as in http://foo:5003"
            #expect(agents.errorLines == ["cameo: URL: \(expected)"])
            let named = try await Program.run("agents", environment: ["CAMEO_URL": "me:hush@h"], in: folder)
            #expect(named.errors.hasPrefix("cameo: CAMEO_URL: the address has no scheme"))
            #expect(!named.errors.contains("hush") && !named.errors.contains("\"address\""))
        }

        @Test("a voice that nobody has is refused before a screen, a tape or a server is opened")
        func voices() async throws {
            let folder = try Folder()
            try folder.write("Hello.", to: "a.txt")
            for words in [
                ["say", "hello"], ["say", "hello", "--headless", "--record", "x.cameo"], ["pip"],
                ["serve", "--speech", "--listen", "127.0.0.1:0"], ["read", "a.txt"], ["narrate", "a.txt", "-o", "job"],
            ] {
                let run = try await Program.run([try Program.path()] + words + ["--voice", "nosuch"], in: folder)
                #expect(run.status == 2, "\(words)")
                #expect(
                    run.errorLines == ["cameo: no voice nosuch; list all with: cameo voices"], "\(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.file("x.cameo")))
        }

        @Test("an option's name is made harmless, and a negative number is a value")
        func values() async throws {
            let folder = try Folder()
            let nasty = try await Program.run("check", "--zo\u{1B}[31m", "x", in: folder)
            #expect(nasty.status == 64 && nasty.errors.contains("unknown option --zo^[[31m;"))
            #expect(isHarmless(nasty.errors))
            let cases = [
                (["check", "--findings", "-1", "x"], "--findings: expected 0 to 100000, found -1\n"),
                (["export", "x", "-o", "y.png", "--frames", "-3"], "--frames: found \"-3\", expected"),
                (
                    ["rewrite", "x", "-o", "y", "--recipe", "SEAM", "--seed", "-1"],
                    "--seed: found \"-1\", expected a whole number of at least 0\n"
                ),
                (
                    ["check", "--max-late", "-3", "x"],
                    "--max-late: found \"-3\", expected a number of at least 0, or \"none\"\n"
                ),
                (
                    ["export", "x", "-o", "y.webp", "--quality", "x"],
                    "--quality: found \"x\", expected a whole number\n"
                ),
                (["doctor", "--colors", "pink"], "palette16, none, or 16m, 256, 16, 0"),
                (["export", "x", "-o", "y.cast", "--colors", "pink"], "palette16, none, or 16m, 256, 16, 0"),
                (["why", "x", "-1"], "cameo: -1: expected <frame>, not a negative number\n"),
                (
                    ["export", "x", "-o", "y", "--frames", "5..2"],
                    "--frames: found \"5..2\", expected frames in ascending order"
                ),
                (
                    ["export", "x", "-o", "y", "--time", "5s..2s"],
                    "--time: found \"5s..2s\", expected times in ascending order"
                ),
                (["config", "--bad"], "cameo: unknown option --bad; cameo config --help lists them\n"),
                (["rewrite", "--recpie", "SEAM"], "cameo: unknown option --recpie; did you mean --recipe?\n"),
                (["rewrite", "--list-recipes"], "cameo: unknown option --list-recipes; cameo rewrite --help lists"),
                (["rewrite", "--bogus", "x", "-o", "y"], "cameo: unknown option --bogus; cameo rewrite --help lists"),
                (["export", "--bogus", "x"], "cameo: unknown option --bogus; cameo export --help lists"),
                (["export", "--outptu", "x", "y"], "cameo: unknown option --outptu; did you mean --output?\n"),
                (["record", "--bogus"], "cameo: unknown option --bogus; cameo record --help lists"),
                (["export", "-z", "x"], "cameo: unknown option -z; "),
                // Behind -- it is no option, and a hidden one is known.
                (["export", "--", "--bogus"], "cameo: --output <name> is missing ("),
                (["config", "--tables", "--path", "--example"], "--path and --example exclude each other"),
                (["--generate-completion-script", "tcsh"], "expected bash, zsh or fish, found tcsh"),
                (["--generate-completion-script=tcsh"], "expected bash, zsh or fish, found tcsh"),
                (["--verison"], "did you mean --version?"), (["demo", "--hlep"], "did you mean --help?"),
                (["version"], "did you mean `cameo --version`?"),
                (["."], ". is a folder; for all recordings in it: cameo check .; to read it as a book: cameo read ."),
                (["play", "x", "--volum", "5"], "did you mean --volume?"),
                (["export", "x", "-o", "y.GIF", "--lossless"], "--lossless is for .webp"),
                (["inspect", "x", "--heard", "--lips"], "--heard and --lips exclude each other"),
                (["inspect", "x", "--timing", "--json", "--heard"], "--timing and --heard exclude each other"),
                (["inspect", "x.log", "--drift"], "--drift is for tapes, not for frame logs"),
                (
                    ["record", "http://x", "-o", "y", "--for", "0s"],
                    "--for: found \"0s\", expected a time above 0 such as 30s or 10m\n"
                ),
            ]
            for (arguments, text) in cases {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(run.status == 64)
                #expect(run.errors.contains(text), "\(run.errors)")
                #expect(!run.errors.contains("needs a value") && run.errorLines.count == 1, "\(run.errors)")
            }
            try FileManager.default.createDirectory(atPath: folder.file("lena"), withIntermediateDirectories: true)
            for (found, isAvatar) in [
                ("a folder; for all recordings in it: cameo check lena", false),
                ("an avatar; to hear it: cameo say --avatar lena \"Hello\"", true),
            ] {
                if isAvatar { try folder.write("{}", to: "lena/avatar.json") }
                for command in ["play", "step"] {
                    let run = try await Program.run(command, "lena", in: folder)
                    #expect(run.status == 2 && run.errors == "cameo: lena: expected a recording, found \(found)\n")
                }
                let alone = try await Program.run("lena", in: folder)
                #expect(alone.status == 64 && alone.errors.contains("lena is \(found)"))
            }
            let input = try await Program.run("play", "-", in: folder)
            #expect(input.status == 2 && input.errors.hasPrefix("cameo: -: expected a file; to read standard input: "))
            // Behind -- words are names.
            let name = try await Program.run("check", "--json", "--", "-1", in: folder)
            #expect(name.status == 2 && name.output.contains("\"file\":\"-1\""))
            let option = try await Program.run("check", "--", "--generate-completion-script", "tcsh", in: folder)
            #expect(option.status == 2 && !option.errors.contains("expected bash"), "\(option.errors)")
        }

        @Test("a name that is not UTF-8 is refused with the reason")
        func names() async throws {
            let folder = try Folder()
            let run = try await Program.shell("\"$0\" check $'a\\xff.cameo'; \"$0\" report $'\\xff'", in: folder)
            #expect(run.output.contains("no such file; file names must be UTF-8: rename it or use a link"))
            #expect(run.errors.contains("no such file; file names must be UTF-8: rename it or use a link"))
            #expect(try await !Program.run("check", "a.cameo", in: folder).output.contains("UTF-8"))
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
            #expect(run.errors.hasPrefix("cameo: ") && run.errorLines.count == 1, "\(run.errors)")
            for word in ["Error", "Usage", "'", "Missing", "Unknown"] {
                #expect(!run.errors.contains(word), "\(run.errors)")
            }
        }
    }
}
