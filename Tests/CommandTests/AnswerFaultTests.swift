import Foundation
import Support
import Testing

extension OnATerminal {
    /// Faults of a whole answer, each through `cameo connect`: what was shown is on the recording (specification 3.10).
    @Suite(.serialized) struct AnswerFaultTests {
        /// Overlays of the second message are those of places so much further on.
        private static let shift = 6
        private static let period = SampleStream.clips[3].frames

        /// Two messages, each event with its date.
        private func stream(chunks: Int, each span: Double, in folder: Folder) throws {
            var stream = try SampleStream(chunks: 0)
            for (message, start) in [(0, 0.2), (1, 60.2)] {
                for chunk in 0..<chunks {
                    try stream.addChunk(chunk, at: start + Double(chunk) * span, sound: SampleStream.silence) {
                        ($0 + message * Self.shift) % Self.period
                    }
                }
                stream.add(start + Double(chunks) * span, "audio_end", "{}")
            }
            stream.lines = stream.lines.map {
                $0.replacing("{\"chunk_index\":", with: "{\"emission_timestamp\":1700000000000,\"chunk_index\":")
                    .replacing(
                        "{\"audio_data\":", with: "{\"timestamp\":\"2026-02-03T10:20:30.123456\",\"audio_data\":")
            }
            try stream.write(in: folder)
        }

        /// A frame of a message, as the recording has it.
        private struct Talk {
            var message: String
            var status: String
            var base: Int
            var overlay: Int?
        }

        /// - Parameters:
        ///   - sends: the second one as soon as the first answer is seen, which is longer then.
        ///   - parts: chunks that are played before it is over, with a way home between them.
        /// - Returns: what was shown of messages, and what `check` says of the recording.
        private func talk(
            _ scenario: String, sends: Int = 1, parts: Int? = nil, in folder: Folder
        ) async throws -> (frames: [Talk], check: [String: Any]) {
            try stream(chunks: sends > 1 ? 8 : 2, each: sends > 1 ? 0.75 : 0.1, in: folder)
            let file = Repository.file("assets/scenarios/\(scenario).toml")
            let server = try await ServedTape(["sample.ndjson", "--scenario", file], in: folder)
            let program = try TerminalProgram(
                ["connect", server.address, "--user", "u1", "--record", "call.cameo"], columns: 120, rows: 30,
                environment: ["COLORTERM": "truecolor", "XDG_CACHE_HOME": folder.file("cache")], in: folder)
            try await program.waitForClips()
            program.send("i")
            for number in 1...sends {
                program.send("\r")
                try await program.wait("the line to type in") { $0.status.hasPrefix("say:") }
                #expect(await program.type("hello\r"))
                // Of a machine that is late the answer is over before it is seen.
                if number < sends {
                    try await program.wait("the answer") {
                        $0.shows(mode: "talk") || $0.isHome(after: number, finished: number)
                    }
                }
            }
            // Of which it is not known that it is seen: a test that gets no time sees nothing of a second of talking.
            try await program.wait("the end of the answer") { screen in
                screen.isHome(after: sends, finished: 1)
                    && (parts.map { count in screen.lines.contains { $0.contains("finished, \(count) chunks") } }
                        ?? true)
            }
            program.send("q")
            #expect(await program.waitForEnd() == .exited(0))
            _ = await server.end()
            return try await (frames(in: folder), check(in: folder))
        }

        private func frames(in folder: Folder) async throws -> [Talk] {
            let run = try await Program.run("inspect", "--frames", "call.cameo", in: folder)
            return run.lines.compactMap { line in
                let words = line.split(separator: " ")
                guard words.count > 8, words[2] == "talk", let base = Int(words[5]) else { return nil }
                let overlay = line.firstMatch(of: /J1_X([0-9]+)_M0/).flatMap { Int($0.1) }
                return Talk(message: String(words[3]), status: String(words[8]), base: base, overlay: overlay)
            }
        }

        private func check(in folder: Folder) async throws -> [String: Any] {
            let run = try await Program.run("check", "--json", "call.cameo", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            return try #require(object)
        }

        /// A machine that is late passes frames over, but never shows a wrong one.
        private func areGood(_ frames: [Talk]) -> Bool {
            frames.allSatisfy { ["SYNC", "SKIPPED", "HELD"].contains($0.status) }
        }

        @Test(
            "K1 N40 pictures of the old message's first chunk that come behind a send are not the answer's",
            arguments: ["old-chunk-before-the-answer", "old-chunk-in-the-answer"])
        func oldChunk(scenario: String) async throws {
            let folder = try Folder()
            let (frames, check) = try await talk(scenario, sends: 2, in: folder)
            let answer = frames.filter { $0.message == "2" && $0.status != "HELD" }
            #expect(answer.count == 8 * 24 && areGood(answer), "\(answer)")
            for frame in answer where frame.status == "SYNC" {
                #expect(frame.overlay == (frame.base + Self.shift) % Self.period, "\(frame)")
            }
            #expect(check["guesses"] as? Int == 0, "\(check)")
            // A machine that is late sends when there is nothing left to interrupt.
            let isInterrupted = try await isFirstAnswerInterrupted(in: folder)
            #expect(((check["stale"] as? Int ?? 0) >= 1) == isInterrupted, "\(check)")
        }

        /// Whether the second message was sent before the first one's answer had come whole.
        private func isFirstAnswerInterrupted(in folder: Folder) async throws -> Bool {
            let run = try await Program.run("convert", "call.cameo", "call.ndjson", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let lines = try folder.lines(of: "call.ndjson")
            let sends = lines.indices.filter { lines[$0].contains("\"input\":\"sent\"") }
            try #require(sends.count == 2)
            return !lines[sends[0]..<sends[1]].contains { $0.contains("\"event\":\"audio_end\"") }
        }

        /// What was shown of the last message. That of an interrupted one may be a guess, and is whole all the same.
        private func answer(_ frames: [Talk], _ sends: Int) -> [Talk] {
            frames.filter { $0.message == "\(sends)" && $0.status != "HELD" }
        }

        @Test("N14 the second chunk of an answer may come first, also of one that interrupts", arguments: [1, 2])
        func secondFirst(sends: Int) async throws {
            let (frames, check) = try await talk("second-chunk-first", sends: sends, in: Folder())
            let shown = answer(frames, sends)
            #expect(shown.count == (sends == 1 ? 48 : 8 * 24), "\(frames)")
            #expect(
                shown.allSatisfy { ["SYNC", "SKIPPED", sends == 1 ? "SYNC" : "GUESS"].contains($0.status) }, "\(shown)")
            #expect((check["notes"] as? [String: Int])?["CHUNK_GAP"] == nil && check["lost"] as? Int == 0)
            #expect(sends > 1 || check["stale"] as? Int == 0)
        }

        @Test("N21 without the first chunk's sound nothing else of an answer is lost", arguments: [1, 2])
        func noAudio(sends: Int) async throws {
            let (frames, check) = try await talk("no-audio", sends: sends, in: Folder())
            #expect(answer(frames, sends).count == (sends == 1 ? 48 : 8 * 24), "\(frames)")
            #expect(((check["notes"] as? [String: Int])?["AUDIO_MISSING"] ?? 0) >= 1 && check["lost"] as? Int == 0)
        }

        @Test("N42 chunks that come six seconds apart are one message")
        func slowChunks() async throws {
            let (frames, check) = try await talk("slow-chunks", parts: 2, in: Folder())
            #expect(frames.count { $0.status != "HELD" } == 48 && areGood(frames), "\(frames)")
            #expect(Set(frames.map(\.message)) == ["1"] && check["messages"] as? Int == 1)
            let gaps = check["gaps"] as? [String: Any]
            #expect((gaps?["longest_ms"] as? Double ?? 0) > 4_000, "\(check)")
        }

        @Test("N42 a slow answer is recorded whole before the next thing is said")
        func slowRecord() async throws {
            let folder = try Folder()
            try stream(chunks: 2, each: 0.1, in: folder)
            let file = Repository.file("assets/scenarios/slow-chunks.toml")
            let server = try await ServedTape(["sample.ndjson", "--scenario", file], in: folder)
            let run = try await Program.run(
                "record", server.address, "-o", "call.cameo", "--say", "Hello", "--say", "And again", in: folder)
            #expect(run.status == 0 && run.errorLines.count { $0.contains("answered") } == 2, "\(run.errors)")
            _ = await server.end()
            let frames = try await frames(in: folder).filter { !["HELD", "SKIPPED"].contains($0.status) }
            for message in ["1", "2"] { #expect(frames.count { $0.message == message } == 48, "\(frames)") }
        }

        @Test("pictures that come four seconds after their sound are all shown, with it", arguments: [1, 2])
        func latePictures(sends: Int) async throws {
            let (frames, check) = try await talk("late-pictures", sends: sends, in: Folder())
            let shown = answer(frames, sends)
            #expect(shown.count == (sends == 1 ? 48 : 8 * 24) && areGood(shown), "\(frames)")
            #expect(check["lost"] as? Int == 0 && check["late"] as? Int == 0, "\(check)")
        }
    }
}
