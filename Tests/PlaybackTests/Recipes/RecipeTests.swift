import Engine
import Events
import PlaybackSupport
import Rewriting
import Support
import Testing

@testable import Playback

/// What a recipe has to come to, given the good recording and the spoiled one.
typealias RecipeCheck = @Sendable (_ good: Played, _ bad: Played) throws -> Void

@Suite struct RecipeTests {
    static let checks = speechChecks.merging(clipChecks) { $1 }.merging(messageChecks) { $1 }.merging(sendChecks) { $1 }

    @Test("N1–N62 every recipe makes of the demo what its case expects", arguments: RewriteRecipe.all.map(\.id))
    func outcome(id: String) throws {
        // A hundred times the demo would take minutes; see below.
        guard id != "N57" else { return }
        let check = try #require(Self.checks[id], "recipe \(id) has no check")
        let (good, bad) = (try RewrittenDemo.good(), try RewrittenDemo.played(id))
        // Many a case is to play as if nothing were wrong.
        #expect(bad.stream != good.stream)
        try check(good, bad)
        // A remark has the chunk that its words name first as a number, too; a new message is of no chunk.
        for note in bad.notes where note.code != .newMessage {
            let named = note.text.firstMatch(of: /chunk (\d+)/).flatMap { Int($0.1) }
            #expect(note.chunk == named, "\(note)")
        }
    }

    @Test("SEAM spoils one frame, whichever the seed chooses", arguments: [1, 2, 3] as [UInt64])
    func chosenSeam(seed: UInt64) throws {
        let (good, bad) = (try RewrittenDemo.good(), try RewrittenDemo.played("SEAM", seed: seed))
        let changed = zip(good.spoken(), bad.spoken()).filter { $0 != $1 }
        #expect(good.spoken().count == bad.spoken().count && changed.count == 1)
        let usual = try RewrittenDemo.played("SEAM")
        #expect(zip(usual.spoken(), bad.spoken()).count { $0 != $1 } == 2)
    }

    @Test("the good recording is good")
    func good() throws {
        let good = try RewrittenDemo.good()
        #expect(good.reports.map(\.shown) == RewrittenDemo.chunkSizes)
        #expect(good.notes.isEmpty && good.records.allSatisfy { $0.status == .sync })
        #expect(good.counters.messagesFinished == 1)
    }

    @Test("N57 a hundred messages: each has its own count")
    func hundred() async throws {
        let folder = try Folder()
        _ = try await WrittenStream.message().tape(folder.file("small.cameo"))
        let played = try RewrittenDemo.played("N57", of: folder.file("small.cameo"))
        #expect(played.reports.count == 200)
        #expect(played.counters.messagesFinished == 100)
        #expect(played.reports.allSatisfy { $0.shown == ($0.chunk == 0 ? 12 : 15) && $0.duplicates == 0 })
        #expect(Set(played.reports.map(\.generation)) == Set(0..<100))
    }

    @Test(
        "on another stream each recipe plays to its end, or says what it needs", arguments: RewriteRecipe.all.map(\.id))
    func otherStream(id: String) async throws {
        let folder = try Folder()
        _ = try await WrittenStream.message().tape(folder.file("small.cameo"))
        do {
            let played = try RewrittenDemo.played(id, of: folder.file("small.cameo"))
            #expect(!played.records.isEmpty)
        } catch let error as RewriteError {
            guard case .lacking(id, let what) = error else { throw error }
            #expect(!what.isEmpty)
            let known = ["N7", "N12", "N14", "N15", "N16", "N30", "N32", "N33", "N36", "N38", "N44", "N45", "SEND"]
            #expect(known.contains { id.hasPrefix($0) }, "\(id) needs \(what)")
        }
    }

    @Test("a stream of one chunk is refused with what is missing")
    func oneChunk() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 2, first: 0)
        try stream.chunk(0, frames: 3, at: 1)
        let folder = try Folder()
        _ = try await stream.tape(folder.file("one.cameo"))
        #expect(throws: RewriteError.lacking(recipe: "N14", what: "2 chunks in its message; there is one")) {
            try RewrittenDemo.played("N14", of: folder.file("one.cameo"))
        }
        #expect(folder.names == ["one.cameo"])
    }

    @Test("a stream that comes all at once is refused by recipes that tell its chunks apart by their times")
    func atOnce() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 2, first: 0)
        try stream.clip(WrittenStream.talking, frames: 6, first: 100)
        for chunk in 0..<3 { try stream.chunk(chunk, frames: 6, at: 1) }
        stream.say(1, "audio_end", [:])
        let folder = try Folder()
        _ = try await stream.tape(folder.file("fast.cameo"))
        let late = "a second chunk that comes after its first one"
        let needs = [
            "N14": "a pause before the second chunk, in which the third can arrive; "
                + "`cameo say` records the first chunks at once, so use a recording of a backend (`cameo record`)",
            "N42a": late, "N42b": late, "N42c": late,
        ]
        for (recipe, what) in needs {
            #expect(throws: RewriteError.lacking(recipe: recipe, what: what)) {
                try RewrittenDemo.played(recipe, of: folder.file("fast.cameo"))
            }
        }
        #expect(folder.names == ["fast.cameo"])
    }

    @Test("chance follows from the seed")
    func seeds() throws {
        let noises = try [1, 1, 2].map { seed in
            try RewrittenDemo.played("N3", seed: seed).notes.map(\.text)
        }
        #expect(noises[0] == noises[1])
        #expect(noises[0] != noises[2])
    }

    @Test("the second of two messages can be chosen")
    func secondMessage() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = ["N41a"]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("two.cameo"))
        job.recipes = ["N3"]
        job.message = 1
        _ = try job.run(folder.file("two.cameo"), to: folder.file("spoiled.cameo"))
        let played = try Played(folder.file("spoiled.cameo"))
        #expect(played.reports.map(\.noOverlay) == [0, 0, 0, 0, 0, 1, 0, 0])
    }
}
