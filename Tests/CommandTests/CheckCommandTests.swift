import Foundation
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
            let clean = try await Program.run("check", "--max-notes", "none", "good.cameo", in: folder)
            #expect(clean.status == 0)
            #expect(clean.lines.count == 1 && clean.output.hasPrefix("ok "))
            let both = try await Program.run("check", "--max-notes", "none", "good.cameo", "bad.cameo", in: folder)
            #expect(both.status == 2)
            #expect(both.lines.count == 4)
            #expect(both.lines.last == "2 tapes: 1 clean, 0 beyond limits, 1 unreadable")
            #expect(try await Program.run("check", "--max-late", "-3", "good.cameo", in: folder).status == 64)
            #expect(try await Program.run("check", in: folder).status == 64)
        }

        @Test("limits come from a file, and options count more")
        func limits() async throws {
            let folder = try Folder()
            try await tapes(in: folder)
            try folder.write("max_notes = \"none\"\nmin_frames = 10000\n", to: "ci.toml")
            let strict = try await Program.run("check", "--limits", "ci.toml", "--json", "good.cameo", in: folder)
            #expect(strict.status == 1)
            #expect(strict.output.contains("\"limit\":\"min_frames\""))
            let lax = try await Program.run(
                "check", "--limits", "ci.toml", "--min-frames", "1", "good.cameo", in: folder)
            #expect(lax.status == 0)
            try folder.write("max_notes = true\n", to: "bad.toml")
            let bad = try await Program.run("check", "--limits", "bad.toml", "good.cameo", in: folder)
            #expect(bad.status == 2)
            #expect(bad.errors == "cameo: bad.toml: max_notes: expected a number from 0 on, or \"none\"\n")
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
            #expect(run.status == 2 && run.errors.contains("no XML"))
            #expect(try folder.bytes(of: "good.cameo") == before)
            try folder.write("", to: "empty.json")
            #expect(try await Program.run("report", "empty.json", in: folder).status == 2)
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
                "parallel -j 3 \"$0\" check --json --max-notes none {} ::: tape?.cameo bad.cameo | \"$0\" report -",
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
                other.lines[2].contains("0:17") && other.lines[2].contains("base") && other.lines[2].hasSuffix("5 | 6"))
            let json = try await Program.run("diff", "--json", "good.cameo", "other.ndjson", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect(object?["same"] as? Bool == false && object?["differing"] as? Int == 2)
            #expect(try await Program.run("diff", "good.cameo", "bad.cameo", in: folder).status == 2)
            #expect(try await Program.run("diff", "good.cameo", in: folder).status == 64)
        }
    }
}
