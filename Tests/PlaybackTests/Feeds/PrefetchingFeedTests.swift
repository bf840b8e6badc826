import Events
import Foundation
import PlaybackSupport
import Support
import Synchronization
import Tapes
import Testing

@testable import Playback

@Suite struct PrefetchingFeedTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func ticks(_ count: Int) async throws -> TapeReader {
        try TapeReader(path: try await ticks(count, to: "ticks.cameo"))
    }

    private func ticks(_ count: Int, to name: String) async throws -> String {
        let writer = try TapeWriter(creating: folder.file(name), meta: Recorder.meta(source: "test"))
        for number in 0..<count { try await writer.append(.ticked, at: Instant(microseconds: Int64(number))) }
        try await writer.close()
        return folder.file(name)
    }

    @Test("it gives what the tape's own feed gives, in its order, but the messages", arguments: [true, false])
    func same(isFresh: Bool) async throws {
        let tape = try TapeReader(path: try await Showing.recorded(in: folder).tape)
        var expected = try TapeFeed(tape, isFresh: isFresh)
        let feed = try PrefetchingFeed(tape, isFresh: isFresh)
        #expect(feed.hearing == expected.hearing && feed.duration == expected.duration)
        var count = 0
        while let entry = try expected.next() {
            #expect(feed.nextTime == entry.time)
            let found = try #require(try feed.next())
            #expect(found.id == entry.id && found.time == entry.time && found.body == entry.body)
            #expect(found.oddities == entry.oddities && found.member == entry.member && found.message == nil)
            count += 1
        }
        #expect(count > (isFresh ? 20 : 100))
        #expect(try feed.nextTime == nil && feed.next() == nil && feed.next() == nil)
    }

    @Test(
        "none is lost or comes twice where a page is full, and where the shelf is",
        arguments: [0, 1, 127, 128, 129, 8 * 128, 9 * 128 + 1, 4_000])
    func pages(count: Int) async throws {
        let feed = try PrefetchingFeed(try await ticks(count), isFresh: false)
        for number in 0..<count { #expect(try feed.next()?.time == Instant(microseconds: Int64(number))) }
        #expect(try feed.nextTime == nil && feed.next() == nil)
    }

    @Test(
        "it ends at what cannot be read, and says so each time, but first gives all that stands before it",
        arguments: [1, 2, 128, 129, 130, 300])
    func unreadable(number: Int) async throws {
        let path = try await ticks(300, to: "bad.cameo")
        try Self.spoil(path, entry: number)
        let feed = try PrefetchingFeed(try TapeReader(path: path), isFresh: false)
        for number in 0..<number - 1 { #expect(try feed.next()?.time == Instant(microseconds: Int64(number))) }
        for _ in 0..<3 {
            #expect(feed.nextTime != nil)
            #expect(throws: TapeError.self) { try feed.next() }
        }
    }

    /// Gives the entry of that number, counted from 1, a name that no program knows.
    private static func spoil(_ path: String, entry: Int) throws {
        let database = try Data(contentsOf: URL(fileURLWithPath: path))
        var bytes = Array(database)
        let word = Array("ticked".utf8)
        var places: [Int] = []
        for place in bytes.indices.dropLast(word.count - 1) where bytes[place] == word[0] {
            if bytes[place..<place + word.count].elementsEqual(word) { places.append(place) }
        }
        // SQLite fills a page from its end to its front, and the pages of one table one after the other.
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        let rows = places.sorted { ($0 / pageSize, -$0) < ($1 / pageSize, -$1) }
        try #require(rows.count == 300)
        bytes[rows[entry - 1]] = UInt8(ascii: "X")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("sounds are ordered in the order of the tape, before anybody asks for one")
    func sounds() async throws {
        var stream = WrittenStream()
        for chunk in 0..<3 { stream.audio(chunk, frames: 3 + chunk, at: Double(chunk)) }
        let tape = try await stream.tape(folder.file("sounds.cameo"))
        let kept = Kept()
        let sounds = SoundPrefetcher(tape) { samples, _ in kept.spans.withLock { $0.append(samples.duration) } }
        let feed = try PrefetchingFeed(tape, isFresh: true, sounds: sounds)
        var payloads: [Payload] = []
        while let entry = try feed.next() {
            if case .wire(.audioArrived(let audio)) = entry.body, let sound = audio.sound { payloads.append(sound) }
        }
        // Asked for from behind; they are decoded one after the other, in the order of the orders.
        _ = sounds.outcome(try #require(payloads.last), continuing: nil)
        #expect(
            kept.spans.withLock { $0 } == [
                .milliseconds(100), TimeSpan(microseconds: 133_375), TimeSpan(microseconds: 166_625),
            ])
    }

    /// Lengths of the sounds that were decoded, in their order.
    private final class Kept: Sendable {
        let spans = Mutex<[TimeSpan]>([])
    }

    @Test("one that is left early lets go of the tape", .timeLimit(.minutes(30)))
    func left() async throws {
        var tape: TapeReader? = try await ticks(4_000)
        weak let held = tape
        try Self.begin(try #require(tape))
        tape = nil
        // Its thread has to come by.
        while held != nil { try await Task.sleep(for: .milliseconds(1)) }
    }

    private static func begin(_ tape: TapeReader) throws {
        let feed = try PrefetchingFeed(tape, isFresh: false)
        #expect(try feed.next() != nil)
    }
}
