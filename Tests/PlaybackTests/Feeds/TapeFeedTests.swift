import Events
import Foundation
import PlaybackSupport
import Support
import Tapes
import Testing

@testable import Files
@testable import Playback

@Suite struct TapeFeedTests {
    @Test("the feed ends at what cannot be read, and says so each time it is asked")
    func unreadable() async throws {
        let folder = try Folder()
        let source = folder.file("bad.cameo")
        let writer = try TapeWriter(creating: source, meta: Recorder.meta(source: "test"))
        for number in 0..<5 { try await writer.append(.ticked, at: Instant(seconds: Double(number))) }
        try await writer.close()
        try Self.spoil(source, entry: 4)
        var feed = try TapeFeed(try TapeReader(path: source), isFresh: false)
        for number in 0..<3 {
            #expect(feed.nextTime == Instant(seconds: Double(number)))
            #expect(try feed.next()?.body == .local(.ticked))
        }
        for _ in 0..<2 {
            #expect(feed.nextTime != nil)
            #expect(throws: TapeError.self) { try feed.next() }
        }
    }

    /// Gives one entry a name that no program knows.
    private static func spoil(_ path: String, entry: Int) throws {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let word = Array("ticked".utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: word) }
        // SQLite writes rows from the end of a page to its front.
        let place = try #require(places.sorted(by: >).dropFirst(entry - 1).first)
        bytes[place] = UInt8(ascii: "X")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("events and messages of a tape come in its order with what they say")
    func order() async throws {
        let folder = try Folder()
        let stream = try WrittenStream.message()
        var feed = try TapeFeed(try await stream.tape(folder.file("stream.cameo")), isFresh: false)
        #expect(feed.hearing == .afresh)
        #expect(feed.duration == Instant(seconds: 0.8))
        var names: [String] = []
        while let entry = try feed.next() { names.append(entry.message?.name ?? "?") }
        #expect(names == stream.messages.map(\.message.name))
        #expect(feed.nextTime == nil)
    }
}
