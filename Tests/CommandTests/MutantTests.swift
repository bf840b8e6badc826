import Foundation
import Support
import Testing

extension WithoutATerminal {
    /// Faults in what the program says itself; those in the demo are tried beside it (`MutationScoreTests`).
    @Suite(.serialized) struct MutantTests {
        private static let text = "Good morning. This is one. This is another one. Put it back, please."

        /// Longer than what is said at once: the rest comes while that is played.
        private static let longText = """
            The harbor was quiet in the early morning, and only the gulls were awake. \
            A small boat came in past the light with its sail half down. \
            Two men stood on the quay and waited with their hands in their pockets. \
            Nobody said a word until the rope was made fast.
            """

        private func said(_ text: String = text, in folder: Folder) async throws {
            let run = try await Program.run("say", text, "--headless", "--record", "said.cameo", in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }

        private func mutants(_ options: String..., in folder: Folder) async throws -> Program.Run {
            let program = try Program.path(of: "cameo-bench")
            return try await Program.run([program, "mutants"] + options + ["said.cameo"], in: folder)
        }

        /// Runs of recipes of which the list says that nobody notices them, and somebody does, or `check` objects.
        private func noticed(_ lines: [String], in folder: Folder) async throws -> [String] {
            let list = try await Program.run("rewrite", "--list", in: folder).lines
            let said = list.filter { $0.hasSuffix(" (unnoticed)") }
            let unnoticed = Set(said.compactMap { $0.split(separator: " ").first })
            #expect(unnoticed.count > 20)
            return lines.filter { line in
                guard let id = line.firstMatch(of: /(?:ok|found): ([A-Za-z0-9]+)/)?.1 else { return false }
                return unnoticed.contains(id) && !(line.hasPrefix("  none ") && line.contains(") ok: "))
            }
        }

        @Test(
            "what is noticed of a recipe on a spoken tape is found, and nothing else is called broken",
            arguments: [1, 25, 49, 73])
        func recipes(first: Int) async throws {
            let folder = try Folder()
            try await said(in: folder)
            let run = try await mutants("--recipes", "--seed", "\(first)", "--count", "24", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.lines.count > 15)
            // It is too short to judge lips by.
            let wrong = run.lines.filter { $0.contains(/MISSED|FALSE ALARM/) && !$0.contains(": LIPS") }
            #expect(wrong.isEmpty, "\(run.output)")
            #expect(try await noticed(run.lines, in: folder) == [])
        }

        @Test("N38–N41 of a spoken answer that comes while it is played the last message plays in full")
        func answers() async throws {
            let folder = try Folder()
            try await said(Self.longText, in: folder)
            let run = try await mutants("--recipes", "--seed", "51", "--count", "10", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.lines.contains { $0.hasSuffix(": N38a") } && run.lines.contains { $0.hasSuffix(": N38c") })
            #expect(try await noticed(run.lines, in: folder) == [])
            #expect(!run.lines.contains { $0.contains("guesses") }, "\(run.output)")
        }

        @Test("check has nothing against a message that was served and recorded")
        func live() async throws {
            let folder = try Folder()
            try await said(in: folder)
            let server = try await ServedTape(["said.cameo"], in: folder)
            let recorded = try await Program.run(
                "record", server.address, "-o", "live.cameo", "--say", "hello", in: folder)
            #expect(recorded.status == 0, "\(recorded.errors)")
            // Without the clock of a machine that may be busy.
            let check = try await Program.run("check", "--fresh", "live.cameo", in: folder)
            #expect(check.status == 0, "\(check.output)")
            // And with it nothing but what such a machine does.
            let recording = try await Program.run("check", "--json", "live.cameo", in: folder)
            let object = try JSONSerialization.jsonObject(with: Data(recording.output.utf8)) as? [String: Any]
            let exceeded = try #require(object?["exceeded"] as? [[String: Any]]).compactMap { $0["limit"] as? String }
            let late = ["max_freeze_ms", "max_sound_ahead_ms", "max_sound_behind_ms", "max_gap_ms"]
            #expect(exceeded.allSatisfy(late.contains) && object?["error"] is NSNull, "\(recording.output)")
            _ = await server.end()
        }
    }
}
