import Cells
import Events
import Foundation
import Platform
import Sound
import Speech
import Support
import Testing

extension OnATerminal {
    /// `cameo say` with the built-in voice and others, in silence.
    @Suite(.serialized) struct SayTests {
        private func say(
            _ arguments: [String], environment: [String: String?] = [:], errors: ChildProcess.Wiring? = nil,
            in folder: Folder
        ) throws -> TerminalProgram {
            try TerminalProgram(
                ["say"] + arguments, columns: 100, rows: 30,
                environment: environment.merging(["COLORTERM": "truecolor"]) { $1 }, errors: errors, in: folder)
        }

        private func chunks(_ tape: String, in folder: Folder) async throws -> [[String: Any]] {
            let run = try await Program.run("inspect", tape, "--json", in: folder)
            let summary = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            return summary?["chunks"] as? [[String: Any]] ?? []
        }

        @Test("a text is spoken with its words marked, the program ends by itself, and every frame is in sync")
        func text() async throws {
            let folder = try Folder()
            // Long enough for a machine that has little time for it.
            let text = "Peter Piper picked a peck of pickled peppers and put them all into a paper bag."
            let program = try say([text, "--record", "said.cameo"], in: folder)
            // The word that is heard stands out of the others.
            try program.watch("a marked word") { screen in
                guard let row = screen.lines.firstIndex(where: { $0.contains("Peter Piper picked") }) else {
                    return false
                }
                let cells = (0..<screen.size.columns).map { screen[CellPoint(column: $0, row: row)] }
                let words = cells.filter { $0.text != " " && !$0.text.isEmpty }
                let marked = words.filter(\.attributes.isReversed)
                return !marked.isEmpty && marked.count < words.count
            }
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.modes.summary == program.modesBefore.summary)
            #expect(program.model.lines.contains("cameo: recorded to said.cameo; open it with `cameo step`"))
            let chunks = try await chunks("said.cameo", in: folder)
            #expect(
                !chunks.isEmpty && chunks.allSatisfy { $0["lost"] as? [Int] == [] && $0["no_overlay"] as? Int == 0 })
            let frames = try await Program.run("inspect", "--frames", "said.cameo", in: folder)
            #expect(frames.lines.contains { $0.contains("SYNC") } && !frames.output.contains("DESYNC"))
        }

        @Test(
            "a caption from right to left is turned where the terminal does not do it, and not where it does",
            arguments: [("cameo", "بحرم"), ("terminal", "مرحب")])
        func rightToLeft(who: String, start: String) async throws {
            let program = try say(["مرحبا بالعالم", "--right-to-left", who], in: try Folder())
            // The first letters of the first word, as they stand in the row; each has the form for its neighbors where it was turned.
            try program.watch("the caption") { screen in
                screen.lines.contains { $0.precomposedStringWithCompatibilityMapping.contains(start) }
            }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("a voice that there is not is told of without a screen")
        func noVoice() async throws {
            let program = try say(["hi", "--voice", "nosuch"], in: try Folder())
            #expect(await program.waitForEnd() == .exited(2))
            #expect(!program.text.contains("\u{1B}[?1049h"))
            #expect(program.text.split(whereSeparator: \.isNewline).count == 1 && program.text.contains("nosuch"))
        }

        @Test(
            "K64 what is said is heard, and paces the lips: never ahead of it by a frame, and as a rule less than one behind"
        )
        func heard() async throws {
            let folder = try Folder()
            let program = try say(
                [
                    // Long enough for a machine that has little time for it.
                    "Peter Piper picked a peck of pickled peppers and put them all into a paper bag. "
                        + "How many pickled peppers did Peter Piper pick, and how many were in the bag?",
                    "--record", "said.cameo", "--audio-device", "device",
                ],
                environment: ["CAMEO_AUDIO": "true", "SDL_AUDIODRIVER": "disk"], in: folder)
            #expect(await program.waitForEnd() == .exited(0))
            let sound = try Data(contentsOf: URL(fileURLWithPath: folder.file("device")))
            #expect(sound.contains { $0 != 0 })
            let series = try await Program.run("inspect", "--drift", "said.cameo", in: folder)
            let drifts = series.lines.dropFirst().compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
            try #require(drifts.count > 20, "\(series.output)")
            let median = drifts.sorted()[drifts.count / 2]
            #expect(drifts.allSatisfy { $0 < 33.4 } && median > -33.4, "\(drifts)")
        }

        @Test("a text that is still coming is spoken from its first sentence on")
        func pipe() async throws {
            let folder = try Folder()
            mkfifo(folder.file("text"), 0o600)
            let program = try say(["--file", "text"], in: folder)
            let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("text")))
            try writer.write(contentsOf: Data("Hello there.\n".utf8))
            try await program.wait("the first sentence") { $0.lines.contains { $0.contains("Hello there.") } }
            try writer.write(
                contentsOf:
                    // Long enough to be seen by a test that has little time.
                    Data("And good bye to all who have listened to me on this long and rainy afternoon.".utf8))
            try writer.close()
            try program.watch("the second one") { $0.lines.contains { $0.contains("And good bye to all") } }
            #expect(await program.waitForEnd() == .exited(0))
        }

        @Test("control characters, wrong bytes and emoji are spoken around, and never reach the screen")
        func strangers() async throws {
            let folder = try Folder()
            let bytes =
                Array("\u{1B}]0;PWNED\u{7} Good \u{202E}day\u{9B}2J 🙂 ".utf8) + [0xFF, 0xC0] + Array("!\n".utf8)
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("text")))
            let program = try say(["--file", "text"], in: folder)
            try program.watch("the caption") { $0.lines.contains { $0.contains("Good day") } }
            #expect(await program.waitForEnd() == .exited(0))
            #expect(!program.text.contains("\u{1B}]0;") && !program.text.contains("\u{202E}"))
        }

        @Test("a voice that fails is a sentence with its last words, and the avatar goes home first")
        func badVoice() async throws {
            let folder = try Folder()
            let command = ["Hello.", "--voice-command", "cat >/dev/null; echo no larynx >&2; exit 3"]
            let staying = try say(command + ["--stay"], in: folder)
            try await staying.wait("the reason") { $0.lines.contains { $0.contains("no larynx") } }
            staying.send("q")
            #expect(await staying.waitForEnd() == .exited(0))
            let program = try say(command, errors: .output(folder.file("errors")), in: folder)
            #expect(await program.waitForEnd() == .exited(1))
            let errors = try folder.text(of: "errors")
            #expect(errors.hasPrefix("cameo: ") && errors.contains("no larynx") && errors.contains("3"), "\(errors)")
        }

        @Test("any command that answers with a sound file is a voice; the mouth follows the sound")
        func voiceCommand() async throws {
            let folder = try Folder()
            let rate = 22_050
            let loud = (0..<rate).map { Int16(12_000 * sin(Double($0) * 2 * .pi * 700 / Double(rate))) }
            let silence = [Int16](repeating: 0, count: rate / 2)
            let sound = Samples(rate: rate, channels: 1, values: silence + loud + silence)
            try Data(sound.waveFile).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
            let program = try say(
                ["Ah.", "--voice-command", "cat >/dev/null; cat tone.wav", "--record", "said.cameo"], in: folder)
            #expect(await program.waitForEnd() == .exited(0))
            let run = try await Program.run("inspect", "said.cameo", "--frames", "--json", in: folder)
            let keys = run.lines.filter { $0.contains(#""chunk":0"#) }.compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["overlay_key"] as? String
            }
            func isOpen(_ key: String) -> Bool { ["J3", "J4", "J5"].contains { key.contains("/\($0)_") } }
            #expect(keys.contains(where: isOpen) && keys.first.map { !isOpen($0) } == true, "\(keys)")
        }

        @Test("without a text, and with keys on standard input, it says what it needs")
        func nothing() async throws {
            let folder = try Folder()
            let program = try say([], errors: .output(folder.file("errors")), in: folder)
            #expect(await program.waitForEnd() == .exited(2))
            #expect(try folder.text(of: "errors").contains("nothing to say: give a text"))
        }

        @Test("a file in which there is nothing to say is the same sentence as a text, when that has been read")
        func wordless() async throws {
            let folder = try Folder()
            try folder.write(" \n", to: "blank")
            let program = try say(["--file", "blank"], errors: .output(folder.file("errors")), in: folder)
            #expect(await program.waitForEnd() == .exited(2))
            #expect(try folder.text(of: "errors").contains("nothing to say: the text is empty"))
        }

        @Test("a text and a file, a voice and a command, and a pack that is none are refused in one line")
        func refusals() async throws {
            let folder = try Folder()
            try folder.write("x", to: "face.PNG")
            for (arguments, word) in [
                (["say", "a", "--avatar", "face.PNG"], "expected a folder with avatar.json, found a picture"),
                (["say", "a", "--file", "b"], "a text and --file exclude each other"),
                (["say", "a", "--rate", "5"], "--rate: expected 20 to 400, found 5\n"),
                (["say", "a", "--voice", "x", "--voice-command", "y"], "--pitch cannot be used with --voice-command"),
                (["say", "a", "--avatar", "nowhere"], "nowhere/avatar.json"), (["say", "--file", "absent"], "absent"),
                (["serve", "--reply-command", "x"], "--reply-command and voice options need --speech"),
                (["serve", "--speech", "--fault", "no-audio=0"], "no-audio: affects answers of recordings"),
                (["say", "a", "--headless"], "needs --record"),
                (["say", "a", "--headless", "--stay", "--record", "x"], "--stay cannot be used with --headless"),
            ] {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(run.status != 0 && run.errors.contains(word), "\(arguments): \(run.errors)")
            }
        }
    }
}

extension WithoutATerminal {
    /// `cameo say --headless`: no terminal, no sound, no time that passes.
    @Suite(.serialized) struct HeadlessSayTests {
        @Test("a text goes onto a tape, the same one each time, and its check is clean")
        func tape() async throws {
            let folder = try Folder()
            let text = "Peter Piper picked a peck. " + String(repeating: "Nine nimble noblemen nibble nuts. ", count: 8)
            for name in ["one.cameo", "two.cameo"] {
                let run = try await Program.run("say", text, "--headless", "--record", name, in: folder)
                #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
                #expect(run.output.hasPrefix(name) && run.output.contains(" 1 message finished, "), "\(run.output)")
            }
            let check = try await Program.run("check", "one.cameo", in: folder)
            #expect(check.status == 0 && check.output.hasPrefix("ok "), "\(check.output)")
            let frames = try await Program.run("inspect", "--frames", "one.cameo", in: folder)
            // Longer than what is given ahead, so that it was given in parts.
            #expect(frames.lines.count { $0.contains("SYNC") } > 450 && !frames.output.contains("DESYNC"))
            let piped = try await Program.shell(
                "\"$0\" inspect - --engine completion_limit=12s < one.cameo", in: folder)
            let words = "cameo: standard input: --engine completion_limit has no effect"
            #expect(piped.status == 0 && piped.errors.hasPrefix(words), "\(piped.errors)")
            let difference = try await Program.run("diff", "one.cameo", "two.cameo", in: folder)
            #expect(difference.status == 0, "\(difference.output)")
        }

        @Test("where there is nothing to say no tape is left, wherever the text comes from")
        func wordless() async throws {
            let folder = try Folder()
            for (name, text) in [("empty", ""), ("blank", " \n\n"), ("signs", "...\n")] {
                try folder.write(text, to: name)
            }
            for (arguments, reason) in [
                ([], "the text is empty"), (["--file", "empty"], "the text is empty"),
                (["--file", "blank"], "the text is empty"), ([""], "the text is empty"),
                (["--file", "signs"], "the text has no words"), (["..."], "the text has no words"),
                (["[](http://a.example)"], "the text has no words"),
            ] as [([String], String)] {
                let run = try await Program.run(
                    [try Program.path(), "say"] + arguments + ["--headless", "--record", "said.cameo"], in: folder)
                #expect(run.status == 2 && run.output.isEmpty, "\(arguments): \(run)")
                #expect(run.errors == "cameo: nothing to say: \(reason)\n", "\(arguments)")
                #expect(!folder.names.contains { $0.hasPrefix("said") }, "\(folder.names)")
            }
        }

        /// A voice that says a second of something, but at "Two." does what it is told to.
        private func voice(_ atTwo: String, in folder: Folder) throws -> String {
            let rate = 16_000
            let sound = Samples(rate: rate, channels: 1, values: [Int16](repeating: 4_000, count: rate))
            try Data(sound.waveFile).write(to: URL(fileURLWithPath: folder.file("tone.wav")))
            return "read text; if [ \"$text\" = Two. ]; then \(atTwo); fi; cat tone.wav"
        }

        @Test("a voice that fails is told with its last words, and what was said before stays")
        func badVoice() async throws {
            let folder = try Folder()
            let voice = try voice("echo no larynx >&2; exit 3", in: folder)
            let run = try await Program.run(
                "say", "One. Two.", "--voice-command", voice, "--headless", "--record", "said.cameo", in: folder)
            #expect(
                run.status == 1 && run.errors.contains("no larynx")
                    && run.output.contains("1 message finished"), "\(run)")
            let check = try await Program.run("check", "said.cameo", in: folder)
            #expect(check.status == 0 && check.output.contains(" 1 chunk"), "\(check.output)")
            // Where nothing could be said there is nothing to keep, and the next try has its name.
            for text in ["Two.", "One."] {
                let run = try await Program.run(
                    "say", text, "--voice-command", voice, "--headless", "--record", "again.cameo", in: folder)
                #expect(run.status == (text == "Two." ? 1 : 0), "\(run)")
                #expect(
                    run.output.isEmpty == (text == "Two.") && folder.names.contains("again.cameo") == (text == "One."))
            }
        }

        @Test("a signal ends it behind what has been said: the tape is whole, and told", arguments: [SIGINT, SIGTERM])
        func signal(_ number: Int32) async throws {
            let folder = try Folder()
            let voice = try voice("touch begun; sleep 1000", in: folder)
            let (output, errors) = (folder.file("output"), folder.file("errors"))
            let process = try ChildProcess(
                [
                    try Program.path(), "say", "One. Two.", "--voice-command", voice, "--headless", "--record",
                    "said.cameo",
                ], environment: Program.environment(), folder: folder.path, input: .null, output: .output(output),
                errors: .output(errors))
            #expect(await eventually { process.end() != nil || folder.names.contains("begun") })
            process.send(number)
            #expect(await process.waitForEnd() == .signaled(number))
            let told = try folder.text(of: "output")
            #expect(
                try told.hasPrefix("said.cameo: ") && told.contains(", 0 messages finished, 1 cut off, ")
                    && folder.text(of: "errors").isEmpty)
            let check = try await Program.run("check", "said.cameo", in: folder)
            #expect(check.status == 0 && check.output.contains(" 1 chunk"), "\(check.output)")
        }
    }

    @Suite(.serialized) struct SpokenServeTests {
        @Test("a backend that speaks answers a client that we did not write, with an echo or what a command says")
        func answers() async throws {
            let folder = try Folder()
            for arguments in [[], ["--reply-command", "read text; echo \"You said: $text. Thank you.\""]] {
                let server = try await ServedTape(["--speech"] + arguments, in: folder)
                let result = try await PeerProgram.run(
                    "visitor.py", [server.address, "--tries", "1", "--clips", "idle_1_s_idle_1_e"], in: folder)
                let events = result["events"] as? [String: Int] ?? [:]
                #expect(result["done"] as? Bool == true && events["audio_end"] == 1, "\(result)")
                #expect((events["receive_audio"] ?? 0) >= 1 && events["receive_audio"] == events["chunk_images_ready"])
                #expect(events["new_message"] == (arguments.isEmpty ? 1 : 2), "\(server.errors)")
                let end = await server.end()
                #expect(end == .exited(0), "\(server.errors)")
            }
        }

        @Test("an answer that cannot be had is said on the server, and the message ends")
        func noAnswer() async throws {
            let folder = try Folder()
            let server = try await ServedTape(
                ["--speech", "--reply-command", "echo out of words >&2; exit 4"], in: folder)
            let result = try await PeerProgram.run(
                "visitor.py", [server.address, "--tries", "1", "--clips", "idle_1_s_idle_1_e"], in: folder)
            #expect(result["done"] as? Bool == true, "\(result)")
            #expect(server.errors.contains("out of words"), "\(server.errors)")
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
        }
    }
}
