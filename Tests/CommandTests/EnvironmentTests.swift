import Foundation
import Support
import Testing

extension OnATerminal {
    /// What the environment says about terminal and colors.
    @Suite(.serialized) struct EnvironmentTests {
        private static let frame = (0..<16 * 8 * 3).map { UInt8($0 * 37 & 255) }

        /// Color sequences in the bytes of a painted frame.
        private struct Counts: Equatable, CustomStringConvertible {
            var truecolor = 0
            var palette = 0
            var sixteen = 0

            init(_ text: String) {
                for match in text.matches(of: /\x1B\[([0-9;]+)m/) {
                    let parameters = match.1.split(separator: ";").compactMap { Int($0) }
                    var index = 0
                    while index < parameters.count {
                        let next = index + 1 < parameters.count ? parameters[index + 1] : 0
                        switch (parameters[index], next) {
                        case (38, 2), (48, 2):
                            truecolor += 1
                            index += 4
                        case (38, 5), (48, 5):
                            palette += 1
                            index += 2
                        case (30...37, _), (40...47, _), (90...97, _), (100...107, _): sixteen += 1
                        default: break
                        }
                        index += 1
                    }
                }
            }

            var kind: String {
                switch (truecolor > 0, palette > 0, sixteen > 0) {
                case (true, false, false): "truecolor"
                case (false, true, false): "256"
                case (false, false, true): "16"
                case (false, false, false): "none"
                default: "mixed"
                }
            }

            var description: String { "\(truecolor) truecolor, \(palette) of 256, \(sixteen) of 16" }
        }

        private func painted(_ environment: [String: String?], _ options: [String] = []) async throws -> Counts {
            let folder = try Folder()
            try folder.write(Self.frame, to: "frame.rgb")
            let program = try TerminalProgram(
                ["paint", "--pixels", "16x8", "frame.rgb"] + options, columns: 16, rows: 4, environment: environment,
                in: folder)
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.text.contains("1 frame, 0 dropped"))
            return Counts(program.text)
        }

        @Test(
            "NO_COLOR, COLORTERM and TERM decide on the colors, in this order",
            arguments: [
                (["TERM": "xterm-256color"], "256"),
                (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "truecolor"),
                (["TERM": "xterm-256color", "COLORTERM": "24bit"], "truecolor"),
                (["TERM": "xterm-256color", "COLORTERM": "yes"], "256"),
                (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], "none"),
                (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""], "truecolor"),
                (["TERM": "xterm-direct"], "truecolor"), (["TERM": "tmux-256color"], "256"),
                (["TERM": "xterm"], "16"), (["TERM": "linux"], "16"), (["TERM": "vt100"], "none"),
                (["TERM": "vt100", "COLORTERM": "truecolor"], "truecolor"),
                (["TERM": "xterm-direct", "NO_COLOR": "1"], "none"),
            ])
        func matrix(environment: [String: String], kind: String) async throws {
            let counts = try await painted(environment)
            #expect(counts.kind == kind, "\(counts)")
        }

        @Test("signs beyond ASCII are those signs, also where no language is chosen", arguments: ["C", "POSIX", ""])
        func plainLocale(name: String) async throws {
            let folder = try Folder()
            let tape = try SampleStream(chunks: 0).write(in: folder)
            let program = try TerminalProgram(["play", tape], environment: ["LANG": name, "LC_ALL": name], in: folder)
            try await program.wait("the status line") { $0.shows(mode: "idle") }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        private static let canMakeLocales = ["/usr/bin/localedef", "/usr/bin/locale", "/usr/share/i18n/locales/de_DE"]
            .allSatisfy(FileManager.default.fileExists)

        @Test(
            "encoding-latin-1: in a locale of ISO-8859-1 the whole screen is in UTF-8",
            .enabled(if: canMakeLocales, "a locale cannot be made here"))
        func latin() async throws {
            let folder = try Folder()
            let name = "de_DE.ISO-8859-1"
            _ = try await Program.run(
                ["/usr/bin/localedef", "-i", "de_DE", "-f", "ISO-8859-1", folder.file(name)], in: folder)
            let environment = ["LOCPATH": folder.path, "LC_ALL": name]
            let charset = try await Program.run(["/usr/bin/locale", "charmap"], environment: environment, in: folder)
            #expect(charset.output == "ISO-8859-1\n")
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let program = try TerminalProgram(
                ["step", "--no-remember", "sample.cameo"], columns: 100, rows: 30, environment: environment, in: folder)
            try await program.wait("the screen") { $0.isPaused }
            #expect(await program.type("?"))
            try await program.wait("the keys") { $0.lines.contains { $0.contains("slower") } }
            #expect(await program.type("\u{1B}"))
            try await program.wait("the screen again") { !$0.lines.contains { $0.contains("slower") } }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
            // What is not UTF-8 is decoded as the sign whose width the terminal is asked for once.
            let text = program.text.replacing("\u{FFFD}\u{1B}[6n", with: "")
            #expect(text.count < program.text.count && !text.contains("\u{FFFD}"))
        }

        @Test(
            "--colors goes before all of them",
            arguments: [("truecolor", "truecolor"), ("256", "256"), ("16", "16"), ("none", "none")])
        func option(colors: String, kind: String) async throws {
            for environment in [
                ["NO_COLOR": "1", "COLORTERM": "truecolor"], ["TERM": "vt100"], ["TERM": "xterm-direct"],
            ] {
                let counts = try await painted(environment, ["--colors", colors])
                #expect(counts.kind == kind, "\(environment): \(counts)")
            }
        }

        @Test(
            "a terminal type that cannot be used is refused with one line, status 2 and an untouched terminal",
            arguments: ["dumb", "unknown", "", "no-such-terminal", nil], ["play", "paint"])
        func refusedTypes(term: String?, command: String) async throws {
            let folder = try Folder()
            let tape = try SampleStream(chunks: 0).write(in: folder)
            try folder.write(Self.frame, to: "frame.rgb")
            let arguments = ["play": ["play", tape], "paint": ["paint", "--pixels", "16x8", "frame.rgb"]]
            let program = try TerminalProgram(
                arguments[command] ?? [], environment: ["TERM": term], errors: .output(folder.file("errors")),
                in: folder)
            #expect(await program.waitForEnd() == .exited(2))
            #expect(program.text == "")
            #expect(program.modes.summary == program.modesBefore.summary)
            let errors = try folder.lines(of: "errors")
            #expect(errors.count == 1)
            #expect(errors.first?.hasPrefix("cameo: ") == true)
            #expect(errors.first?.contains("TERM") == true)
            let isInstalled = term != "no-such-terminal"
            #expect(errors.first?.contains("; without pictures: cameo read --plain, ") == isInstalled, "\(errors)")
        }

        @Test(
            "doctor examines the rest where the terminal's type cannot be used",
            arguments: ["dumb", "no-such-terminal", nil])
        func examined(term: String?) async throws {
            let program = try TerminalProgram(["doctor"], environment: ["TERM": term], in: try Folder())
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.text.contains("terminal") && program.text.contains("cannot be used"))
            #expect(program.text.contains("TERM") && program.text.contains("voice"))
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        @Test("standard output or input that is no terminal is refused with one line and status 2")
        func noTerminal() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            let output = try TerminalProgram(
                ["play", "sample.ndjson"], output: .output(folder.file("out")), errors: .output(folder.file("errors")),
                in: folder)
            #expect(await output.waitForEnd() == .exited(2))
            let errors = try folder.lines(of: "errors")
            #expect(errors.count == 1 && errors.first?.hasPrefix("cameo: standard output is not a terminal; ") == true)
            #expect(try folder.bytes(of: "out").isEmpty)
            #expect(output.bytes.isEmpty)

            let input = try TerminalProgram(
                ["play", "sample.ndjson"], input: .null, errors: .output(folder.file("errors")), in: folder)
            #expect(await input.waitForEnd() == .exited(2))
            #expect(try folder.lines(of: "errors") == ["cameo: standard input is not a terminal"])
            #expect(input.bytes.isEmpty)

            for command in [
                ["play", "sample.ndjson"], ["paint", "--pixels", "2x2", "sample.ndjson"], ["demo"], [],
            ] {
                let run = try await Program.run([try Program.path()] + command, in: folder)
                #expect(run.status == 2, "\(command)")
                #expect(run.output == "")
                #expect(run.errorLines.count == 1, "\(run.errors)")
            }
        }
    }
}
