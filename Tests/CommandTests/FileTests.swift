import Foundation
import Platform
import Support
import Testing

extension WithoutATerminal {
    /// `convert` and `inspect`, on good files and on others.
    @Suite(.serialized) struct FileTests {
        private func expectRefusal(_ run: Program.Run, _ start: String, status: Int32 = 2) {
            #expect(run.status == status)
            #expect(run.output == "")
            #expect(run.errorLines.count == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("cameo: \(start)"), "\(run.errors)")
        }

        @Test("looking at a tape changes none of its bytes, and leaves nothing beside it")
        func unchanged() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            let (bytes, names) = (try folder.bytes(of: "sample.cameo"), folder.names)
            for arguments in [["check", "sample.cameo"], ["inspect", "sample.cameo"], ["why", "sample.cameo", "3"]] {
                _ = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(try folder.bytes(of: "sample.cameo") == bytes && folder.names == names, "\(arguments)")
            }
        }

        @Test("lines become a tape and the same lines again")
        func roundTrip() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            #expect(try await Program.run("convert", "sample.cameo", "one.ndjson", in: folder).status == 0)
            #expect(try await Program.run("convert", "one.ndjson", "two.cameo", in: folder).status == 0)
            #expect(try await Program.run("convert", "two.cameo", "two.ndjson", in: folder).status == 0)
            let lines = try folder.lines(of: "one.ndjson")
            #expect(lines.count == (try folder.lines(of: "sample.ndjson").count))
            #expect(try folder.bytes(of: "two.ndjson") == folder.bytes(of: "one.ndjson"))
            let (before, after) = (try folder.lines(of: "sample.ndjson"), lines)
            for (a, b) in zip(before, after) {
                let values = try [a, b].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary }
                #expect(values[0] == values[1])
            }
            let heard = try await Program.run("inspect", "--frames", "--json", "sample.cameo", in: folder)
            #expect(
                heard.output == (try await Program.run("inspect", "--frames", "--json", "two.cameo", in: folder)).output
            )
            #expect(folder.names.filter { $0.contains("partial") }.isEmpty)
        }

        @Test(
            "a line that makes no sense is named, with its reason, and there is no output",
            arguments: [
                ("nonsense", 2), ("{\"t\":1}", 2), ("{\"t\":-1,\"event\":\"audio_end\"}", 2), ("[]", 2),
                ("{\"event\":\"audio_end\"}", 2), ("{\"t\":0,\"event\":7}", 2), ("{\"t\":0,\"input\":\"nonsense\"}", 2),
                ("{\"t\":0,\"event\":\"audio_end\"", 2), ("\u{1}\u{1B}[31m", 2),
                ("{\"t\":0,\"input\":\"\\u001b[31mred\"}", 2),
            ])
        func badLine(line: String, number: Int) async throws {
            let folder = try Folder()
            try folder.write(
                "{\"t\":0,\"event\":\"audio_end\"}\n\(line)\n{\"t\":9,\"event\":\"audio_end\"}\n", to: "bad.ndjson")
            try folder.write("old", to: "kept.cameo")
            for output in ["new.cameo", "kept.cameo"] {
                let run = try await Program.run("convert", "bad.ndjson", output, in: folder)
                expectRefusal(run, "bad.ndjson:\(number): ")
                #expect(isHarmless(run.errors))
            }
            #expect(folder.names == ["bad.ndjson", "kept.cameo"])
            #expect(try folder.text(of: "kept.cameo") == "old")
            expectRefusal(try await Program.run("inspect", "bad.ndjson", in: folder), "bad.ndjson:\(number): ")
        }

        @Test("files that are no tapes are refused with one line that says why")
        func unusable() async throws {
            let folder = try Folder()
            let tape = try await SampleStream.tape(chunks: 1, in: folder)
            let whole = try folder.bytes(of: "sample.cameo")
            try FileManager.default.createDirectory(
                atPath: folder.file("folder.cameo"), withIntermediateDirectories: true)
            try folder.write(whole.prefix(whole.count / 2), to: "cut.cameo")
            try folder.write(whole.prefix(50), to: "stub.cameo")
            try folder.write([UInt8](), to: "empty.cameo")
            try folder.write("hello", to: "text.cameo")
            // Where SQLite keeps what wrote a file, and its version.
            var foreign = whole
            foreign.replaceSubrange(68..<72, with: [0, 0, 0, 9])
            try folder.write(foreign, to: "foreign.cameo")
            var newer = whole
            newer.replaceSubrange(60..<64, with: [0, 0, 0, 200])
            try folder.write(newer, to: "newer.cameo")
            let cases = [
                ("missing.cameo", "no such file"), ("missing.ndjson", "no such file"),
                ("folder.cameo", "found a folder"),
                ("cut.cameo", "cut off"), ("stub.cameo", "cut off"), ("empty.cameo", ": empty"),
                ("text.cameo", "not a tape"),
                ("foreign.cameo", "another program"), ("newer.cameo", "newer"),
            ]
            for (name, reason) in cases {
                for command in [["inspect", name], ["inspect", "--frames", name], ["convert", name, "out.ndjson"]] {
                    let run = try await Program.run([try Program.path()] + command, in: folder)
                    expectRefusal(run, "\(name): ")
                    #expect(run.errors.contains(reason), "\(run.errors)")
                }
            }
            #expect(!folder.exists("out.ndjson"))
            expectRefusal(try await Program.run("convert", tape, tape, in: folder), tape)
            symlink("sample.cameo", folder.file("link.cameo"))
            expectRefusal(try await Program.run("convert", "sample.cameo", "link.cameo", in: folder), "link.cameo: ")
            expectRefusal(try await Program.run("convert", "sample.cameo", "out.txt", in: folder), "out.txt: ")
            expectRefusal(
                try await Program.run("convert", "sample.cameo", "folder.cameo", in: folder), "folder.cameo: ")
            let run = try await Program.run("convert", "sample.cameo", "no-folder/out.ndjson", in: folder)
            #expect(run.status == 1 && run.errorLines.count == 1)
            #expect(try folder.bytes(of: "sample.cameo") == whole)
            // In a terminal it is the same; the terminal is not touched.
            for (name, reason) in cases {
                let program = try TerminalProgram(["play", name], errors: .output(folder.file("errors")), in: folder)
                #expect(await program.waitForEnd() == .exited(2))
                #expect(program.bytes.isEmpty)
                #expect(try folder.lines(of: "errors").count == 1)
                #expect(try folder.text(of: "errors").contains(reason))
                if name == "cut.cameo" {
                    #expect(try folder.text(of: "errors").contains("; use `cameo inspect --salvage` to see"))
                }
            }
        }

        @Test("a tape that was recorded under another name is converted and rewritten all the same")
        func otherName() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            try folder.write(try folder.bytes(of: "sample.cameo"), to: "sample.txt")
            for command in [
                ["convert", "sample.txt", "out.ndjson"],
                ["rewrite", "--rule", "drop where chunk=0", "sample.txt", "-o", "out.cameo"],
            ] {
                let run = try await Program.run([try Program.path()] + command, in: folder)
                #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            }
        }

        @Test(
            "an empty name of a file is said to be one, whichever command is given it",
            arguments: [
                ["export", "", "-o", "x.png"], ["export", "sample.cameo", "-o", ""], ["convert", "sample.cameo", ""],
                ["convert", "", "x.ndjson"], ["inspect", ""], ["why", "", "1"], ["diff", "", "sample.cameo"],
                ["check", "--limits", "", "sample.cameo"], ["read", "", "--headless"], ["library", ""],
                ["rewrite", "--recipe", "N10", "sample.cameo", "-o", ""], ["record", "http://127.0.0.1:1", "-o", ""],
            ])
        func emptyName(arguments: [String]) async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            let run = try await Program.run([try Program.path()] + arguments, in: folder)
            #expect(run.status == 2 && run.errors == "cameo: empty file name\n", "\(run.errors)")
        }

        @Test("a file that may not grow any more leaves a message and no half file", arguments: ["ndjson", "cameo"])
        func noRoom(ending: String) async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            let input = ending == "cameo" ? "sample.ndjson" : "sample.cameo"
            let before = folder.names
            let run = try await Program.shell(
                "trap '' XFSZ; ulimit -f 8; exec \"$0\" convert \(input) out.\(ending)", in: folder)
            expectRefusal(run, "out.\(ending): ", status: 1)
            #expect(folder.names == before)
        }

        @Test("a full disk ends convert with a message and without a half file", .enabled(if: geteuid() == 0))
        func fullDisk() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            try FileManager.default.createDirectory(atPath: folder.file("disk"), withIntermediateDirectories: true)
            let mounted = try await Program.shell("mount -t tmpfs -o size=32k none disk", in: folder)
            guard mounted.status == 0 else { return }
            for (input, output) in [("sample.cameo", "disk/out.ndjson"), ("sample.ndjson", "disk/out.cameo")] {
                let run = try await Program.run("convert", input, output, in: folder)
                expectRefusal(run, "\(output): ", status: 1)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("disk"))
            // Room enough to begin with.
            let filled = try await Program.shell("mount -o remount,size=192k disk", in: folder)
            let program = try TerminalProgram(
                ["play", "--record", "disk/heard.cameo", "sample.cameo"], errors: .output(folder.file("errors")),
                in: folder)
            let isSaid = await eventually {
                program.readOn()
                return program.process.end() != nil || program.model.status.contains("Recording stopped: ")
            }
            await _ = program.type("q")
            let end = await program.waitForEnd()
            let errors = try folder.lines(of: "errors")
            let unmounted = try await Program.shell("umount disk", in: folder)
            #expect(isSaid && filled.status == 0 && unmounted.status == 0)
            #expect(left.isEmpty)
            #expect(end == .exited(1))
            let words = "cameo: disk/heard.cameo: almost no space left ("
            #expect(errors.joined(separator: " ").hasPrefix(words), "\(errors)")
        }

        @Test(
            "a disk that fills up while it is recorded on is said, and what is in the log beside the tape is not lost",
            .enabled(if: geteuid() == 0 && FileManager.default.fileExists(atPath: "/proc/mounts")))
        func fullDiskAtTheEnd() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 4, in: folder)
            try FileManager.default.createDirectory(atPath: folder.file("disk"), withIntermediateDirectories: true)
            let mounted = try await Program.shell("mount -t tmpfs -o size=64m none disk", in: folder)
            #expect(mounted.status == 0, "\(mounted.errors)")
            guard mounted.status == 0 else { return }
            let program = try TerminalProgram(
                ["play", "--record", "disk/heard.cameo", "sample.cameo"], errors: .output(folder.file("errors")),
                in: folder)
            let isInLog = await eventually {
                program.readOn()
                return (try? folder.bytes(of: "disk/heard.cameo-wal").count) ?? 0 > 40_000
            }
            let filled = try await Program.shell("head -c 100000000 /dev/zero > disk/fill", in: folder)
            await _ = program.type("q")
            let end = await program.waitForEnd()
            let errors = try folder.lines(of: "errors").joined(separator: " ")
            try FileManager.default.removeItem(atPath: folder.file("disk/fill"))
            let read = try await Program.run("inspect", "--json", "disk/heard.cameo", in: folder)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("disk"))
            let unmounted = try await Program.shell("umount disk", in: folder)
            #expect(isInLog && filled.status != 0 && unmounted.status == 0)
            #expect(end == .exited(1) && errors.hasPrefix("cameo: disk/heard.cameo: "), "\(errors)")
            #expect(errors.contains("no space left"), "\(errors)")
            // Whoever opens it next takes the log into the tape.
            #expect(read.status == 0 && left == ["heard.cameo"], "\(read.errors) \(left)")
        }

        @Test("a recording that finds no room fails, says so, and does not stand in the way of the next one")
        func recordedWithoutRoom() async throws {
            let folder = try Folder()
            // The built-in voice would not find room either.
            try folder.write(ReadTests.wav([Int16](repeating: 1_000, count: 8_000)), to: "voice.wav")
            let say = "say Hello. --voice-command 'cat voice.wav' --headless --record said.cameo"
            let run = try await Program.shell("trap '' XFSZ; ulimit -f 256; exec \"$0\" \(say)", in: folder)
            #expect(run.status == 1 && run.errors.hasPrefix("cameo: said.cameo: cannot be written: "), "\(run.errors)")
            if folder.exists("said.cameo") {
                #expect(try await Program.run("inspect", "said.cameo", in: folder).status == 0)
            }
            let next = try await Program.shell("exec \"$0\" \(say) --overwrite", in: folder)
            #expect(next.status == 0, "\(next.errors)")
            #expect(try await Program.run("inspect", "said.cameo", in: folder).status == 0)
        }

        private static let keys = [
            "frame", "t_ms", "mode", "generation", "chunk", "section", "sequence", "clip", "base_index",
            "demanded_clip",
            "demanded_index", "overlay_key", "status", "guess", "due_ms", "shown_ms", "sound_ms",
            "drift_ms", "note",
        ]

        @Test("inspect --frames --json prints an object a frame, with exactly the promised keys")
        func frames() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            let run = try await Program.run("inspect", "--frames", "--json", "sample.cameo", in: folder)
            #expect(run.status == 0 && run.errors == "")
            var talking = 0
            for (number, line) in run.lines.enumerated() {
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
                #expect(Set(object.keys) == Set(Self.keys))
                #expect(object["frame"] as? Int == number)
                if object["chunk"] as? Int != nil, object["status"] as? String == "SYNC" { talking += 1 }
            }
            #expect(talking == 48)
            let text = try await Program.run("inspect", "--frames", "sample.cameo", in: folder)
            #expect(text.status == 0)
            #expect(text.lines.filter { $0.first?.isNumber == true }.count == run.lines.count)
        }

        @Test("inspect sums up a tape, in words and as JSON")
        func summary() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            let text = try await Program.run("inspect", "sample.cameo", in: folder)
            #expect(text.status == 0 && text.errors == "")
            for word in [
                "events", "chunks", "summary", "receive_audio chunk 1, 24 frames",
                "1 message finished, 2 chunks played",
            ] {
                #expect(text.output.contains(word), "\(word)")
            }
            let run = try await Program.run("inspect", "--json", "sample.cameo", in: folder)
            #expect(run.status == 0 && run.lines.count == 1)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            #expect(object["messages"] as? Int == 1)
            #expect(object["file"] as? String == "sample.cameo")
            #expect((object["chunks"] as? [[String: Any]])?.map { $0["shown"] as? Int } == [24, 24])
            #expect(object["lost"] as? Int == 0)
        }

        @Test("inspect --timing says what drawing every picture takes, stage by stage, in words and as JSON")
        func timing() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            let text = try await Program.run("inspect", "--timing", "sample.cameo", in: folder)
            #expect(text.status == 0 && text.errors == "")
            #expect(
                text.lines.first?.contains("pictures at 120x40 cells, drawn here and now") == true, "\(text.output)")
            for name in ["decode", "compose", "scale", "paint", "write", "all"] {
                let line = try #require(text.lines.first { $0.hasPrefix(name + " ") }, "\(name)")
                #expect(line.split(separator: " ").dropFirst().compactMap { Double($0) }.count == 4, "\(line)")
            }
            let run = try await Program.run(
                "inspect", "--timing", "--json", "--size", "40x12", "sample.cameo", in: folder)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            #expect(object["columns"] as? Int == 40 && (object["pictures"] as? Int ?? 0) >= 48)
            let stages = try #require(object["stages"] as? [String: [String: Double]])
            #expect(Set(stages.keys) == ["decode", "compose", "scale", "paint", "write"])
            for (name, figures) in stages {
                let row = ["p50_ms", "p90_ms", "p99_ms", "most_ms"].compactMap { figures[$0] }
                #expect(row.count == 4 && row == row.sorted() && (row.last ?? 0) > 0, "\(name) \(figures)")
            }
            let wrong = try await Program.run("inspect", "--size", "40x12", "sample.cameo", in: folder)
            #expect(wrong.status == 64 && wrong.errors.contains("--size needs --timing"))
        }

        @Test(
            "each part of inspect says where a tape is not replayed", arguments: ["heard", "lips", "timing", "frames"])
        func notReplayed(part: String) async throws {
            let tape = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Tapes/rules-1.cameo"
            let run = try await Program.run("inspect", "--\(part)", tape, in: try Folder())
            #expect(run.status == 0 && run.errors.contains("version of Cameo (engine rules 1, "), "\(run.errors)")
        }

        @Test("a reader that goes away early is no trouble")
        func head() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 40).write(in: folder)
            try FileManager.default.createDirectory(atPath: folder.file("tmp"), withIntermediateDirectories: false)
            // Its own folder for temporary files, to see what is left there.
            let line = "set -o pipefail; TMPDIR=tmp \"$0\" inspect --frames --json sample.ndjson | head -1"
            let run = try await Program.shell(line, in: folder)
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(run.lines.count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp")) == [])
            let whole = try await Program.run("inspect", "--json", "sample.ndjson", in: folder)
            #expect(whole.output.contains("\"file\":\"sample.ndjson\""))
        }

        @Test(
            "a signal in the middle ends it by that signal, and leaves no temporary file and no half one",
            arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT],
            [["inspect", "long.ndjson"], ["convert", "long.ndjson", "tmp/out.cameo"], ["play", "long.ndjson"]])
        func interrupted(signal: Int32, command: [String]) async throws {
            let folder = try Folder()
            // Seconds of work.
            let line = "{\"t\":0,\"event\":\"audio_end\"}\n"
            try folder.write(String(repeating: line, count: 400_000), to: "long.ndjson")
            let temporary = folder.file("tmp")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
            let program = try TerminalProgram(command, environment: ["TMPDIR": temporary], in: folder)
            #expect(await eventually { !Folder.tapes(below: temporary).isEmpty })
            program.process.send(signal)
            #expect(await program.waitForEnd() == .signaled(signal))
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
        }

        @Test("a signal after the conversion removes the temporary tape as well")
        func interruptedLater() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 40).write(in: folder)
            let temporary = folder.file("tmp")
            try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
            // Nobody reads, so that it never gets rid of its output.
            mkfifo(folder.file("full"), 0o600)
            let process = try ChildProcess(
                [try Program.path(), "inspect", "--frames", "--json", "sample.ndjson"],
                environment: Program.environment(["TMPDIR": temporary]), folder: folder.path, input: .null,
                output: .file(folder.file("full"), flags: O_RDWR), errors: .null)
            #expect(await eventually { Folder.tapes(below: temporary).contains { $0.hasSuffix("/session.cameo") } })
            process.send(SIGINT)
            #expect(await process.waitForEnd() == .signaled(SIGINT))
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
        }

        @Test(
            "control characters from a stream never reach the output",
            arguments: [[], ["--json"], ["--frames"], ["--frames", "--json"]])
        func controlCharacters(options: [String]) async throws {
            let folder = try Folder()
            try Self.nastyStream().write(in: folder)
            let run = try await Program.run([try Program.path(), "inspect", "sample.ndjson"] + options, in: folder)
            #expect(run.status == 0)
            // The summary as JSON has no names in it.
            #expect(options == ["--json"] || run.output.contains("PWNED"))
            #expect(isHarmless(run.output))
            #expect(options.contains("--json") || !run.output.contains("\u{202E}"))
            #expect(isHarmless(run.errors))
        }

        /// Sequences in names of events, clips and sheets, in texts and in keys.
        static func nastyStream() throws -> SampleStream {
            let nasty = "\\u001b]0;PWNED\\u0007\\u001b[2J\\u009b31m\\u000d\\u202e\\u007f"
            var stream = try SampleStream(chunks: 1)
            let picture = try SampleStream.base64(SampleStream.overlay(1))
            stream.add(
                1, "new_message", "{\"message\":\"\(nasty)\",\"sender\":{\"id\":\"\(nasty)\"},\"master_chunk_index\":0}"
            )
            stream.add(1, nasty, "{\"\(nasty)\":\"\(nasty)\"}")
            stream.add(1, "play_base_animation", "{\"animation_name\":\"\(nasty)\"}")
            stream.add(1, "base_animations_manifest", "{\"error\":\"\(nasty)\"}")
            stream.add(1, "animation_total_frames", "{\"animation_type\":\"\(nasty)\",\"total_frames\":\"\(nasty)\"}")
            stream.add(
                1.5, "receive_audio",
                "{\"audio_data\":\"\",\"chunk_index\":0,\"master_chunk_index\":0,\"total_frame_images\":1,"
                    + "\"animationFramesChunk\":[{\"animation_name\":\"\(nasty)\",\"zone_top_left\":[\"\(nasty)\"]}]}")
            stream.add(
                1.5, "receive_frame_images_batch",
                "{\"chunk_index\":0,\"batch_index\":0,\"total_batches\":1,\"frames\":[{\"image_data\":\"\(picture)\","
                    + "\"animation_name\":\"\(nasty)\",\"overlay_id\":\"\(nasty)\",\"sequence_index\":0,"
                    + "\"sheet_filename\":\"\(nasty)\",\"image_mime\":\"\(nasty)\"}]}")
            stream.add(1.5, "chunk_images_ready", "{\"chunk_index\":0,\"total_images_sent\":1}")
            stream.add(1.6, "audio_end", "{}")
            return stream
        }
    }
}

/// Whether a terminal would obey nothing in it but the ends of lines.
func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
        $0 != "\n" && ($0.value < 0x20 || 0x7F...0x9F ~= $0.value)
    }
}
