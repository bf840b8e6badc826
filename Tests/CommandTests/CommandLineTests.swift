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
            #expect(!run.output.contains("bench-engine"))
        }

        @Test("a mistyped command is named, and what was meant, where that can be told")
        func mistyped() async throws {
            let folder = try Folder()
            try folder.write("x", to: "stream")
            let cases = [
                (["zonk"], "Error: there is no command zonk; cameo --help lists them"),
                (["help", "zonk"], "Error: there is no command zonk; cameo --help lists them"),
                (["zo\u{1B}[31mnk"], "Error: there is no command zo^[[31mnk; cameo --help lists them"),
                ([""], "Error: there is no command \"\"; cameo --help lists them"),
                (["chekc", "x"], "Error: there is no command chekc; did you mean `cameo check`?"),
                (["REWRTE"], "Error: there is no command REWRTE; did you mean `cameo rewrite`?"),
                (["help", "recrod"], "Error: there is no command recrod; did you mean `cameo help record`?"),
                (["http://h"], "Error: there is no command http://h; did you mean `cameo connect http://h`?"),
                // A folder is no tape.
                (["plya"], "Error: there is no command plya; did you mean `cameo play`?"),
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
            #expect(try await Program.run("stream", "--nonsense", in: folder).errors.contains("Usage: cameo play"))
        }

        @Test("help groups commands, and has a command's own options before those that many share")
        func order() async throws {
            let folder = try Folder()
            let all = try await Program.run("--help", in: folder).lines
            let titles = all.filter { $0.hasSuffix(":") && $0 == $0.uppercased() }
            #expect(
                titles == [
                    "OPTIONS:", "WATCH:", "SPEAK AND READ:", "JUDGE:", "MAKE TAPES AND PICTURES:", "BACKENDS:",
                    "THIS INSTALLATION:",
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
                    run.errorLines == ["cameo: there is no voice nosuch; cameo voices lists them"], "\(words)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.file("x.cameo")))
        }

        @Test("an option's name is made harmless, and a negative number is a value")
        func values() async throws {
            let folder = try Folder()
            let nasty = try await Program.run("check", "--zo\u{1B}[31m", "x", in: folder)
            #expect(nasty.status == 64 && nasty.errors.contains("'--zo^[[31m'"))
            #expect(isHarmless(nasty.errors))
            let cases = [
                (["check", "--findings", "-1", "x"], "--findings goes from 0 to 100000"),
                (["export", "x", "-o", "y.png", "--frames", "-3"], "Frames with these numbers, from 0 on"),
                (["rewrite", "x", "-o", "y", "--recipe", "SEAM", "--seed", "-1"], "A whole number from 0 on"),
                (["check", "--max-late", "-3", "x"], "'-3' is invalid for '--max-late <n|none>'"),
                (["doctor", "--colors", "pink"], "palette16, none, or 16m, 256, 16, 0"),
                (["export", "x", "-o", "y.cast", "--colors", "pink"], "palette16, none, or 16m, 256, 16, 0"),
                (["why", "x", "-1"], "-1 is no <frame>: nothing here is below 0"),
                (["export", "x", "-o", "y", "--frames", "5..2"], "the first not behind the last"),
                (["export", "x", "-o", "y", "--time", "5s..2s"], "the first not behind the last"),
                (["config", "--bad"], "Unknown option '--bad'\n"),
                (["rewrite", "--recpie", "SEAM"], "Error: Unknown option '--recpie'. Did you mean '--recipe'?\nUsage"),
                (["rewrite", "--list-recipes"], "Error: Unknown option '--list-recipes'\nUsage: cameo rewrite"),
                (["rewrite", "--bogus", "x", "-o", "y"], "Error: Unknown option '--bogus'\nUsage: cameo rewrite"),
                (["export", "--bogus", "x"], "Error: Unknown option '--bogus'\nUsage: cameo export"),
                (["export", "--outptu", "x", "y"], "Error: Unknown option '--outptu'. Did you mean '--output'?\n"),
                (["record", "--bogus"], "Error: Unknown option '--bogus'\nUsage: cameo record"),
                (["export", "-z", "x"], "Error: Unknown option '-z'\n"),
                // Behind -- it is no option, and a hidden one is known.
                (["export", "--", "--bogus"], "Error: Missing expected argument '--output <name>'"),
                (["config", "--tables", "--path", "--example"], "either --path or --example"),
                (["--generate-completion-script", "tcsh"], "expected bash, zsh or fish, found tcsh"),
                (["--generate-completion-script=tcsh"], "expected bash, zsh or fish, found tcsh"),
                (["--verison"], "Did you mean '--version'?"), (["demo", "--hlep"], "Did you mean '--help'?"),
                (["version"], "did you mean `cameo --version`?"),
                (["."], ". is a folder; of a book `cameo read` reads it"),
                (["play", "x", "--volum", "5"], "Did you mean '--volume'?"),
                (["export", "x", "-o", "y.GIF", "--lossless"], "--lossless is for .webp"),
                (["inspect", "x", "--heard", "--lips"], "--heard and --lips: one of them at a time"),
                (["inspect", "x", "--timing", "--json", "--heard"], "--timing and --heard: one of them at a time"),
                (["inspect", "x.log", "--drift"], "--drift is for tapes; a frame log is not played"),
                (["record", "http://x", "-o", "y", "--for", "0s"], "'0s' is invalid for '--for <time>'"),
            ]
            for (arguments, text) in cases {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(run.status == 64)
                #expect(run.errors.contains(text), "\(run.errors)")
                #expect(!run.errors.contains("Missing value"))
            }
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
            #expect(run.output.contains("a name that is not UTF-8 cannot be opened"))
            #expect(run.errors.contains("a name that is not UTF-8 cannot be opened"))
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
            #expect(run.errors.contains("Error: "))
            #expect(run.errors.contains("Usage: cameo"))
        }
    }
}
