import Events
import Foundation
import Platform
import Sound
import Support
import Testing

extension WithoutATerminal {
    /// `check`, `report` and `diff`, by the built program.
    @Suite(.serialized) struct CheckCommandTests {
        /// A stream without faults of its own but for its sound, which it does not have.
        private func tapes(in folder: Folder) async throws {
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            try folder.write(try folder.bytes(of: "sample.cameo"), to: "good.cameo")
            try folder.write("hello", to: "bad.cameo")
        }

        @Test("the statuses are 0 for clean, 1 for beyond limits, 2 for unreadable")
        func statuses() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let silent = try await Program.run("check", "good.cameo", in: folder)
            #expect(silent.status == 1)
            #expect(silent.output.contains("AUDIO_MISSING") && silent.output.hasPrefix("BEYOND"))
            let clean = try await Program.run(
                "check", "--max-notes", "none", "--max-half-answers", "none", "good.cameo", in: folder)
            #expect(clean.status == 0)
            #expect(clean.output.hasPrefix("ok "), "\(clean.output)")
            #expect(clean.lines.dropFirst().allSatisfy { $0.hasPrefix("    ") }, "\(clean.output)")
            let both = try await Program.run(
                "check", "--max-notes", "none", "--max-half-answers", "none", "good.cameo", "bad.cameo", in: folder)
            #expect(both.status == 2)
            #expect(both.lines.count == clean.lines.count + 3)
            #expect(both.lines.last == "2 tapes: 1 clean, 0 beyond limits, 1 unreadable")
            #expect(try await Program.run("check", "--max-late", "-3", "good.cameo", in: folder).status == 64)
            #expect(try await Program.run("check", in: folder).status == 64)
        }

        @Test("check-folder a folder's tapes are judged, those below it too, and neither marks nor what hides")
        func folderOfTapes() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            try FileManager.default.createDirectory(
                atPath: folder.file("tapes/inner"), withIntermediateDirectories: true)
            try folder.write(try folder.bytes(of: "sample.ndjson"), to: "tapes/inner/b.ndjson")
            try folder.write(try folder.bytes(of: "good.cameo"), to: "tapes/a.cameo")
            try folder.write("{\"t\":1,\"mark\":\"x\"}\n", to: "tapes/a.cameo.marks.ndjson")
            for name in ["tapes/.hidden.cameo", "tapes/notes.txt"] { try folder.write("x", to: name) }
            let limits = ["--max-notes", "none", "--max-half-answers", "none"]
            func check(_ names: String...) async throws -> Program.Run {
                try await Program.run([try Program.path(), "check"] + limits + names, in: folder)
            }
            let clean = try await check("tapes")
            #expect(clean.status == 0 && clean.lines.last == "2 tapes: 2 clean, 0 beyond limits, 0 unreadable")
            #expect(clean.output.contains("tapes/a.cameo") && clean.output.contains("tapes/inner/b.ndjson"))
            try folder.write("hello", to: "tapes/c.cameo")
            let broken = try await check("tapes/")
            #expect(broken.status == 2 && broken.lines.last == "3 tapes: 2 clean, 0 beyond limits, 1 unreadable")
            #expect(broken.output.contains("UNREADABLE  tapes/c.cameo"))
            try FileManager.default.createDirectory(atPath: folder.file("none"), withIntermediateDirectories: false)
            let none = try await check("none")
            #expect(
                none.status == 2 && none.output.contains("none: contains no tape (.cameo, .ndjson) and is not a book"))
        }

        @Test("check-standard-input a tape and its text form are judged as they come on standard input")
        func standardInput() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let limits = "--max-notes none --max-half-answers none"
            for name in ["good.cameo", "sample.ndjson"] {
                let run = try await Program.shell("\"$0\" check \(limits) - < \(name)", in: folder)
                #expect(run.status == 0 && run.output.hasPrefix("ok "), "\(run.output)")
                #expect(run.output.contains("standard input") && !run.output.contains("/cameo-tape-"))
                let why = try await Program.shell("cat \(name) | \"$0\" inspect - --json", in: folder)
                #expect(why.status == 0 && why.output.hasPrefix("{"), "\(why.errors)")
            }
            let text = try await Program.shell("echo hello | \"$0\" check -", in: folder)
            let reason = "  standard input: not a tape (expected SQLite, found text)"
            #expect(text.status == 2 && text.output.contains(reason), "\(text.output)")
            let empty = try await Program.shell("\"$0\" check - < /dev/null", in: folder)
            #expect(empty.status == 2 && empty.output.contains("  standard input: empty"))
            let twice = try await Program.shell("\"$0\" diff - - < good.cameo", in: folder)
            #expect(twice.status == 2 && twice.errors == "cameo: - can be given only once\n")
            let converted = try await Program.shell("\"$0\" convert - out.ndjson < good.cameo", in: folder)
            #expect(converted.status == 0 && folder.exists("out.ndjson"), "\(converted.errors)")
        }

        @Test("lines of check and diff end within 100 columns, or fold; so do those of JUnit")
        func widths() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            _ = try await Program.run("rewrite", "--recipe", "N10", "good.cameo", "-o", "spoiled.cameo", in: folder)
            let runs = [["check", "good.cameo", "spoiled.cameo"], ["diff", "good.cameo", "spoiled.cameo"]]
            for arguments in runs {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                #expect(!run.lines.isEmpty && run.lines.allSatisfy { $0.count <= 100 }, "\(arguments): \(run.output)")
            }
            _ = try await Program.run("check", "--junit", "report.xml", "spoiled.cameo", in: folder)
            let report = try folder.text(of: "report.xml")
            let failure = try #require(report.firstMatch(of: #/<failure [^>]*>([^<]*)</#)?.1)
            let lines = failure.split(separator: "&#10;")
            #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 100 }, "\(failure)")
        }

        @Test("limits come from a file, and options count more")
        func limits() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            try folder.write("max_notes = \"none\"\nmax_half_answers = \"none\"\nmin_frames = 10000\n", to: "ci.toml")
            let strict = try await Program.run("check", "--limits", "ci.toml", "--json", "good.cameo", in: folder)
            #expect(strict.status == 1)
            #expect(strict.output.contains("\"limit\":\"min_frames\""))
            let lax = try await Program.run(
                "check", "--limits", "ci.toml", "--min-frames", "1", "good.cameo", in: folder)
            #expect(lax.status == 0)
            try folder.write("max_notes = true\n", to: "bad.toml")
            let bad = try await Program.run("check", "--limits", "bad.toml", "good.cameo", in: folder)
            #expect(bad.status == 2)
            #expect(
                bad.errors
                    == "cameo: bad.toml:1: max_notes: expected a whole number of at least 0, or \"none\", found true\n")
            try folder.write("max_gap_ms = 1.5\nmax_seams = 1.5\n", to: "bad.toml")
            let half = try await Program.run("check", "--limits", "bad.toml", "good.cameo", in: folder)
            #expect(half.status == 2)
            #expect(
                half.errors
                    == "cameo: bad.toml:2: max_seams: expected a whole number of at least 0, or \"none\", found 1.5\n")
            let option = try await Program.run("check", "--max-seams", "1.5", "good.cameo", in: folder)
            #expect(option.status == 64)
            #expect(option.errors.contains("--max-seams: expected a whole number of at least 0, or \"none\""))
            try folder.write("max_nothing = 1\n", to: "bad.toml")
            let unknown = try await Program.run("check", "--limits", "bad.toml", "good.cameo", in: folder)
            #expect(unknown.status == 2 && unknown.errors.contains("`cameo check --help` lists them all"))
            let help = try await Program.run("check", "--help", in: folder).output
            #expect(help.contains("max_seams = 2") && help.contains("--max-first-sound-ms"))
        }

        @Test("a book is judged as one: its folder, a chunk of it, and a reading of it on a tape")
        func books() async throws {
            let folder = try Folder()
            let sentence = #"{"original":{"text":"One."},"originalStartGate":0,"originalEndGate":1}"#
            let chunk = #"{"start_sentence":1,"sentences":[\#(sentence)],"audioTracks":{"orig":{"path":"o.wav"}}}"#
            try folder.write(chunk, to: "chunk_0000.json")
            let silent = try await Program.run("check", ".", in: folder)
            #expect(silent.status == 1 && silent.output.contains("max_sound_failures: 1, limit 0"))
            try folder.write(ReadTests.wav([Int16](repeating: 1_000, count: 24_000)), to: "o.wav")
            let junit = folder.file("results.xml")
            let broken = try await Program.run(
                "check", "--junit", junit, "--max-gate-faults", "0", "chunk_0000.json", in: folder)
            #expect(broken.status == 1 && broken.output.contains("GATE_OUTSIDE"), "\(broken.output)")
            #expect(try folder.text(of: "results.xml").contains("GATE_OUTSIDE"))
            let clean = try await Program.run(
                "check", "--max-gate-faults", "none", "--json", "chunk_0000.json", in: folder)
            #expect(clean.status == 0 && clean.output.contains(#""sentences":1"#))
            let read = try await Program.run("read", "--headless", "--record", "read.cameo", ".", in: folder)
            #expect(read.status == 0, "\(read.errors)")
            let judged = try await Program.run("check", "read.cameo", in: folder)
            // Its first line is folded.
            let words = judged.output.replacing(#/\s+/#, with: " ")
            #expect(judged.status == 0 && words.contains("reading of 1 sentence;"), "\(judged.output)")
            try folder.write("[", to: "chunk_0000.json")
            #expect(try await Program.run("check", "chunk_0000.json", ".", in: folder).status == 2)
        }

        @Test(
            "of a book's sound that is broken off nothing is said but what the command says",
            .enabled(if: SoundFormat.mp3.canBeWritten))
        func brokenOffSound() async throws {
            let folder = try Folder()
            let sentence = #"{"original":{"text":"One."},"originalStartGate":0,"originalEndGate":1}"#
            let chunk = #"{"start_sentence":1,"sentences":[\#(sentence)],"audioTracks":{"orig":{"path":"o.mp3"}}}"#
            try folder.write(chunk, to: "chunk_0000.json")
            try folder.write([UInt8](), to: "o.mp3")
            let tone = Samples(rate: 24_000, channels: 1, values: (0..<48_000).map { Int16($0 % 100 * 100) })
            let file = try #require(OpenFile(folder.file("o.mp3"), O_RDWR))
            try encodeSound(tone, as: .mp3, to: file.descriptor)
            try folder.write(Array(try folder.bytes(of: "o.mp3").prefix(6_000)), to: "o.mp3")
            for command in [["check"], ["read", "--headless"]] {
                let run = try await Program.run([try Program.path()] + command + ["."], in: folder)
                #expect(run.errors.isEmpty, "\(command): \(run.errors)")
            }
        }

        /// What a check always writes.
        private static func line(_ verdict: String) -> String {
            let exceeded = verdict == "beyond" ? #"{"limit":"max_late","allowed":0,"found":1}"# : ""
            return "{\"file\":\"a\",\"verdict\":\"\(verdict)\",\"exceeded\":[\(exceeded)],\"duration_ms\":0,"
                + "\"frames\":0,\"chunks\":0,"
                + "\"statuses\":{},\"findings\":[]}\n"
        }

        @Test("the verdict comes out though nobody reads it")
        func readerGone() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            try folder.write(Self.line("beyond"), to: "beyond.json")
            try folder.write(Self.line("clean"), to: "clean.json")
            let commands = [
                ("check good.cameo", 1), ("check --max-notes none --max-half-answers none good.cameo", 0),
                ("check --json bad.cameo", 2),
                ("check --max-notes none --max-half-answers none good.cameo bad.cameo", 2),
                ("diff good.cameo good.cameo", 0),
                ("diff good.cameo sample.ndjson", 0), ("diff --json good.cameo bad.cameo", 2),
                ("report beyond.json", 1), ("report --json clean.json", 0), ("report missing.json", 2),
            ]
            for (command, status) in commands {
                // The reader has ended before the command begins.
                let run = try await Program.shell("exec 3> >(exec true); wait $!; \"$0\" \(command) >&3", in: folder)
                #expect(run.status == Int32(status), "\(command)")
            }
            // The work goes on to its end.
            _ = try await Program.shell(
                "exec 3> >(exec true); wait $!; \"$0\" check --junit all.xml good.cameo bad.cameo >&3", in: folder)
            #expect(try folder.text(of: "all.xml").contains("tests=\"2\" failures=\"1\" errors=\"1\""))
        }

        @Test(
            "results that cannot be written end with 74, whatever the verdict",
            .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
        func full() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            try folder.write(Self.line("clean"), to: "clean.json")
            for command in [
                "check good.cameo", "check --max-notes none --max-half-answers none good.cameo", "check bad.cameo",
                "diff good.cameo good.cameo", "report clean.json",
            ] {
                let run = try await Program.shell("\"$0\" \(command) > /dev/full", in: folder)
                #expect(run.status == 74, "\(command)")
                #expect(run.errorLines.count == 1 && run.errors.hasPrefix("cameo: standard output: "))
            }
            for command in [["check", "good.cameo"], ["report", "clean.json"]] {
                let run = try await Program.run([try Program.path()] + command + ["--junit", "no/j.xml"], in: folder)
                #expect(run.status == 74 && run.errors == "cameo: no/j.xml: cannot be written: no such folder: no\n")
                #expect(!run.output.isEmpty)
                let other = try await Program.run([try Program.path()] + command + ["--junit", "."], in: folder)
                #expect(other.status == 74 && other.errors == "cameo: .: expected a file, found a folder\n")
            }
        }

        @Test(
            "how a recording came out is said, or the status says that it could not be; the tape is whole",
            .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
        func fullSummary() async throws {
            let folder = try Folder()
            let run = try await Program.shell("\"$0\" say hello --headless --record said.cameo > /dev/full", in: folder)
            #expect(run.status == 1 && run.errors.hasPrefix("cameo: standard output: "))
            #expect(try await Program.run("check", "said.cameo", in: folder).status == 0)
        }

        @Test("a file of results has a name", arguments: ["check", "report"])
        func resultsNowhere(command: String) async throws {
            let folder = try Folder()
            let run = try await Program.run(command, "x", "--junit", "-", in: folder)
            #expect(
                run.status == 64 && run.errors.contains("--junit needs a file; for standard output use /dev/stdout"))
            #expect(!FileManager.default.fileExists(atPath: folder.file("-")))
            let nameless = try await Program.run(command, "x", "--junit", "", in: folder)
            #expect(nameless.status == 64 && nameless.errors.contains("--junit: empty file name"))
        }

        @Test("a standard output that is closed is called so, and nothing else is written to in its place")
        func closedOutput() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            for (command, status) in [
                ("check good.cameo", 74), ("inspect --frames good.cameo", 1), ("why good.cameo 1", 1), ("config", 1),
                ("--help", 1),
            ] as [(String, Int32)] {
                let run = try await Program.shell("\"$0\" \(command) >&-", in: folder)
                #expect(run.status == status, "\(command)")
                #expect(run.errors == "cameo: standard output: closed\n", "\(command): \(run.errors)")
            }
        }

        @Test(
            "a file with nothing in it is unreadable, whichever form it has, and lacks no frames",
            arguments: ["", "\n", " \n\n\t\n"])
        func nothing(text: String) async throws {
            let folder = try Folder()
            let names = text.isEmpty ? ["e.ndjson", "e.cameo"] : ["e.ndjson"]
            for name in names {
                try folder.write(text, to: name)
                let check = try await Program.run("check", "--json", name, in: folder)
                #expect(check.status == 2)
                #expect(check.output.contains("\"error\":\"\(name): empty\",\"exceeded\":[]"))
                for command in [["inspect", name], ["convert", name, "out.cameo"], ["diff", name, name]] {
                    let run = try await Program.run([try Program.path()] + command, in: folder)
                    #expect(run.status == 2 && run.output == "" && run.errors == "cameo: \(name): empty\n")
                }
                let program = try TerminalProgram(["step", name], errors: .output(folder.file("errors")), in: folder)
                #expect(await program.waitForEnd() == .exited(2))
                #expect(try folder.text(of: "errors") == "cameo: \(name): empty\n")
                #expect(!folder.exists("out.cameo"))
            }
        }

        @Test("one is no plural, and diff says what it counts")
        func plurals() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let check = try await Program.run(
                "check", "--json", "--max-notes", "none", "--max-half-answers", "none", "good.cameo", in: folder)
            try folder.write(check.output, to: "one.json")
            let report = try await Program.run("report", "one.json", in: folder)
            #expect(report.lines.first?.hasPrefix("1 tape: 1 clean, ") == true)
            let diff = try await Program.run("diff", "good.cameo", "good.cameo", in: folder)
            #expect(diff.lines.first == "A  good.cameo  48 frames of messages, 1 message")
            #expect(diff.lines.last?.hasPrefix("48 frames of messages in both, 0 of them differ") == true)
        }

        @Test("report reads standard input from where it stands, and what is no file")
        func tapeOnStandardInput() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let check = try await Program.run("check", "--json", "good.cameo", in: folder)
            try folder.write("no line of a check\n" + check.output, to: "lines")
            let behind = try await Program.shell(#"{ read -r; "$0" report -; } < lines"#, in: folder)
            #expect(behind.lines.first?.hasPrefix("1 tape: ") == true && !behind.output.contains("cannot be read"))
            let script = """
                import socket, subprocess, sys
                ours, theirs = socket.socketpair()
                ours.sendall(open("lines", "rb").read())
                ours.close()
                subprocess.run([sys.argv[1], "report", "-"], stdin=theirs)
                """
            let socket = try await Program.run(
                ["/usr/bin/env", "python3", "-c", script, try Program.path()], in: folder)
            let first = socket.lines.first ?? ""
            #expect(first.hasPrefix("1 tape: ") && first.contains(", 1 unreadable line; "), "\(socket.errors)")
        }

        @Test("the JUnit files of check and report are well formed, and say the same")
        func junit() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let odd = "a<b>&\"c\u{1}.cameo"
            try folder.write("hello", to: odd)
            try folder.write(try folder.bytes(of: "good.cameo"), to: "x.cameo")
            let run = try await Program.run(
                "check", "--json", "--junit", "check.xml", "--max-notes", "0", "good.cameo", odd, "x.cameo", in: folder)
            #expect(run.status == 2)
            try folder.write(run.output, to: "lines.json")
            let report = try await Program.run("report", "--junit", "report.xml", "lines.json", in: folder)
            #expect(report.status == 2)
            let script = """
                import sys, xml.etree.ElementTree as E
                for name in sys.argv[1:]:
                    root = E.parse(name).getroot()
                    suite = root[0]
                    cases = suite.findall('testcase')
                    print(suite.get('tests'), suite.get('failures'), suite.get('errors'), len(cases),
                          len(suite.findall('testcase/failure')), len(suite.findall('testcase/error')))
                """
            let parsed = try await Program.run(
                ["/usr/bin/env", "python3", "-c", script, "check.xml", "report.xml"], in: folder)
            #expect(parsed.lines == ["3 2 1 3 2 1", "3 2 1 3 2 1"])
        }

        @Test("results never take the place of a tape, and no lines at all are no success")
        func mishaps() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            let before = try folder.bytes(of: "good.cameo")
            let run = try await Program.run("check", "--junit", "good.cameo", "good.cameo", in: folder)
            #expect(run.status == 74 && run.errors.contains("exists and is not XML"))
            #expect(try folder.bytes(of: "good.cameo") == before)
            try folder.write("", to: "empty.json")
            let empty = try await Program.run("report", "empty.json", in: folder)
            #expect(empty.status == 2)
            #expect(empty.errors == "cameo: no results: expected lines of `cameo check --json`\n")
            #expect(empty.lines.first?.hasPrefix("0 tapes: ") == true)
            try folder.write("[[[ garbage", to: "limits.toml")
            let limits = try await Program.run("check", "--limits", "limits.toml", "good.cameo", in: folder)
            #expect(limits.status == 2 && limits.errors.contains("limits.toml:1"))
        }

        @Test("what is printed about strangers' names is harmless")
        func harmless() async throws {
            let folder = try Folder()
            try folder.write(
                "{\"t\":0,\"event\":\"receive_audio\",\"data\":{\"chunk_index\":\"\\u001b[2J\"}}\n", to: "odd.ndjson")
            let run = try await Program.run("check", "odd.ndjson", "\u{1B}[31m.cameo", in: folder)
            #expect(run.status == 2)
            #expect(isHarmless(run.output) && isHarmless(run.errors))
        }

        @Test("report merges the lines of many runs of parallel")
        func parallel() async throws {
            let folder = try Folder()
            guard try await Program.shell("command -v parallel", in: folder).status == 0 else { return }
            try await tapes(in: folder)
            for number in 0..<6 { try folder.write(try folder.bytes(of: "good.cameo"), to: "tape\(number).cameo") }
            let run = try await Program.shell(
                "parallel -j 3 \"$0\" check --json --max-notes none --max-half-answers none {} ::: tape?.cameo bad.cameo | \"$0\" report -",
                in: folder)
            #expect(run.status == 2)
            #expect(run.lines.first?.hasPrefix("7 tapes: 6 clean, 0 beyond limits, 1 unreadable; ") == true)
            #expect(run.output.contains("UNREADABLE  bad.cameo"))
        }

        @Test("diff ends with 0 for the same, 1 for another, 2 for an unreadable tape")
        func diff() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            #expect(try await Program.run("diff", "good.cameo", "sample.ndjson", in: folder).status == 0)
            let text = try folder.text(of: "sample.ndjson")
            let name = "\"matched_sprite_frame_number\":"
            let changed = text.replacingOccurrences(
                of: "\(name)5,\"sequence_index\":17", with: "\(name)6,\"sequence_index\":17")
            try folder.write(changed, to: "other.ndjson")
            let other = try await Program.run("diff", "good.cameo", "other.ndjson", in: folder)
            #expect(other.status == 1)
            #expect(
                other.lines[2].contains("0:0.17") && other.lines[2].contains("base")
                    && other.lines[2].hasSuffix("5 | 6"))
            let json = try await Program.run("diff", "--json", "good.cameo", "other.ndjson", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect(object?["same"] as? Bool == false && object?["differing"] as? Int == 2)
            #expect(try await Program.run("diff", "good.cameo", "bad.cameo", in: folder).status == 2)
            #expect(try await Program.run("diff", "good.cameo", in: folder).status == 64)
        }
    }
}
