import Foundation
import Support
import Testing

extension WithoutATerminal {
    /// `cameo why` and `cameo check --explain`, by the built program.
    @Suite(.serialized) struct WhyTests {
        private static func demo() -> String { Repository.file("assets/demo.cameo") }

        @Test("a frame's reasons are sentences with places, or one JSON object; what cannot be asked is one line")
        func why() async throws {
            let folder = try Folder()
            let run = try await Program.run("why", Self.demo(), "100", in: folder)
            #expect(run.status == 0 && run.errors == "")
            let labels = run.lines.map { $0.prefix(9).trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            #expect(labels == ["drawn", "because", "base", "decoded", "batch", "message", "packet"])
            #expect(run.lines.allSatisfy { $0.count <= 100 })
            let same = try await Program.run("why", "--json", Self.demo(), "5.38s", in: folder)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(same.output.utf8)) as? [String: Any])
            #expect(object["frame"] as? Int == 100 && object["status"] as? String == "SYNC")
            #expect((object["why"] as? [[String: Any]])?.map { $0["step"] as? String } == labels)
            let beyond = try await Program.run("why", Self.demo(), "676", in: folder)
            #expect(beyond.status == 2 && beyond.output == "")
            #expect(beyond.errors.hasSuffix("demo.cameo: no such frame; frames are 0 to 675\n"))
            #expect(try await Program.run("why", Self.demo(), "mouth", in: folder).status == 64)
            #expect(try await Program.run("why", "nowhere.cameo", "1", in: folder).status == 2)
        }

        @Test("a damaged tape is shown only with --salvage, and every output says so")
        func salvage() async throws {
            let folder = try Folder()
            let whole = try Data(contentsOf: URL(fileURLWithPath: Self.demo()))
            // Its entries lie at the end.
            try folder.write(whole.prefix(whole.count * 97 / 100), to: "cut.cameo")
            for command in [
                ["inspect", "cut.cameo"], ["inspect", "--frames", "--json", "cut.cameo"],
                ["inspect", "--drift", "cut.cameo"], ["why", "cut.cameo", "100"],
                ["why", "--json", "cut.cameo", "100"],
                ["export", "cut.cameo", "--frames", "100", "-o", "a.png"], ["export", "cut.cameo", "-o", "a.json"],
            ] {
                let refused = try await Program.run([try Program.path()] + command, in: folder)
                #expect(refused.status == 2 && refused.output == "", "\(command)")
                #expect(
                    refused.errors.hasSuffix(" bytes found; --salvage shows what can still be read\n"), "\(command)")
                #expect(!folder.names.contains { $0.hasPrefix("a.") })
                let run = try await Program.run([try Program.path()] + command + ["--salvage"], in: folder)
                #expect(run.status == 0, "\(command): \(run.errors)")
                let said = run.lines.filter { $0.contains("salvaged from a damaged tape: cut off, ") }
                #expect(said == (command.contains("--json") ? run.lines : Array(run.lines.prefix(1))), "\(command)")
                #expect(said.first?.contains(/; lost: everything after 1[0-9.]+ s/) == true, "\(command)")
                for name in folder.names where name.hasPrefix("a.") {
                    #expect(try name != "a.json" || folder.text(of: name).contains("salvaged from a damaged tape"))
                    try FileManager.default.removeItem(atPath: folder.file(name))
                }
            }
        }

        @Test("check explains each finding of a frame below it, and only when asked")
        func explain() async throws {
            let folder = try Folder()
            _ = try await Program.run(
                "rewrite", "--recipe", "SEAM", "--seed", "3", Self.demo(), "-o", "seam.cameo", in: folder)
            let plain = try await Program.run("check", "seam.cameo", in: folder)
            let run = try await Program.run("check", "--explain", "seam.cameo", in: folder)
            #expect(plain.status == 1 && run.status == 1)
            let added = run.lines.filter { !plain.lines.contains($0) }
            #expect(run.lines.count == plain.lines.count + added.count)
            #expect(added.first?.hasPrefix("      drawn    frame 323 (SEAM) was shown at 12.813 s") == true)
            #expect(added.allSatisfy { $0.hasPrefix("      ") && $0.count <= 100 })
        }
    }
}
