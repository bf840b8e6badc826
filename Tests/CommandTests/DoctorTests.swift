import Foundation
import Support
import Testing
import Typesetting

extension OnATerminal {
    @Suite(.serialized) struct DoctorTests {
        @Test("doctor breaks no word and no name at the terminal's edge", arguments: [80, 40])
        func folded(columns: Int) async throws {
            let program = try TerminalProgram(
                ["doctor", "--all"], columns: columns, rows: 60,
                environment: ["SDL_AUDIODRIVER": "dummy", "COLORTERM": nil],
                in: try Folder())
            try await program.wait("the card") { $0.lines.contains { $0.hasPrefix("upper") } }
            #expect(await program.waitForEnd() == .exited(0))
            let text = program.text.replacing(#/\e\[[0-9;?>]*[a-zA-Z$]+|\e\][^\e]*\e\\/#, with: "")
            for line in text.split(whereSeparator: \.isNewline) {
                #expect(TerminalText.cellWidth(of: line) <= columns, "\(line)")
            }
            for word in [
                "synchronized output", "export COLORTERM=truecolor", "palette256", "not in terminfo or",
            ] {
                #expect(text.contains(word), "\(word)")
            }
        }
    }
}

extension WithoutATerminal {
    @Suite struct DoctorIntoFileTests {
        /// - Parameter hasTerminal: the one that it was typed on, which it can still ask; else it is a job without any.
        @Test(
            "doctor-ok-into-file, doctor-into-file: into a file goes all that was found, without control sequences, also without a terminal",
            arguments: [true, false])
        func file(hasTerminal: Bool) async throws {
            let folder = try Folder()
            let sound = ["SDL_AUDIODRIVER": "dummy", "COLORTERM": "truecolor"]
            let (output, errors) = (
                ChildProcess.Wiring.output(folder.file("out")), ChildProcess.Wiring.output(folder.file("errors"))
            )
            if hasTerminal {
                let program = try TerminalProgram(["doctor"], environment: sound, output: output, in: folder)
                #expect(await program.waitForEnd() == .exited(0))
                #expect(program.modes.summary == program.modesBefore.summary)
            } else {
                let process = try ChildProcess(
                    [try Program.path(), "doctor"], environment: Program.environment(sound), folder: folder.path,
                    input: .null, output: output, errors: errors, leadsSession: true)
                #expect(await process.waitForEnd() == .exited(0))
                #expect(try folder.text(of: "errors").isEmpty)
            }
            let text = try folder.text(of: "out")
            let words = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(words.first?.first == "cameo" && !text.contains("\u{1B}"))
            #expect(words.contains { $0.starts(with: ["terminal", "none"]) } == !hasTerminal, "\(text)")
            #expect(words.contains { $0.first == "colors" } == hasTerminal)
            #expect(words.contains { $0.first == "voice" })
        }
    }
}

extension InTmux {
    @Suite(.serialized) struct DoctorInTmuxTests {
        @Test("in tmux doctor says how to get 24-bit color, and what it says works")
        func colors() async throws {
            let folder = try Folder()
            let program = try Program.path()
            let plain = try await Tmux(
                "'\(program)' doctor --all", columns: 80, rows: 50,
                environment: ["COLORTERM": nil, "SDL_AUDIODRIVER": "dummy"], in: folder)
            let lines = try await plain.wait("the card") { $0.lines.contains { $0.hasPrefix("upper") } }.lines
            #expect(lines.contains { $0.hasPrefix("colors               palette256 ") })
            for line in ["set -as terminal-features \",*:RGB\"", "set-environment -g COLORTERM truecolor"] {
                #expect(lines.contains { $0.trimmingCharacters(in: .whitespaces) == line }, "\(line)")
            }
            #expect(await plain.waitForStatus() == 0)

            // `Tmux` has the first of the two lines in its own settings.
            let command =
                "tmux set-environment -g COLORTERM truecolor; tmux new-window \"'\(program)' doctor --all; exec cat\""
            let cured = try await Tmux(
                command, columns: 80, rows: 50, environment: ["COLORTERM": nil, "SDL_AUDIODRIVER": "dummy"],
                in: try Folder())
            try await cured.wait("truecolor") { $0.lines.contains { $0.hasPrefix("colors               truecolor") } }
        }
    }
}
