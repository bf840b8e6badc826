import Events
import Foundation
import Platform
import Support
import Testing

/// Frames of messages that are as they should be. A machine that is late passes some over, but never shows a wrong one.
private func goodTalk(_ lines: [String]) -> Int {
    lines.count { $0.contains(" talk ") && ($0.contains(" SYNC ") || $0.contains(" SKIPPED ")) }
}

extension OnATerminal {
    /// `cameo connect` against `cameo serve`, each in a process of its own.
    @Suite(.serialized) struct ConnectTests {
        private func stream(chunks: Int = 2, in folder: Folder) throws {
            try SampleStream(chunks: chunks).write(in: folder)
        }

        private func connect(
            _ address: String, _ arguments: [String] = [], columns: Int = 120, in folder: Folder
        ) throws -> TerminalProgram {
            try TerminalProgram(
                ["connect", address, "--user", "u1"] + arguments, columns: columns, rows: 30,
                environment: ["COLORTERM": "truecolor", "XDG_CACHE_HOME": folder.file("cache")], in: folder)
        }

        /// A server of a stream and a program that is connected to it, with all clips there.
        private func connected(
            chunks: Int = 2, _ arguments: [String] = [], in folder: Folder
        ) async throws -> (server: ServedTape, program: TerminalProgram) {
            try stream(chunks: chunks, in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let program = try connect(server.address, arguments, in: folder)
            try await program.waitForClips()
            return (server, program)
        }

        /// - Parameter name: of who is to hear it, where there are several.
        private func say(_ text: String, to program: TerminalProgram, called name: String? = nil) async throws {
            program.send("\r")
            let label = "say" + (name.map { " to \($0)" } ?? "") + ":"
            try await program.wait("the line to type in") { $0.status.hasPrefix(label) }
            #expect(await program.type(text))
            try await program.wait(text) { $0.status.contains(text) }
            program.send("\r")
        }

        private func quit(_ program: TerminalProgram) async {
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
            #expect(program.model.lines.contains("what stood there before"))
        }

        @Test("holds a conversation, and knows afterwards what was said")
        func conversation() async throws {
            let folder = try Folder()
            let (server, program) = try await connected(["--record", "call.cameo"], in: folder)
            // The status line passes by, and a clip's name has both words in it; this stays.
            program.send("i")
            for (number, text) in ["Good morning", "Once more"].enumerated() {
                try await say(text, to: program)
                try await program.wait("the end of answer \(number + 1)") {
                    $0.isHome(after: number + 1, finished: number + 1)
                }
            }
            program.send("i")
            program.send("h")
            try await program.wait("both lines") { screen in
                ["Good morning", "Once more"].allSatisfy { text in
                    screen.lines.contains { $0.contains("you     \(text)") }
                }
            }
            program.send("h")
            await quit(program)
            #expect(server.errors.contains("u1-1-instance-default"))
            let check = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            #expect(goodTalk(check.lines) == 96)
            let later = try connect(server.address, in: folder)
            try await later.waitForClips()
            later.send("h")
            try await later.wait("what was said the time before") { screen in
                ["Good morning", "Once more"].allSatisfy { text in
                    screen.lines.contains { $0.contains("before") && $0.contains("you     \(text)") }
                }
            }
            later.send("h")
            await quit(later)
            _ = await server.end()
        }

        /// What the tile of a tape became, one object a change.
        private func tile(of tape: String, in folder: Folder) async throws -> [[String: Any]] {
            let run = try await Program.run("inspect", tape, "--tile", "--json", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return try run.lines.map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }

        @Test("it is a call of one: over the log the tile has the face, speaking while it talks, until the user leaves")
        func tile() async throws {
            let folder = try Folder()
            let (server, program) = try await connected(chunks: 4, ["--record", "call.cameo"], in: folder)
            program.send("K")
            try await program.wait("the tile over the log") { screen in
                screen.lines.contains { $0.contains("time S chunk") }
                    && screen.lines.contains { $0.contains("sample ") }
            }
            try await say("Hello", to: program)
            try await program.wait("talking") { $0.status.contains(/chunk [1-9]/) }
            program.send("K")
            try await program.wait("the picture") { !$0.lines.contains { $0.contains("time S chunk") } }
            await quit(program)
            let told = try await tile(of: "call.cameo", in: folder)
            #expect(told.first?["content"] as? String == "video" && told.last?["content"] as? String == "inactive")
            #expect(told.contains { $0["name"] as? String == "sample" && $0["image"] as? Bool == true })
            let covered = told.filter { $0["active"] as? Bool == true }
            #expect(!covered.isEmpty && covered.allSatisfy { $0["picture"] as? String == "frame" })
            #expect(covered.contains { $0["speaking"] as? Bool == true })
            let check = try await Program.run("check", "call.cameo", "--json", in: folder)
            let judged = try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [String: Any]
            let call = try #require(judged?["call"] as? [String: Any])
            #expect(call["publications"] as? Int == told.count)
            for fault in ["blank_cells", "stale_pictures", "other_members", "flickers"] {
                #expect(call[fault] as? Int == 0, "\(check.output)")
            }
            _ = await server.end()
        }

        @Test(
            "several agents: each in a room of its own, all on one tape, and what is typed goes to the one that is shown"
        )
        func severalAgents() async throws {
            let folder = try Folder()
            try stream(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let program = try connect(
                server.address, ["--agent", "1", "--agent", "lea", "--record", "call.cameo"], in: folder)
            try await program.waitForClips(of: 2)
            try await program.wait("whom it is about") { $0.status.contains("sample") }
            program.send("a")
            try await program.wait("the first one") { $0.status.contains("Showing sample") }
            program.send("a")
            try await program.wait("the other one") { $0.status.contains("Showing Agent lea") }
            // The notice goes with the next key.
            program.send("i")
            program.send("i")
            // It stands beside the name of whom the screen is still about, until that one changes.
            try await program.wait("whom it is about") {
                $0.status.contains("Agent lea") && !$0.status.contains("Showing Agent lea") && $0.shows(mode: "idle")
            }
            try await say("Hello", to: program, called: "Agent lea")
            try await program.wait("the answer") {
                $0.status.contains("Agent lea") && $0.status.contains(/chunk [0-9]/)
            }
            program.send("h")
            try await program.wait("to whom it was said") { screen in
                screen.lines.contains { $0.contains("you     to Agent lea: Hello") }
            }
            program.send("h")
            await quit(program)
            let told = try await tile(of: "call.cameo", in: folder)
            #expect(told.contains { $0["member"] as? String == "lea" && $0["speaking"] as? Bool == true })
            #expect(!told.contains { $0["member"] as? String == "1" && $0["speaking"] as? Bool == true })
            #expect(
                server.errors.contains("u1-1-instance-default") && server.errors.contains("u1-lea-instance-default"))
            let check = try await Program.run("check", "call.cameo", in: folder)
            // The line may be folded.
            let words = check.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("not judged: member lea"), "\(check.output)")
            // What was is looked at as it was: of whom the tile shows, or of whom the user holds on to.
            let step = try TerminalProgram(["step", "call.cameo"], columns: 120, rows: 30, in: folder)
            // Its name may have come behind the first frame.
            try await step.wait("first word") { $0.status.contains("SYNC") }
            step.send(".")
            try await step.wait("its name") { $0.status.contains("sample") }
            step.send("a")
            try await step.wait("the first one, held") { $0.status.contains("Showing sample") }
            step.send("a")
            try await step.wait("the other one, held") { $0.status.contains("Showing Agent lea") }
            step.send(".")
            try await step.wait("its frames") { $0.status.contains("Agent lea") }
            await quit(step)
            let one = try await Program.run(
                "record", server.address, "-o", "x.cameo", "--agent", "1", "--agent", "2", in: folder)
            #expect(one.status == 64 && one.errors.contains("expected one, found 2"))
            _ = await server.end()
        }

        /// The sample with its poses under other numbers.
        private func renamed(_ lines: [String], idle: Int, talking: Int) -> [String] {
            lines.map {
                $0.replacing("idle_1", with: "idle_\(idle)").replacing("talking_1", with: "talking_\(talking)")
            }
        }

        @Test("an avatar without idle_1_s_idle_1_e idles, hears what is said to it, and talks by its own bridges")
        func otherPoses() async throws {
            let folder = try Folder()
            let lines = renamed(try SampleStream(chunks: 2).lines, idle: 2, talking: 2)
            try folder.write(lines.joined(separator: "\n") + "\n", to: "other.ndjson")
            let server = try await ServedTape(["other.ndjson"], in: folder)
            let program = try connect(server.address, ["--record", "call.cameo"], in: folder)
            try await program.waitForClips()
            program.send("i")
            try await say("Good morning", to: program)
            try await program.wait("the end of the answer") { $0.isHome(after: 1, finished: 1) }
            await quit(program)
            let run = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            #expect(goodTalk(run.lines) == 48)
            for clip in ["idle_2_s_idle_2_e", "idle_2_e_talking_2_s", "talking_2_e_idle_2_s"] {
                #expect(run.lines.contains { $0.contains(clip) }, "\(clip)")
            }
            _ = await server.end()
        }

        @Test("with two idle poses and two talking poses the way to and from the second is found")
        func twoPoses() async throws {
            let folder = try Folder()
            let clips = try SampleStream(chunks: 0).lines.filter { !$0.contains("manifest") }
            let answer = try SampleStream(chunks: 2).lines.filter { !$0.hasPrefix("{\"t\":0.0,") }
            var lines: [String] = []
            for (idle, talking) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
                lines += renamed(clips, idle: idle, talking: talking).filter { !lines.contains($0) }
            }
            lines += renamed(answer, idle: 1, talking: 2)
            try folder.write(lines.joined(separator: "\n") + "\n", to: "two.ndjson")
            let server = try await ServedTape(["two.ndjson"], in: folder)
            let recorded = try await Program.run(
                "record", server.address, "-o", "two.cameo", "--say", "Good morning", in: folder)
            #expect(recorded.status == 0, "\(recorded.errors)")
            let run = try await Program.run("inspect", "--frames", "two.cameo", in: folder)
            #expect(goodTalk(run.lines) == 48)
            for clip in ["idle_1_e_talking_2_s", "talking_2_s_talking_2_e", "talking_2_e_idle_1_s"] {
                #expect(run.lines.contains { $0.contains(clip) }, "\(clip)")
            }
            #expect(!run.lines.contains { $0.contains(" idle_2_s_idle_2_e") })
            _ = await server.end()
        }

        @Test("N45 N46 the plug is pulled while it talks: the picture goes on, R connects again, the tape is whole")
        func plug() async throws {
            let folder = try Folder()
            let (server, program) = try await connected(chunks: 12, ["--record", "call.cameo"], in: folder)
            try await say("Hello", to: program)
            try program.watch("talking") { $0.status.contains(/chunk [1-9]/) }
            server.process.send(SIGKILL)
            try await program.wait("the loss") { $0.status.contains("disconnected, attempt 1 of 10") }
            try await program.wait("what had come to be played out") { $0.shows(mode: "idle") }
            program.send("\r")
            #expect(await program.type("anybody\r"))
            try await program.wait("why it is not sent") { $0.status.contains("Not connected to the backend") }
            program.send("\u{1B}")
            try await program.wait("the status line") { $0.status.contains("disconnected") }
            let again = try await ServedTape(
                ["sample.ndjson", "--listen", String(server.address.dropFirst("http://".count))], in: folder)
            program.send("R")
            try await program.wait("the link") { $0.status.contains("live") && !$0.status.contains("link") }
            try await say("Again", to: program)
            try program.watch("talking again") { $0.shows(mode: "talk") }
            await quit(program)
            // What is in the cache is not asked for again.
            #expect(!again.errors.contains("receive_base_frame"))
            let inspected = try await Program.run("inspect", "call.cameo", in: folder)
            #expect(inspected.status == 0, "\(inspected.errors)")
            #expect(inspected.output.contains(" LINK connection lost: "))
            let contents = try await tile(of: "call.cameo", in: folder).compactMap { $0["content"] as? String }
            #expect(contents.contains("reconnecting") && contents.last == "inactive")
            #expect(folder.names.filter { $0.hasPrefix("call.cameo") } == ["call.cameo"])
            _ = await again.end()
        }

        @Test("K48 to a backend whose only clip has a hole something can be said, at the second Enter")
        func noWholeClip() async throws {
            let folder = try Folder()
            var stream = try SampleStream(chunks: 0)
            stream.lines.removeAll { line in
                guard line.contains("receive_base_frame") else { return false }
                return !line.contains("idle_1_s_idle_1_e") || line.contains("\"frame_index\":3")
            }
            try stream.write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let program = try connect(server.address, in: folder)
            try await program.wait("the picture") { $0.shownBase != nil && $0.status.contains("live") }
            try await say("Hello", to: program)
            try await program.wait("the warning") { $0.status.contains("still loading and can only idle; Enter sends") }
            program.send("\r")
            try await program.wait("the line to be gone") { !$0.status.hasPrefix("say:") }
            program.send("h")
            try await program.wait("conversation") { $0.lines.contains { $0.contains("you     Hello") } }
            program.send("h")
            await quit(program)
            _ = await server.end()
        }

        @Test("pausing moves only the playhead; L is back to live")
        func timeShift() async throws {
            let folder = try Folder()
            let (server, program) = try await connected(chunks: 10, in: folder)
            try await say("Hello", to: program)
            try await program.wait("talking") { $0.status.contains(/chunk [1-9]/) }
            program.send(" ")
            try await program.wait("how far behind it is") { $0.isPaused && $0.status.contains("live -1.") }
            let paused = program.model.picture
            program.send(".")
            try await program.wait("the next frame") { $0.isPaused && $0.picture != paused }
            program.send(",")
            try await program.wait("the frame before") { $0.isPaused && $0.picture == paused }
            program.send("L")
            try await program.wait("live") { $0.isPlaying && $0.status.contains("live  ") }
            await quit(program)
            _ = await server.end()
        }

        @Test(
            "a terminal that asks for a password is given back as it was when that is broken off",
            arguments: [SIGINT, SIGTERM])
        func brokenOff(signal: Int32) async throws {
            let program = try TerminalProgram(
                ["connect", "http://127.0.0.1:1", "--email", "me@example.org"],
                environment: ["CAMEO_PASSWORD": nil], in: Folder())
            try await program.wait("the question") { $0.lines.contains { $0.contains("password of") } }
            #expect(program.modes.summary != program.modesBefore.summary)
            if signal == SIGINT { program.send("\u{03}") } else { program.process.send(signal) }
            #expect(await program.waitForEnd() == .signaled(signal))
            #expect(program.modes.summary == program.modesBefore.summary)
        }

        @Test("a second start shows the idle picture although nobody answers")
        func cached() async throws {
            let folder = try Folder()
            try stream(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let first = try connect(server.address, in: folder)
            try await first.waitForClips()
            await quit(first)
            _ = await server.end()
            let second = try connect(server.address, in: folder)
            try await second.wait("the picture, without a link") {
                $0.shownBase?.clip == "idle_1_s_idle_1_e" && $0.status.contains("disconnected, attempt")
                    && $0.status.contains("connection refused")
            }
            await quit(second)
        }

        @Test("N49 a backend that refuses is quoted, and nothing is tried again by itself")
        func refused() async throws {
            let folder = try Folder()
            try stream(in: folder)
            let server = try await ServedTape(["sample.ndjson", "--fault", "connect-error=no such agent"], in: folder)
            let program = try connect(server.address, in: folder)
            try await program.wait("the refusal") {
                $0.lines.contains { $0.contains("Refused by the backend") }
                    && $0.lines.contains { $0.contains("no such agent") }
            }
            await quit(program)
            _ = await server.end()
        }

        @Test("without verified certificates the screen says so")
        func insecure() async throws {
            let folder = try Folder()
            let (server, program) = try await connected(["--insecure"], in: folder)
            try await program.wait("the warning") { $0.status.contains("INSECURE") }
            await quit(program)
            _ = await server.end()
        }

        @Test(
            "a session that is killed leaves a tape that opens, up to a quarter of a second before, also when others read it",
            arguments: [false, true])
        func killed(isRead: Bool) async throws {
            let folder = try Folder()
            let (server, program) = try await connected(chunks: 10, ["--record", "call.cameo"], in: folder)
            if isRead {
                let read = try await Program.run("inspect", "call.cameo", in: folder)
                #expect(read.status == 0, "\(read.errors)")
                #expect(folder.exists("call.cameo-wal"))
            }
            try await say("Hello", to: program)
            try await program.wait("talking") { $0.status.contains(/chunk [2-9]/) }
            program.process.send(SIGKILL)
            #expect(await program.waitForEnd() == .signaled(SIGKILL))
            let frames = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            #expect(frames.status == 0, "\(frames.errors)")
            // Two chunks of 24 frames, less a quarter of a second.
            #expect(goodTalk(frames.lines) >= 48 - 8)
            _ = await server.end()
        }

        @Test("a password is typed unseen, and is neither on the screen nor on the tape")
        func password() async throws {
            let folder = try Folder()
            try stream(chunks: 0, in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let program = try TerminalProgram(
                ["connect", server.address, "--email", "me@example.org", "--record", "call.cameo"], columns: 120,
                rows: 30,
                environment: ["COLORTERM": "truecolor", "XDG_CACHE_HOME": folder.file("cache")], in: folder)
            try await program.wait("the question") { screen in
                screen.lines.contains { $0.contains("password of me@example.org:") }
            }
            #expect(await program.type("open-sesame\r"))
            try await program.waitForClips()
            await quit(program)
            #expect(!program.text.contains("sesame") && !server.errors.contains("sesame"))
            let tape = try Data(contentsOf: URL(fileURLWithPath: folder.file("call.cameo")))
            #expect(tape.range(of: Data("sesame".utf8)) == nil)
            _ = await server.end()
        }

        @Test("a login that fails is shown in the backend's words, without the password")
        func wrongPassword() async throws {
            let folder = try Folder()
            try stream(chunks: 0, in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let program = try TerminalProgram(
                ["connect", server.address, "--email", "me@example.org"], columns: 120, rows: 30,
                environment: [
                    "COLORTERM": "truecolor", "XDG_CACHE_HOME": folder.file("cache"), "CAMEO_PASSWORD": "wrong",
                ], in: folder)
            try await program.wait("the refusal") {
                $0.lines.contains { $0.contains("Refused by the backend") } && $0.lines.contains { $0.contains("401") }
            }
            program.send("R")
            try await program.wait("the refusal again") { screen in
                screen.lines.contains { $0.contains("Refused by the backend") }
            }
            await quit(program)
            _ = await server.end()
        }

        @Test("ten thousand random keys while it talks do no harm", arguments: [1, 2])
        func randomKeys(seed: UInt64) async throws {
            let folder = try Folder()
            let (server, program) = try await connected(chunks: 10, in: folder)
            try await say("Hello", to: program)
            var numbers = SplitMix64(seed: seed)
            // Not Ctrl-C and q, nor those that write files or suspend.
            let keys = Array(" .,nN{}[]LdvVo)(ABxX=ftIlic+-/jJFSrhRM'?:0123456789\r\u{1B}\u{7F}\t")
            let typed = String((0..<10_000).map { _ in numbers.pick(keys) })
            #expect(await program.type(typed))
            program.send("\u{1B}\u{1B}")
            #expect(await program.type("\u{03}"))
            #expect(await program.waitForEnd() == .signaled(SIGINT))
            _ = await server.end()
        }
    }
}

extension WithoutATerminal {
    @Suite(.serialized) struct ConnectTests {
        private func environment(_ folder: Folder) -> [String: String?] { ["XDG_CACHE_HOME": folder.file("cache")] }

        @Test("cameo record says what it is to say, and the tape holds the answers")
        func record() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 2).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let run = try await Program.run(
                [
                    try Program.path(), "record", server.address, "-o", "call.cameo", "--say", "Good morning", "--say",
                    "And again",
                ], environment: environment(folder), in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("2 messages finished, 96 overlay frames"))
            #expect(run.errorLines.count { $0.hasSuffix("answered") } == 2)
            let tape = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            #expect(goodTalk(tape.lines) == 96)
            _ = await server.end()
        }

        @Test(
            "how a recording came out is said, or the status says that it could not be; the tape is whole",
            .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
        func untold() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 2).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let run = try await Program.shell(
                "XDG_CACHE_HOME=\"$PWD/cache\" \"$0\" record \(server.address) -q -o call.cameo --say Hello > /dev/full",
                in: folder)
            #expect(run.status == 1)
            #expect(run.errorLines == ["cameo: standard output: \(errorWords(ENOSPC))"])
            let tape = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            #expect(goodTalk(tape.lines) == 48)
            _ = await server.end()
        }

        @Test("cameo record without a backend ends when its time is over, with what it tried")
        func nobody() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            _ = await server.end()
            let run = try await Program.run(
                [try Program.path(), "record", server.address, "-o", "call.cameo", "--for", "3s"],
                environment: environment(folder), in: folder)
            #expect(run.status == 1)
            #expect(run.errorLines.contains { $0.contains("connection refused") && $0.contains("attempt 1") })
            #expect(run.errorLines.last?.hasSuffix("no link was ever made, so nothing was recorded") == true)
            // An empty tape would stand in the way of the next try.
            #expect(!FileManager.default.fileExists(atPath: folder.file("call.cameo")))
        }

        @Test("a recording of a backend whose every event breaks off is not clean")
        func unreadable() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 1).write(in: folder)
            let server = try await ServedTape(["sample.ndjson", "--fault", "corrupt-json=1"], in: folder)
            let run = try await Program.run(
                [try Program.path(), "record", server.address, "-o", "call.cameo", "--for", "2s"],
                environment: environment(folder), in: folder)
            #expect(run.errorLines.contains { $0.contains("from the backend: not JSON") }, "\(run.errors)")
            let check = try await Program.run("check", "call.cameo", in: folder)
            #expect(check.status == 1 && check.output.contains("max_oddities"), "\(check.output)")
            #expect(check.output.contains("min_frames: 0, limit 1"), "\(check.output)")
            _ = await server.end()
        }

        /// Lines and events that a recording of one answer leaves at a backend.
        private func logged(_ options: [String], in folder: Folder) async throws -> (
            lines: [[String: Any]], events: [String]
        ) {
            let server = try await ServedTape(["sample.ndjson", "--logs", "kept"] + options, in: folder)
            let run = try await Program.run(
                [
                    try Program.path(), "record", server.address, "-o", "call.cameo", "--say", "Good morning",
                    "--log-to-backend",
                ], environment: environment(folder), in: folder)
            #expect(run.status == 0, "\(run.errors)")
            _ = await server.end()
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.file("kept")).first)
            let read = try await Program.run("inspect", "kept/" + name, "--frames", "--json", in: folder)
            let lines = try read.lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            _ = try await Program.run("convert", "kept/" + name, "kept.ndjson", in: folder)
            let events = try folder.lines(of: "kept.ndjson").filter { $0.contains(#""event":"log_event""#) }
            return (lines.filter { $0["source"] as? String == "TERMINAL" }, events)
        }

        @Test("K66 what cameo record logs at a backend has measured rates, its buffers and the session's events")
        func logs() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 3).write(in: folder)
            let (lines, events) = try await logged([], in: folder)
            #expect(lines.count == 72 && lines.allSatisfy { $0["status"] as? String == "SYNC" })
            #expect(lines.first?["fps"] is NSNull && lines.first?["buffer"] as? String == "23/24")
            let rates = lines.dropFirst().compactMap { $0["fps"] as? Double }
            // As it was drawn: on a machine with much to do not 30, and after a second without a frame nothing.
            #expect(rates.count >= 48 && rates.allSatisfy { $0 > 0 && $0 < 70 })
            #expect(lines.prefix(24).contains { $0["next_chunk"] as? String == "24" })
            #expect(lines.last?["next_chunk"] as? String == "none")
            for (kind, count) in [("NEW_MESSAGE", 1), ("CHUNK_START", 3), ("CHUNK_READY", 3)] {
                #expect(events.count { $0.contains("\"event_type\":\"\(kind)\"") } == count, "\(kind) of \(events)")
            }
        }

        @Test("K66 a frame without its overlay is no SYNC in the backend's log, and what is broken is told as an event")
        func faultyLogs() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 3).write(in: folder)
            try folder.write("title = \"every picture\"\nevents = \"speech\"\ncorrupt = 1.0\n", to: "spoiled.toml")
            let (lines, events) = try await logged(["--scenario", "spoiled.toml"], in: folder)
            let bare = lines.filter { $0["status"] as? String == "NO-OVERLAY" }
            #expect(!bare.isEmpty && bare.allSatisfy { $0["overlay_key"] is NSNull }, "\(bare)")
            #expect(!lines.contains { $0["status"] as? String == "SYNC" && $0["overlay_key"] is NSNull })
            #expect(events.contains { $0.contains("\"event_type\":\"ERROR\"") }, "\(events)")
        }

        @Test("cameo health says of each place how it answers, and the status is the verdict")
        func health() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let run = try await Program.run("health", server.address, in: folder)
            #expect(run.status == 0 && run.lines.count == 3 && run.errors == "", "\(run.output)")
            #expect(
                run.lines.allSatisfy { $0.contains(/^\/(api\/)?(health|socket\.io\/) +[0-9]+ ms  ok$/) },
                "\(run.output)")
            // Somebody is there, but not at this path.
            let wrong = try await Program.run("health", server.address + "/elsewhere", in: folder)
            #expect(wrong.status == 1 && wrong.lines.count == 3 && wrong.output.contains("404"), "\(wrong.output)")
            _ = await server.end()
            let gone = try await Program.run("health", server.address, in: folder)
            #expect(gone.status == 2 && gone.lines.count == 3 && gone.output.contains("connection refused"))
        }

        @Test("cameo agents lists them, and says what is wrong with an address")
        func agents() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 0).write(in: folder)
            let server = try await ServedTape(["sample.ndjson"], in: folder)
            let run = try await Program.run("agents", server.address, in: folder)
            #expect(run.status == 0 && run.lines.count == 1 && run.output.hasPrefix("1  "))
            _ = await server.end()
            let gone = try await Program.run("agents", server.address, in: folder)
            #expect(gone.status == 2 && gone.errorLines.count == 1 && gone.errors.contains("connection refused"))
            let wrong = try await Program.run("agents", "localhost:5003", in: folder)
            #expect(wrong.errorLines.count == 1 && wrong.errors.contains("expected http, https, ws or wss"))
        }
    }
}
