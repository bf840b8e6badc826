import Events
import JSON
import PlaybackSupport
import Sessions
import Settings
import Support
import Tapes
import Testing

@testable import Checks
@testable import Playback

/// What several commands say of one stream is the same.
@Suite("One truth")
struct OneTruthTests {
    private final class Lines { var all: [String] = [] }

    private static func rewritten(_ recipe: String? = nil, _ rules: [String] = [], in folder: Folder) throws -> String {
        var job = RewriteJob()
        job.recipes = recipe.map { [$0] } ?? []
        job.rules = rules
        _ = try job.run(try DemoLines.tape(), to: folder.file("stream.cameo"))
        return folder.file("stream.cameo")
    }

    private static func inspected(_ path: String, _ say: (Inspection) throws -> Void) throws -> [JSON] {
        let open = try OpenTape(path)
        defer { open.close() }
        let lines = Lines()
        try say(Inspection(open.reader, of: path, TapePlaying(isFresh: false)) { lines.all.append($0) })
        return try lines.all.map { try JSON.parse($0) }
    }

    @Test(
        "the freezes and gaps of each message are those that check finds",
        arguments: ["SENDf", "N17a", "N22", "N29b"])
    func stalls(recipe: String) throws {
        let folder = try Folder()
        let path = try Self.rewritten(recipe, in: folder)
        let check = Check.run(path, CheckOptions())
        let messages = try #require(
            try Self.inspected(path) { try $0.summary(asJSON: true) }.first?.object?["message_figures"]?.array)
        for (name, kind) in [("freezes", AuditFinding.Kind.freeze), ("gaps", .gap)] {
            let found = check.findings.filter { $0.kind == kind }
            let figures = messages.compactMap { $0.object?[name]?.object }
            #expect(figures.reduce(0) { $0 + ($1["count"]?.lenientInt ?? 0) } == found.count, "\(recipe) \(name)")
            let longest = found.compactMap { $0.amount?.milliseconds }.max() ?? 0
            let said = figures.compactMap { figure -> Double? in
                if case .double(let span)? = figure["longest_ms"] { span } else { nil }
            }
            #expect(abs((said.max() ?? 0) - longest) < 0.01)
        }
        let chunks = messages.compactMap { $0.object?["chunks_started"]?.lenientInt }.reduce(0, +)
        #expect(chunks == messages.compactMap { $0.object?["chunks_completed"]?.lenientInt }.reduce(0, +))
    }

    @Test("a chunk that a send cuts off is in the table of chunks, and in no count of those that were played")
    func cutOff() throws {
        let folder = try Folder()
        let path = try Self.rewritten("N38c", in: folder)
        let summary = try Self.inspected(path) { try $0.summary(asJSON: true) }.first?.object
        let chunks = try #require(summary?["chunks"]?.array).compactMap(\.object)
        #expect(chunks.map { $0["end"] == "cut" } == [true] + Array(repeating: false, count: 9))
        #expect(chunks.first?["generation"] == 0 && chunks.first?["chunk"] == 0 && chunks.first?["shown"] == 27)
        #expect(Check.run(path, CheckOptions()).figures.chunks == 9)
    }

    @Test("what was heard is told once a message, however often it comes home", arguments: ["N42c"])
    func heard(recipe: String) throws {
        let folder = try Folder()
        let path = try Self.rewritten(recipe, in: folder)
        let messages = try Self.inspected(path) { try $0.heard(asJSON: true) }
        #expect(messages.count == Check.run(path, CheckOptions()).figures.messages && messages.count == 1)
        #expect(messages.first?.object?["chunks"]?.array?.count == 9)
    }

    @Test("an overlay that was drawn is told of, also where its base frame is not the demanded one")
    func overlays() throws {
        let folder = try Folder()
        let path = try Self.rewritten("N30", in: folder)
        let frames = try DiffSide(path, TapePlaying(isFresh: false)).frames
        let missing = frames.filter { $0.status == "DESYNC(base-missing)" }
        #expect(missing.count > 100 && missing.allSatisfy { $0.overlay != nil })
    }

    @Test("N45 an answer that is cut in the middle of a chunk is broken off, also behind its end signal")
    func cut() throws {
        let folder = try Folder()
        let path = try Self.rewritten(
            nil,
            [
                "drop where message=0 time=10.25s..",
                "insert linkLost {\"reason\":\"transport close\"} after 10.25s", "insert linkRestored after 11.5s",
            ], in: folder)
        #expect(Check.run(path, CheckOptions()).exceeded.map(\.measure) == [.brokenOff])
    }
}
