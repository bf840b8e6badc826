import Cells
import Events
import Foundation
import Platform
import Support
import Testing

extension OnATerminal {
    /// `cameo chat` with the built-in voice and small programs, in silence.
    @Suite(.serialized) struct ChatCommandTests {
        private func chat(
            _ command: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
            input: ChildProcess.Wiring? = nil, errors: ChildProcess.Wiring? = nil, in folder: Folder
        ) throws -> TerminalProgram {
            try TerminalProgram(
                ["chat", "--reply-command", command] + arguments, columns: columns, rows: rows,
                environment: ["COLORTERM": "truecolor"], input: input, errors: errors, in: folder)
        }

        /// Whether the process is there whose number is in the file.
        private func isThere(_ name: String, in folder: Folder) -> Bool {
            guard let pid = (try? folder.text(of: name)).flatMap({ pid_t($0.trimmingCharacters(in: .newlines)) }) else {
                return false
            }
            return kill(pid, 0) == 0
        }

        @Test("what is typed is answered by the program, spoken, and on the tape; what was said stands beside the face")
        func conversation() async throws {
            let folder = try Folder()
            let program = try chat("sed s/^/You\\ said:\\ /", ["--record", "chat.cameo"], in: folder)
            try await program.wait("the line") { $0.lines.last?.hasPrefix("say:") == true && $0.lines.count == 24 }
            // Until there is somebody to hear it, Enter says so and keeps the line.
            program.send("hello there")
            try await program.wait("conversation") { screen in
                if screen.lines.last?.contains("hello there") == true { program.send("\r") }
                return screen.lines.contains { $0.contains("you: hello there") }
            }
            try await program.wait("the answer") { screen in
                screen.lines.contains { $0.contains("Mira: You said:") }
            }
            program.send("\u{4}")
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.modes.summary == program.modesBefore.summary)
            let run = try await Program.run("inspect", "chat.cameo", in: folder)
            #expect(run.status == 0 && run.output.contains("hello there"), "\(run.output)")
        }

        @Test(
            "lines on standard input are said one after the other by one program that stays; the end is the last answer's"
        )
        func script() async throws {
            let folder = try Folder()
            try folder.write("one\n\ntwo", to: "lines")
            let program = try chat(
                "while read line; do echo \"$line.\"; echo; echo x >>lines-read; done",
                ["--keep", "--clean", "--record", "chat.cameo"], columns: 20, rows: 6,
                input: .file(folder.file("lines"), flags: O_RDONLY), in: folder)
            #expect(await program.waitForEnd() == .exited(0))
            #expect(try folder.lines(of: "lines-read").count == 2)
            let run = try await Program.run("inspect", "chat.cameo", "--heard", in: folder)
            #expect(run.output.contains("one") && run.output.contains("two"), "\(run.output)")
        }

        @Test(
            "a program that fails is said with its last words, which no terminal obeys, and is the status of a script")
        func failure() async throws {
            let folder = try Folder()
            try folder.write("one\n", to: "lines")
            let program = try chat(
                "printf 'out of \\033]0;PWNED\\007words\\n' >&2; exit 4",
                input: .file(folder.file("lines"), flags: O_RDONLY),
                errors: .output(folder.file("errors")), in: folder)
            #expect(await program.waitForEnd() == .exited(1))
            let errors = try folder.text(of: "errors")
            #expect(errors.contains("reply command exited with status 4") && errors.contains("words"), "\(errors)")
            #expect(!program.text.contains("\u{1B}]0;PWNED") && !errors.contains("\u{1B}]"))
        }

        @Test(
            "Esc ends an answer that never ends, with its program; so does another line, and leaving",
            arguments: [
                "\u{1B}", "b\r", "\u{3}", "hang up",
            ])
        func endless(_ key: String) async throws {
            let folder = try Folder()
            let program = try chat("read line; echo $$ >$line; exec yes Again.", in: folder)
            try await program.wait("the line") { $0.lines.last?.hasPrefix("say:") == true }
            program.send("a")
            try await program.wait("the answer") { screen in
                if screen.lines.last?.contains("say: a") == true { program.send("\r") }
                return screen.lines.contains { $0.contains("Mira: Again.") }
            }
            #expect(isThere("a", in: folder))
            if key == "hang up" {
                program.process.send(SIGHUP)
            } else {
                program.send(key)
            }
            #expect(
                await eventually {
                    program.readOn()
                    return !isThere("a", in: folder)
                })
            guard key.hasSuffix("\r") || key == "\u{1B}" else { return }
            if key.hasSuffix("\r") { #expect(await eventually { isThere("b", in: folder) }) }
            program.send("\u{4}")
            #expect(await program.waitForEnd() == .exited(0))
            #expect(await eventually { !isThere("b", in: folder) })
        }

        @Test("Esc ends a program that goes on without a word when all that it has printed was said")
        func silentProgram() async throws {
            let folder = try Folder()
            let program = try chat(
                "read line; echo $$ >$line; echo Hi there.; exec sleep 1000", ["--clean"], in: folder)
            func isSaid(_ screen: TerminalModel) -> Bool {
                screen.lines.dropLast().contains { $0.contains("Hi there.") }
            }
            try await program.wait("the line") { $0.lines.last?.hasPrefix("say:") == true }
            program.send("a")
            try program.watch("the answer") { screen in
                if screen.lines.last?.contains("say: a") == true { program.send("\r") }
                return isSaid(screen)
            }
            // The caption goes when the avatar is at home.
            try await program.wait("the end of what is said") { !isSaid($0) }
            #expect(isThere("a", in: folder))
            program.send("\u{1B}")
            #expect(
                await eventually {
                    program.readOn()
                    return !isThere("a", in: folder)
                })
            program.send("\u{4}")
            #expect(await program.waitForEnd() == .exited(0))
        }
    }

    /// `--clean` of several commands.
    @Suite(.serialized) struct CleanTests {
        @Test(
            "there is the face and its caption, any key names the few that do something, and q quits",
            arguments: [
                (20, 6), (80, 24),
            ])
        func face(_ columns: Int, _ rows: Int) async throws {
            let folder = try Folder()
            let program = try TerminalProgram(
                ["demo", "--clean"], columns: columns, rows: rows, environment: ["COLORTERM": "truecolor"], in: folder)
            // The picture has the last row as well until there is something to read.
            try await program.wait("the face") { screen in
                (0..<rows).allSatisfy { screen.halves(at: CellPoint(column: columns / 2, row: $0)) != nil }
            }
            #expect(!program.model.lines.contains { $0.contains("▶") || $0.contains("fps") })
            program.send("x")
            try await program.wait("the keys") { $0.lines.contains { $0.contains("q quit") } }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test(
            "where nobody is at the other end, the address, the reason and the next attempt stand in the middle",
            arguments: [
                [], ["--clean"],
            ])
        func nobody(_ arguments: [String]) async throws {
            let folder = try Folder()
            // No server may have this port.
            let program = try TerminalProgram(
                ["connect", "http://127.0.0.1:9"] + arguments, columns: 60, rows: 12, in: folder)
            try await program.wait("the reason") { screen in
                let words = ["http://127.0.0.1:9", "connection refused", "of 10 in", "q: quit"]
                return words.allSatisfy { word in screen.lines[2..<10].contains { $0.contains(word) } }
            }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("a tape ends the program with --once, and a text is said again and again with --loop")
        func ends() async throws {
            let folder = try Folder()
            let once = try TerminalProgram(["demo", "--clean", "--once"], in: folder)
            #expect(await once.waitForEnd() == .exited(0))
            let loop = try TerminalProgram(
                ["say", "Hello.", "--clean", "--loop", "--record", "said.cameo"], in: folder)
            func isSaid(_ screen: TerminalModel) -> Bool { screen.lines.contains { $0.contains("Hello.") } }
            // The caption goes between the two.
            try loop.watch("the first time", isSaid)
            try loop.watch("the end of it") { !isSaid($0) }
            try loop.watch("the second time", isSaid)
            #expect(try !folder.bytes(of: "said.cameo-wal").isEmpty)
            loop.send("q")
            #expect(await loop.waitForEnd() == .exited(0))
        }
    }
}

extension WithoutATerminal {
    @Suite(.serialized) struct ChatOptionTests {
        @Test("what does not go together, or is missing, is one line")
        func refusals() async throws {
            let folder = try Folder()
            for (arguments, word) in [
                (["chat"], "--reply-command"),
                (["chat", "--reply-command", " "], "--reply-command is empty: expected a shell command"),
                (["say", "a", "--loop", "--stay"], "--stay and --loop exclude each other"),
                (["say", "--loop"], "--loop needs a text or --file; a pipe can be read only once"),
                (
                    ["say", "a", "--clean", "--headless", "--record", "x"],
                    "--loop and --clean cannot be used with --headless"
                ),
                (["play", "x", "--step", "--clean"], "--step and --clean exclude each other"),
            ] {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(run.status == 64 && run.errors.contains(word), "\(arguments): \(run.errors)")
            }
        }
    }
}
