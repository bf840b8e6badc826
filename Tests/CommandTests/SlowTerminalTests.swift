import Events
import Platform
import Support
import Testing

extension OnATerminal {
    /// Terminals that answer when the program does not wait for them any more.
    @Suite(.serialized) struct SlowTerminalTests {
        private static let answers =
            "\u{1B}P>|model 1\u{1B}\\\u{1B}[?2026;2$y\u{1B}[8;1$y\u{1B}[3;2R\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c"

        /// The shell tells what it is typed once the program is over, in octal.
        private func shell(_ command: String, answers: Bool = false, in folder: Folder) throws -> TerminalProgram {
            let line = "\(command); stty raw -echo; echo the shell; head -c 2 | od -An -c; stty sane"
            return try TerminalProgram(
                running: "/bin/sh", ["-c", line], environment: ["COLORTERM": "truecolor", "SDL_AUDIODRIVER": "dummy"],
                answers: answers, in: folder)
        }

        private func expectNothingTyped(_ program: TerminalProgram) async throws {
            try await program.wait("the shell") { $0.lines.contains { $0.contains("the shell") } }
            #expect(await program.type("Z!"))
            try await program.wait("what the shell was typed") { $0.lines.contains { $0.contains("Z   !") } }
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("late-doctor: doctor waits for its answers and uses them")
        func doctor() async throws {
            let program = try shell("'\(try Program.path())' doctor", in: try Folder())
            try await program.wait("the questions") { _ in program.text.contains("\u{1B}[c") }
            #expect(await program.type(Self.answers))
            try await program.wait("what it found") { $0.lines.contains { $0.contains("model 1") } }
            try await expectNothingTyped(program)
        }

        @Test("late-ok-at-once: of answers that come at once nothing is left for the shell")
        func atOnce() async throws {
            let program = try shell("'\(try Program.path())' doctor", answers: true, in: try Folder())
            program.answer = Self.answers
            try await program.wait("what it found") { $0.lines.contains { $0.contains("model 1") } }
            try await expectNothingTyped(program)
        }

        @Test("late-ok-light: on a terminal that says at once that it is light, text is dark from the beginning")
        func lightAtOnce() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            let program = try TerminalProgram(
                ["step", "--no-remember", "sample.cameo"], columns: 100, rows: 30,
                environment: ["COLORTERM": "truecolor"], in: folder)
            program.answer = Self.answers
            try await program.wait("the screen in dark letters") {
                $0.isPaused && program.text.contains("\u{1B}[38;5;25m")
            }
            program.model.expectReadable(on: (ink: 0, paper: 255))
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "late-demo-quit: an early end gives the screen back at once, and the shell gets no answer",
            arguments: ["q", "\u{3}", "TERM"])
        func early(end: String) async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            // The shell gets the signal of a key as well, and goes on.
            let player = #"sh -c 'echo $$ >pid; exec "$0" play sample.cameo' '\#(try Program.path())'"#
            let program = try shell("trap : INT; \(player)", in: folder)
            try await program.wait("the player") { $0.isAlternateScreen && $0.isPlaying }
            if end == "TERM" {
                kill(try #require(Int32(try folder.text(of: "pid").dropLast())), SIGTERM)
            } else {
                #expect(await program.type(end))
            }
            try await program.wait("the screen given back") { !$0.isAlternateScreen }
            #expect(!program.text.contains("the shell"))
            #expect(await program.type(Self.answers))
            try await expectNothingTyped(program)
        }

        @Test(
            "late-light: what is answered late is used: the text is that of a light terminal, and updates are synchronized"
        )
        func light() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            let program = try TerminalProgram(
                ["step", "--no-remember", "sample.cameo"], environment: ["COLORTERM": "truecolor"], answers: false,
                in: folder)
            try await program.wait("the screen") { $0.isPaused }
            #expect(!program.text.contains("\u{1B}[?2026h") && program.text.contains("\u{1B}[38;5;75m"))
            let before = program.text.count
            #expect(await program.type(Self.answers))
            try await program.wait("dark letters") { _ in program.text.dropFirst(before).contains("\u{1B}[38;5;25m") }
            try await program.wait("brackets") { _ in program.text.dropFirst(before).contains("\u{1B}[?2026h") }
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }
    }
}
