import Events
import Support
import Testing

@testable import Tapes

@Suite struct TapeCursorTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func tape(entries: Int) async throws -> TapeReader {
        try await sampleTape(folder.file("tape.cameo"), count: entries)
        return try TapeReader(path: folder.file("tape.cameo"))
    }

    @Test("all entries come in their order, whatever the page's size", arguments: [1, 3, 7, 1_000])
    func order(pageSize: Int) async throws {
        let tape = try await tape(entries: 7)
        defer { tape.close() }
        var cursor = TapeCursor(tape, pageSize: pageSize)
        var times: [Instant] = []
        while let entry = try cursor.next() { times.append(entry.time) }
        #expect(times == (0..<7).map { Instant(microseconds: $0 * 100_000) })
        #expect(try cursor.next() == nil)
        #expect(try cursor.nextPage() == [])
    }

    @Test("the rest of a page that was begun is a page")
    func restOfPage() async throws {
        let tape = try await tape(entries: 5)
        defer { tape.close() }
        var cursor = TapeCursor(tape, pageSize: 3)
        _ = try cursor.next()
        var counts: [Int] = []
        for _ in 0..<3 { counts.append(try cursor.nextPage().count) }
        #expect(counts == [2, 2, 0])
    }

    @Test("one entry is found by its id, and none where there is none")
    func one() async throws {
        let tape = try await tape(entries: 3)
        defer { tape.close() }
        let all = try tape.entries()
        for entry in all { #expect(try tape.entry(entry.id)?.time == entry.time) }
        let last = try #require(all.last)
        for id in [last.id + 1, 0, .min, .max] { #expect(try tape.entry(id) == nil) }
    }
}
