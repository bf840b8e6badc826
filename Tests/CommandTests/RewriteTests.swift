import Foundation
import Support
import Testing

extension WithoutATerminal {
    /// `rewrite`, as it is typed.
    @Suite(.serialized) struct RewriteTests {
        private func expectRefusal(_ run: Program.Run, _ text: String, status: Int32 = 2) {
            #expect(run.status == status)
            #expect(run.output == "")
            #expect(run.errorLines.count == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("cameo: ") && run.errors.contains(text), "\(run.errors)")
        }

        @Test("N14 a nasty case is one line, and the same line gives the same file")
        func recipe() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 3, in: folder)
            for name in ["one.ndjson", "two.ndjson"] {
                let run = try await Program.run("rewrite", "--recipe", "n14", "sample.cameo", "-o", name, in: folder)
                #expect(run.status == 0 && run.output == "" && run.errors == "")
            }
            #expect(try folder.bytes(of: "one.ndjson") == folder.bytes(of: "two.ndjson"))
            #expect(try folder.bytes(of: "one.ndjson") != folder.bytes(of: "sample.ndjson"))
            // Chunk 2 is heard first and played last.
            let heard = try folder.lines(of: "one.ndjson").compactMap { line in
                line.contains("receive_audio") ? line.firstMatch(of: /"chunk_index":([0-9])/)?.1 : nil
            }
            #expect(heard == ["0", "2", "1"])
            let frames = try await Program.run("inspect", "--frames", "--json", "one.ndjson", in: folder)
            let chunks = frames.lines.compactMap { $0.firstMatch(of: /"chunk":([0-9])/)?.1 }
            #expect(chunks == ["0", "1", "2"].flatMap { Array(repeating: $0, count: 24) })
            #expect(folder.names.filter { $0.contains("partial") || $0.contains("source") }.isEmpty)
        }

        @Test("lines and tapes are read and written alike, by their endings")
        func forms() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            for (input, output) in [
                ("sample.cameo", "a.ndjson"), ("sample.ndjson", "b.ndjson"), ("sample.ndjson", "c.cameo"),
            ] {
                let run = try await Program.run(
                    "rewrite", "--rule", "delay 400ms where name=receive_audio chunk=1", "--rule",
                    "corrupt noise where chunk=0 p=0.5", "--seed", "5", input, "-o", output, in: folder)
                #expect(run.status == 0, "\(run.errors)")
            }
            _ = try await Program.run("convert", "c.cameo", "c.ndjson", in: folder)
            #expect(try folder.bytes(of: "a.ndjson") == folder.bytes(of: "b.ndjson"))
            #expect(try folder.bytes(of: "a.ndjson") == folder.bytes(of: "c.ndjson"))
        }

        @Test("the seed chooses the frame that a recipe spoils; the same one the same frame")
        func seed() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 3, in: folder)
            for recipe in ["SEAM", "N3", "N10", "N28", "N31a", "N34d"] {
                func rules(_ seed: String...) async throws -> String {
                    let words = [try Program.path(), "rewrite", "--recipe", recipe, "--show", "sample.cameo"]
                    let run = try await Program.run(words + seed, in: folder)
                    #expect(run.status == 0, "\(run.errors)")
                    return run.output
                }
                let usual = try await rules()
                #expect(try await rules() == usual)
                var others: Set<String> = []
                for seed in ["1", "2", "3", "4", "5"] {
                    let chosen = try await rules("--seed", seed)
                    #expect(try await rules("--seed", seed) == chosen)
                    others.insert(chosen)
                }
                #expect(others.count > 2, "\(recipe): \(others)")
            }
        }

        @Test("marks are kept, and inspect lists them as harmless text")
        func marks() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            let lines = try folder.lines(of: "sample.ndjson")
            let mark = "{\"t\":0,\"mark\":\"te\\u001beth\",\"note\":\"closed\\u0007\"}"
            try folder.write(([mark] + lines).joined(separator: "\n") + "\n", to: "marked.ndjson")
            for (input, output) in [("marked.ndjson", "a.cameo"), ("a.cameo", "b.ndjson")] {
                let run = try await Program.run("rewrite", "--recipe", "N3", input, "-o", output, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                let text = try await Program.run("inspect", output, in: folder)
                #expect(text.lines.contains("marks"))
                #expect(text.lines.contains { $0.hasPrefix("  0.000 ") && $0.hasSuffix(" te^[eth: closed^G") })
                #expect(isHarmless(text.output))
                let json = try await Program.run("inspect", "--json", output, in: folder)
                let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
                let marks = try #require(object?["marks"] as? [[String: Any]])
                #expect(marks.count == 1)
                #expect(marks.first?["name"] as? String == "te\u{1B}eth" && marks.first?["t_ms"] as? Double == 0)
                #expect(marks.first?["note"] as? String == "closed\u{7}")
                #expect(isHarmless(json.output))
            }
        }

        @Test("LIPS mouths are shifted by as many frames as --seed says, six unless it does, twelve at most")
        func shiftedMouths() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 2, in: folder)
            let cases: [(String?, Int)] = [(nil, 6), ("1", 1), ("5", 5), ("12", 12), ("13", 1), ("0", 12)]
            for (seed, frames) in cases {
                for (recipe, sign) in [("LIPSa", ""), ("LIPSb", "-")] {
                    let words = ["rewrite", "--recipe", recipe, "--show", "sample.cameo"]
                    let run = try await Program.run(
                        [try Program.path()] + words + (seed.map { ["--seed", $0] } ?? []), in: folder)
                    #expect(run.output.contains("sequence_index+=\(sign)\(frames) where"), "\(run.output)\(run.errors)")
                }
            }
        }

        @Test("the list has a line for each recipe")
        func list() async throws {
            let run = try await Program.run("rewrite", "--list", in: try Folder())
            #expect(run.status == 0)
            #expect(run.lines.count > 60)
            #expect(
                run.lines.allSatisfy {
                    $0.contains(
                        /^(N[0-9]+[a-f]?|SEAM|LIPS[ab]|SEND[a-g]) +[a-z0-9].*\. Expect: .*\. \((noticeable|slight|unnoticed|odd|another)\)$/
                    )
                })
            #expect(run.lines.contains { $0.hasPrefix("N14 ") } && run.lines.contains { $0.hasPrefix("SEAM ") })
        }

        @Test("--show prints rules that do the same when they are given by hand")
        func show() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 3, in: folder)
            let rules = try await Program.run("rewrite", "--recipe", "N10", "--show", "sample.cameo", in: folder).lines
            #expect(rules.count == 1)
            let byHand = ["rewrite", "sample.cameo", "-o", "hand.ndjson"] + rules.flatMap { ["--rule", $0] }
            #expect(try await Program.run([try Program.path()] + byHand, in: folder).status == 0)
            _ = try await Program.run("rewrite", "--recipe", "N10", "sample.cameo", "-o", "recipe.ndjson", in: folder)
            #expect(try folder.bytes(of: "hand.ndjson") == folder.bytes(of: "recipe.ndjson"))
        }

        @Test("what cannot be done is one line, and nothing is written")
        func refusals() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            let names = folder.names
            func run(_ arguments: String...) async throws -> Program.Run {
                try await Program.run([try Program.path(), "rewrite"] + arguments, in: folder)
            }
            let out = ["-o", "out.cameo", "sample.cameo"]
            expectRefusal(
                try await run("--rule", "drop where chnk=1", out[0], out[1], out[2]),
                "rule 'drop where chnk=1', column 12: expected one of name=")
            expectRefusal(try await run("--rule", "\u{1B}[31m", out[0], out[1], out[2]), "expected one of drop")
            expectRefusal(try await run("--rule", "drop where chunk=7", out[0], out[1], out[2]), "matches no event")
            expectRefusal(try await run("--recipe", "N14", out[0], out[1], out[2]), "recipe N14 needs 2 chunks")
            expectRefusal(try await run("--recipe", "N42", out[0], out[1], out[2]), "one of N42a, N42b, N42c")
            expectRefusal(
                try await run("--recipe", "N9", "--recipe", "N9", out[0], out[1], out[2]),
                "recipe N9: an earlier rule removed what it needs")
            expectRefusal(
                try await run("--recipe", "X99", out[0], out[1], out[2]), "unknown recipe X99; list all with --list")
            expectRefusal(
                try await run("--recipe", "N1", out[0], out[1], out[2]),
                "recipe N1 is one of N1a, N1b; --list shows all")
            expectRefusal(
                try await run("--recipe", "N3", "--message", "2", out[0], out[1], out[2]),
                "needs a message 2; there is 0")
            expectRefusal(
                try await run("--recipe", "N9", "sample.cameo", "-o", "sample.cameo"), ": both input and output")
            expectRefusal(
                try await run("--recipe", "N9", "sample.ndjson", "-o", "sample.ndjson"), ": both input and output")
            expectRefusal(
                try await run("--recipe", "N9", "sample.cameo", "-o", "out.txt"), "must end in .cameo or .ndjson")
            expectRefusal(try await run("--recipe", "N9", "none.cameo", "-o", "out.cameo"), "no such file")
            #expect(try await run("sample.cameo", "-o", "out.cameo").status == 64)
            for other in [["--recipe", "N9"], ["sample.cameo"], ["--show"], ["--seed", "1"]] {
                let listed = try await Program.run([try Program.path(), "rewrite", "--list"] + other, in: folder)
                #expect(listed.status == 64 && listed.errors.contains("--list takes no other options"), "\(other)")
            }
            #expect(try await run("--recipe", "N9", "sample.cameo").status == 64)
            #expect(try await run("--recipe", "N9", "-o", "out.cameo").status == 64)
            #expect(folder.names == names)
            try folder.write("{\"t\":0,\"event\":\"receive_base_frame\",\"data\":{}}\n", to: "clips.ndjson")
            expectRefusal(
                try await run("--recipe", "SEAM", out[0], out[1], "clips.ndjson"), "needs a message; there is none")
            try folder.write("{\"t\":0,\"event\":\"audio_end\",\"data\":{}}\n", to: "end.ndjson")
            expectRefusal(
                try await run("--recipe", "SEAM", out[0], out[1], "end.ndjson"),
                "needs a chunk in its message; there is none")
        }
    }
}
