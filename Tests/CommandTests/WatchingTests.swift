import Cells
import Events
import Foundation
import Platform
import Sound
import Speech
import Support
import Testing

extension OnATerminal {
    /// What people see who only watch.
    @Suite(.serialized) struct WatchingTests {
        private func watch(
            _ arguments: [String], columns: Int = 80, rows: Int = 24, errors: ChildProcess.Wiring? = nil,
            in folder: Folder
        ) throws -> TerminalProgram {
            try TerminalProgram(
                arguments, columns: columns, rows: rows, environment: ["COLORTERM": "truecolor", "CAMEO_DEBUG": nil],
                errors: errors, in: folder)
        }

        /// Of the debugger.
        private static let words = ["SYNC", "HELD", "chunk", "idle", "talk", "fps", "buffer", "fault", "link", "clip"]

        @Test(
            "calm-demo: title, time and keys, and no word of the debugger's until it is opened; then what to try next")
        func demo() async throws {
            let program = try watch(["demo"], in: try Folder())
            try await program.wait("her first words") { $0.lines.contains { $0.contains("Hello! I am Mira") } }
            let line = program.model.lines.last ?? ""
            #expect(line.hasPrefix(" ▶ demo  0:0") && line.contains("space pause  ? help  q quit"), "\(line)")
            for word in Self.words { #expect(!line.contains(word), "\(word) in \(line)") }
            program.send("d")
            try await program.wait("the debugger") { $0.lines.contains { $0.contains("SYNC") || $0.contains("idle") } }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
            let next = "Next, try: cameo say \"Hello there\"; cameo --help lists all commands"
            #expect(program.model.lines.contains(next), "\(program.model.lines)")
        }

        @Test("check and step say once what to try next, and nothing where nothing may be kept")
        func firstTimes() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, hasSound: true, in: folder)
            func lines(_ arguments: [String], keys: String? = nil, remembers: Bool = true) async throws -> [String] {
                let program = try TerminalProgram(
                    arguments, columns: 120, rows: 24,
                    environment: [
                        "CAMEO_REMEMBER": remembers ? nil : "false", "XDG_STATE_HOME": folder.file("state"),
                    ], in: folder)
                if let keys {
                    try await program.wait("the screen") { $0.isPaused }
                    program.send(keys)
                }
                #expect(await program.waitForEnd() == .exited(0))
                return program.model.lines.filter { $0.hasPrefix("Next, try: ") }
            }
            #expect(try await lines(["check", "sample.cameo"], remembers: false) == [])
            #expect(
                try await lines(["check", "sample.cameo"]) == [
                    "Next, try: cameo check --junit results.xml sample.cameo says the same to your CI (docs/using/check.md)"
                ])
            #expect(try await lines(["check", "sample.cameo"]) == [])
            #expect(
                try await lines(["step", "sample.cameo"], keys: "q") == [
                    "Next, try: cameo check sample.cameo judges all of it"
                ])
            #expect(try await lines(["step", "sample.cameo"], keys: "q") == [])
        }

        @Test("the cursor, which is not seen, stands at the caption, and in a line where the next letter is typed")
        func cursor() async throws {
            let program = try watch(["demo"], in: try Folder())
            try await program.wait("the cursor at a caption") { screen in
                let row = screen.lines[screen.cursor.row]
                return row.contains("Mira") && row.prefix(screen.cursor.column).allSatisfy { $0 == " " }
            }
            #expect(!program.model.isCursorVisible)
            program.send(" g12")
            try await program.wait("the cursor behind what is typed") { screen in
                screen.cursor.row == 23 && screen.lines[23].hasPrefix("go to: 12")
                    && screen.cursor.column == "go to: 12".count
            }
            program.send("\u{1B}")
            try await program.wait("the status line") { $0.isPaused }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("with --still the face is the same from the first word to the next sentence, while captions go on")
        func still() async throws {
            let program = try watch(["demo", "--still"], in: try Folder())
            func face() -> [[TerminalModel.Look]] { Array(program.model.picture.prefix(20)) }
            try await program.wait("her first words") { $0.lines.contains { $0.contains("Hello! I am Mira") } }
            let (before, written) = (face(), program.text.count)
            try await program.wait("the next sentence") { $0.lines.contains { $0.contains("and this is Cameo") } }
            #expect(face() == before)
            // Nor does anything else move: no clock runs, no word of the caption is lit.
            #expect(!program.model.lines.contains { $0.contains("0:0") })
            #expect(!program.text.dropFirst(written).contains("0:0"))
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("say-returns: a recording that ends with the last word has the way home, and its check is clean")
        func recorded() async throws {
            let folder = try Folder()
            let program = try watch(["say", "Roses are red,\nviolets are blue.", "--record", "said.cameo"], in: folder)
            try program.watch("both lines") { screen in
                let rows = screen.lines.map { $0.trimmingCharacters(in: .whitespaces) }
                return zip(rows, rows.dropFirst()).contains { $0 == "Roses are red," && $1 == "violets are blue." }
            }
            #expect(await program.waitForEnd() == .exited(0))
            // How far behind a busy machine was is no matter of what was said.
            let check = try await Program.run("check", "--fresh", "--max-gap-ms", "none", "said.cameo", in: folder)
            #expect(check.status == 0 && check.output.hasPrefix("ok "), "\(check.output)")
            let frames = try await Program.run("inspect", "--frames", "said.cameo", in: folder)
            let last = frames.lines.last { !$0.hasPrefix("#") }
            #expect(last?.contains("idle_1") == true && last?.contains("talking") == false, "\(frames.lines.suffix(3))")
        }

        @Test("say-returns: a recording has the way home also where the voice has failed, which is how it ends")
        func recordedTrouble() async throws {
            let folder = try Folder()
            let rate = 16_000
            let sound = Samples(rate: rate, channels: 1, values: [Int16](repeating: 4_000, count: rate))
            try Data(sound.waveFile).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
            let voice = "read text; if [ \"$text\" = Two. ]; then echo no larynx >&2; exit 3; fi; cat tone.wav"
            let program = try watch(
                ["say", "One. Two.", "--voice-command", voice, "--record", "said.cameo"],
                errors: .output(folder.file("errors")), in: folder)
            #expect(await program.waitForEnd() == .exited(1))
            #expect(try folder.text(of: "errors").contains("no larynx"))
            let frames = try await Program.run("inspect", "--frames", "said.cameo", in: folder)
            let last = frames.lines.last { !$0.hasPrefix("#") }
            #expect(last?.contains("idle_1") == true && last?.contains("talking") == false, "\(frames.lines.suffix(3))")
        }
    }
}
