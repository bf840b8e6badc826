import Foundation
import Support
import Testing

/// What a client that we did not write meets with each scenario of `assets/scenarios`.
private struct Visit: Sendable, CustomTestStringConvertible {
    let scenario: String
    var serve: [String] = ["--speed", "0"]
    var visitor: [String] = []
    let check: @Sendable ([String: Any]) -> Bool

    var testDescription: String { scenario }

    init(
        _ scenario: String, serve: [String]? = nil, visitor: [String] = [],
        _ check: @escaping @Sendable ([String: Any]) -> Bool
    ) {
        self.scenario = scenario
        if let serve { self.serve = serve }
        self.visitor = visitor
        self.check = check
    }

    static func events(_ result: [String: Any], _ name: String) -> Int {
        (result["events"] as? [String: Int])?[name] ?? 0
    }
    static func connects(_ result: [String: Any]) -> Int { result["connects"] as? Int ?? 0 }
    static func seconds(_ result: [String: Any]) -> Double { result["seconds"] as? Double ?? 0 }

    static let all = [
        Visit("several-chunks") { events($0, "receive_audio") == 9 && connects($0) == 1 },
        // Begun three times, and once heard to the end.
        Visit("new-message-in-the-middle", serve: ["--speed", "4"]) {
            events($0, "audio_end") == 1 && events($0, "receive_audio") > 9
        },
        // 1.2 MB at 2 Mbit/s, and the clip.
        Visit("slow-network") { events($0, "receive_audio") == 9 && seconds($0) > 4 },
        Visit("very-slow-network", visitor: ["--clips", "", "--until", "receive_frame_images_batch"]) {
            seconds($0) > 3 && connects($0) == 1
        },
        Visit("stall") { events($0, "receive_audio") == 9 && seconds($0) > 3 },
        Visit("lost-link") { connects($0) == 2 && events($0, "receive_audio") > 9 && events($0, "audio_end") == 1 },
        Visit("clip-download-cut", visitor: ["--clips", "idle_1_s_idle_1_e,talking_1_s_talking_1_e"]) {
            connects($0) == 4 && events($0, "audio_end") == 1
        },
        Visit("server-restart", serve: ["--speed", "0", "--fault", "restart-after=40", "--fault", "restart-ms=3000"]) {
            connects($0) == 2 && ($0["failures"] as? [String])?.isEmpty == false && events($0, "audio_end") == 1
        },
        Visit("refused-at-first") { (($0["failures"] as? [String])?.count ?? 0) >= 3 && connects($0) == 1 },
        Visit("connect-error", visitor: ["--tries", "1"]) {
            ($0["failures"] as? [String])?.contains { $0.contains("no such agent") } == true && connects($0) == 0
        },
        // The client takes any event for a sign of life: it misses the pings once all has been said.
        Visit(
            "no-pings",
            serve: ["--speed", "8", "--ping-interval", "2", "--ping-timeout", "2", "--fault", "pings-for-ms=1000"],
            visitor: ["--tries", "1", "--until", "nothing"]
        ) { ($0["reasons"] as? [String])?.count == 1 && events($0, "audio_end") == 1 },
        Visit("repeats-and-swaps", visitor: ["--until", "chunk_images_ready", "--count", "9"]) {
            events($0, "receive_audio") > 9 && connects($0) == 1
        },
        Visit("spoilt-pictures", visitor: ["--until", "receive_frame_images_batch", "--count", "8"]) {
            events($0, "receive_frame_images_batch") >= 8
        },
        // The demo says nothing a second time before it has ended, and is asked once.
        Visit("old-chunk-before-the-answer") { events($0, "receive_audio") == 9 && events($0, "audio_end") == 1 },
        Visit("old-chunk-in-the-answer") { events($0, "receive_audio") == 9 && events($0, "audio_end") == 1 },
        Visit("second-chunk-first") { events($0, "receive_audio") == 9 && events($0, "audio_end") == 1 },
        Visit("no-audio") { events($0, "receive_audio") == 8 && events($0, "audio_end") == 1 },
        Visit("slow-chunks", serve: ["--speed", "0", "--fault", "chunk-pause-ms=400"]) {
            events($0, "receive_audio") == 9 && seconds($0) > 3
        },
        Visit("late-pictures", visitor: ["--until", "receive_frame_images_batch", "--count", "16"]) {
            events($0, "receive_audio") == 9
        },
        Visit("post-errors") { $0["posts"] as? [Int] == [500, 500, 200] },
        Visit("half-upgrade", visitor: ["--transports", "polling"]) {
            $0["transport"] as? String == "polling" && events($0, "audio_end") == 1
        },
    ]
}

extension WithoutATerminal {
    @Suite(.serialized) struct ScenarioTests {
        @Test("each scenario that comes along does what its title says to a client that we did not write")
        func scenarios() async throws {
            let folder = Repository.file("assets/scenarios")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { $0.dropLast(".toml".count) }
            #expect(files.map(String.init).sorted() == Visit.all.map(\.scenario).sorted())
            // They mostly wait: a few at a time.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, visit) in Visit.all.enumerated() {
                    if number >= 4 { try await group.next() }
                    group.addTask { try await Self.run(visit) }
                }
                try await group.waitForAll()
            }
        }

        private static func run(_ visit: Visit) async throws {
            let folder = try Folder()
            let file = Repository.file("assets/scenarios/\(visit.scenario).toml")
            let server = try await ServedTape(
                [Repository.file("assets/demo.cameo"), "--scenario", file] + visit.serve, in: folder)
            let result = try await PeerProgram.run("visitor.py", [server.address] + visit.visitor, in: folder)
            #expect(visit.check(result), "\(visit.scenario): \(result)")
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
        }
    }
}
