import Events
import PlaybackSupport
import Rewriting
import Support
import Testing

/// An ordinary answer: longer than what comes at once, and nothing in it says when it was emitted.
extension RecipeTests {
    /// The good recording and the spoiled one.
    private func played(_ id: String, of stream: WrittenStream) async throws -> (good: Played, bad: Played) {
        let folder = try Folder()
        _ = try await stream.tape(folder.file("answer.cameo"))
        return (
            try Played(folder.file("answer.cameo")), try RewrittenDemo.played(id, of: folder.file("answer.cameo"))
        )
    }

    @Test(
        "of an answer without dates the last message plays in full",
        arguments: [
            "N38a", "N38c", "N38d", "N39", "N41a", "N41b", "N43a", "N43b", "N44a", "SENDd", "SENDf", "SENDg",
        ])
    func undated(id: String) async throws {
        let (good, bad) = try await played(id, of: .answer())
        #expect(good.notes.isEmpty && good.spoken().count == 180)
        let answer = try #require(bad.records.last?.generation)
        #expect(bad.spoken(answer) == good.spoken())
        #expect(bad.records.allSatisfy { !$0.isGuess })
    }

    @Test("N40 what is left of an old message without dates is passed over, and the next one plays in full")
    func undatedRest() async throws {
        let (good, bad) = try await played("N40", of: .answer([1, 1.3, 1.6, 2.6, 3.6, 4.6]))
        #expect(bad.counters.stale > 0 && bad.spoken(1) == good.spoken())
        #expect(Set(bad.spoken(0).map(\.chunk)) == [0])
        #expect(bad.records.allSatisfy { !$0.isGuess })
    }

    @Test(
        "N38 a message ends with its first chunk though the others are there already",
        arguments: [("N38e", ModeName.finishingBase), ("N38f", .returnTransition)])
    func endedBeforeTheRest(id: String, mode: ModeName) async throws {
        let (_, bad) = try await played(id, of: .answer())
        #expect(bad.records.last { $0.generation == 0 }?.mode == mode)
        #expect(bad.reports.map { [$0.generation, $0.chunk] } == [[0, 0], [1, 0]])
        #expect(bad.notes.isEmpty && bad.counters.messagesFinished == 1)
    }

    @Test(
        "an answer without dates that comes at once is refused where they, or times, would tell its parts apart",
        arguments: [
            ("N40", "time for a send between its first two chunks"),
            ("N45a", "a second chunk that comes after its first one"),
            ("N45c", "a second chunk that comes after its first one"),
            ("SENDa", "pictures of chunk 1 with emission times; use SENDc without them"),
            ("SENDb", "pictures of chunk 1 with emission times; use SENDc without them"),
        ])
    func refused(id: String, what: String) async throws {
        let folder = try Folder()
        _ = try await WrittenStream.answer().tape(folder.file("answer.cameo"))
        #expect(throws: RewriteError.lacking(recipe: id, what: what)) {
            try RewrittenDemo.played(id, of: folder.file("answer.cameo"))
        }
    }
}
