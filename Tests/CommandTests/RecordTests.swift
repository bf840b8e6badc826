import Foundation
import Platform
import Support
import Testing

extension OnATerminal {
    @Suite(.serialized) struct RecordTests {
        @Test("a recording that is killed opens and has lost 250 ms at most", arguments: 1...2)
        func killed(chunk: Int) async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 40, in: folder)
            let program = try TerminalProgram(
                ["play", "--log", "--record", "heard.cameo", "sample.cameo"], columns: 160, rows: 30,
                environment: ["COLORTERM": "truecolor"], in: folder)
            try await program.wait("chunk \(chunk)") {
                ($0.logLines.last?[3].split(separator: ":").first.flatMap { Int($0) } ?? -1) >= chunk
            }
            // What has been seen was heard before now.
            let seen = try #require(program.model.logLines.last.flatMap { Double($0[1]) })
            program.process.send(SIGKILL)
            #expect(await program.waitForEnd() == .signaled(SIGKILL))

            let inspected = try await Program.run("inspect", "heard.cameo", in: folder)
            #expect(inspected.status == 0, "\(inspected.errors)")
            let converted = try await Program.run("convert", "heard.cameo", "heard.ndjson", in: folder)
            #expect(converted.status == 0, "\(converted.errors)")
            let last = try #require(try folder.lines(of: "heard.ndjson").last)
            let line = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
            let time = try #require(line?["t"] as? Double)
            #expect(time >= seen - 0.25, "recorded up to \(time), seen up to \(seen)")
            // And it plays again, up to there.
            let frames = try await Program.run("inspect", "--frames", "heard.cameo", in: folder)
            #expect(
                frames.lines.contains { $0.contains(" talk ") && $0.contains("SYNC") }, "\(frames.lines.suffix(8))")
        }

        @Test("without anybody there it ends when the time for connecting is over, and says so")
        func nobodyThere() async throws {
            let folder = try Folder()
            // Nothing listens at the port of a service that is long gone.
            let run = try await Program.run(
                "record", "http://127.0.0.1:9", "-o", "x.cameo", "--connect-timeout", "1500ms", "--say", "hello",
                "--cache-folder", try folder.write("x", to: "a-file"), in: folder)
            // Nor is there a place for clips.
            #expect(run.errorLines.first?.hasSuffix("/a-file: not a folder; clips are not cached") == true)
            #expect(run.status == 1)
            let last = try #require(run.errorLines.last)
            #expect(last.hasPrefix("cameo: cannot connect: no connection within 1500ms (--connect-timeout); "))
            #expect(run.errorLines.contains { $0.contains("attempt 1 in 1 s") })
            #expect(last.contains("no link was ever made, so nothing was recorded"))
            // Nothing that would stand in the way of the next try.
            #expect(run.output == "" && !folder.names.contains { $0.hasPrefix("x.cameo") })
        }

        @Test("a recording takes the place of another one only where that is asked for")
        func overwriting() async throws {
            let folder = try Folder()
            func say(_ text: String, _ options: [String]) async throws -> Program.Run {
                try await Program.run(
                    [try Program.path(), "say", text, "--headless", "--record", "a.cameo"] + options, in: folder)
            }
            #expect(try await say("One.", []).status == 0)
            let refused = try await say("Two.", [])
            #expect(
                refused.status == 2 && refused.errors == "cameo: a.cameo: already exists; replace it with --overwrite\n"
            )
            #expect(
                try await say("Two.", ["--overwrite"]).status == 0
                    && folder.names.filter { $0.hasPrefix("a.") } == ["a.cameo"])
            let shown = try await Program.run("inspect", "a.cameo", in: folder)
            #expect(shown.output.contains("Two.") && !shown.output.contains("One."))
        }

        @Test(
            "a recording whose name does not end in .cameo is refused, and so is a folder in its place",
            arguments: ["rr.log", "rr.json", "plain", "folder", "folder.cameo"])
        func otherNames(name: String) async throws {
            let folder = try Folder()
            for name in ["folder", "folder.cameo"] { mkdir(folder.file(name), 0o755) }
            let reason =
                name.hasPrefix("folder")
                ? "expected a recording, found a folder"
                : "a recording's name must end in .cameo; `cameo convert` turns a recording into text"
            for command in [
                ["record", "http://127.0.0.1:9", "-o", name, "--say", "hello"],
                ["say", "Hi.", "--headless", "--record", name],
            ] {
                for options in [[], ["--overwrite"]] {
                    let run = try await Program.run([try Program.path()] + command + options, in: folder)
                    #expect(run.status == 2 && run.errorLines.last == "cameo: \(name): \(reason)", "\(run.errors)")
                    #expect(folder.names == ["folder", "folder.cameo"])
                }
            }
        }

        @Test("a recording does not replace a file that is there")
        func existing() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            try folder.write("mine", to: "heard.cameo")
            let program = try TerminalProgram(
                ["play", "--record", "heard.cameo", "sample.ndjson"], errors: .output(folder.file("errors")), in: folder
            )
            #expect(await program.waitForEnd() == .exited(2))
            #expect(try folder.text(of: "heard.cameo") == "mine")
            #expect(
                try folder.lines(of: "errors") == ["cameo: heard.cameo: already exists; replace it with --overwrite"])
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        @Test(
            "a screen's recording replaces another one with --overwrite, but no other file; --overwrite needs --record")
        func overwritingOnScreen() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            func play(_ options: [String]) async throws -> ProcessEnd? {
                let program = try TerminalProgram(
                    ["play", "--once"] + options + ["sample.ndjson"], errors: .output(folder.file("errors")), in: folder
                )
                return await program.waitForEnd()
            }
            #expect(try await play(["--record", "a.cameo"]) == .exited(0))
            let first = try folder.bytes(of: "a.cameo")
            #expect(try await play(["--record", "a.cameo"]) == .exited(2))
            #expect(try folder.bytes(of: "a.cameo") == first)
            #expect(try await play(["--record", "a.cameo", "--overwrite"]) == .exited(0))
            #expect(try folder.bytes(of: "a.cameo") != first)
            #expect(try await Program.run("check", "a.cameo", in: folder).status != 2)
            try folder.write("mine", to: "b.cameo")
            #expect(try await play(["--record", "b.cameo", "--overwrite"]) == .exited(2))
            #expect(try folder.text(of: "b.cameo") == "mine")
            for command in [["play", "sample.ndjson"], ["say", "hello"], ["chat", "--reply-command", "cat"]] {
                let run = try await Program.run([try Program.path()] + command + ["--overwrite"], in: folder)
                #expect(run.status == 64 && run.errors.contains("--overwrite needs --record"), "\(command)")
            }
        }

        @Test("control characters from a stream never reach the screen")
        func controlCharacters() async throws {
            let folder = try Folder()
            try WithoutATerminal.FileTests.nastyStream().write(in: folder)
            let program = try TerminalProgram(["play", "--log", "sample.ndjson"], columns: 200, rows: 60, in: folder)
            try await program.wait("the names, made visible") { $0.lines.contains { $0.contains("^[]0;PWNED^G^[[2J") } }
            #expect(await program.type("i"))
            try await program.wait("the statistics") { $0.lines.contains { $0.contains("statistics") } }
            #expect(program.model.title == "" && program.model.bells == 0)
            #expect(!program.text.contains("\u{1B}]0;PWNED"))
            #expect(
                !program.text.unicodeScalars.contains { 0x80...0x9F ~= $0.value || $0 == "\u{202E}" || $0 == "\u{7}" })
            #expect(program.model.unparsed.isEmpty)
            #expect(await program.type("q"))
            #expect(await program.waitForEnd() == .exited(0))
        }
    }
}
