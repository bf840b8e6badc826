import Engine
import Events
import PlaybackSupport
import Sessions
import Support
import Tapes
import Testing

@testable import Playback

/// Design promise 1: a recorded session gives the same states again.
@Suite struct ReplayTests {
    /// A session with a pause of the engine's, steps and a late loop.
    private static func recorded() throws -> Showing {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.run(to: 1.4)
        for input in [LocalInput.paused, .stepped, .stepped, .resumed] { showing.player.receiveInput(input) }
        try showing.run(to: 2.9)
        try showing.wakeUp(at: Instant(seconds: 3.4))
        try showing.run(to: 7)
        return showing
    }

    private static func replay(_ recorded: Showing) -> Showing {
        Showing(HandFeed(recorded.heard.map(\.event), isComplete: true))
    }

    @Test("a replay hears exactly what was heard and shows exactly what was shown")
    func sameEvents() throws {
        let recorded = try Self.recorded()
        var replay = Self.replay(recorded)
        try replay.run(to: 20)
        #expect(replay.heard.map(\.event) == recorded.heard.map(\.event))
        #expect(replay.records == recorded.records)
        #expect(recorded.records.count > 60)
    }

    @Test("a late tick is a freeze with a line on a screen that talks, and none in a replay, which is no screen")
    func freezes() throws {
        var recorded = Showing(HandFeed(twoChunks()))
        try recorded.run(to: 0.5)
        try recorded.wakeUp(at: Instant(seconds: 0.9))
        try recorded.run(to: 1.6)
        try recorded.wakeUp(at: Instant(seconds: 2))
        try recorded.run(to: 7)
        #expect(Self.freezes(recorded).count == 1)
        var replay = Self.replay(recorded)
        try replay.run(to: 20)
        #expect(Self.freezes(replay).isEmpty)
        // It has its fault, at the same place.
        for showing in [recorded, replay] {
            let faults = showing.player.timeline.log.faults(0...Int.max).filter { $0.kind == .freeze }
            #expect(faults.map(\.heard) == Self.freezes(showing).map(\.heard))
        }
    }

    /// Lines of the log that tell of a freeze.
    private static func freezes(_ showing: Showing) -> [LogEntry] {
        showing.player.timeline.log.entries.filter {
            if case .tally(let tally) = $0.body { tally.frozen != nil } else { false }
        }
    }

    @Test("the engine's state is the recorded one at every return to the loop")
    func sameStates() throws {
        let recorded = try Self.recorded()
        var engine = PlaybackEngine()
        var states = recorded.states[...]
        for (place, heard) in recorded.heard.enumerated() {
            _ = engine.handle(heard.event)
            while let next = states.first, next.heard <= place + 1 {
                #expect(next.engine == engine && next.engine.hashValue == engine.hashValue)
                states.removeFirst()
            }
        }
        #expect(states.isEmpty)
        var replay = Self.replay(recorded)
        try replay.run(to: 20)
        #expect(replay.player.engine == recorded.player.engine)
    }

    @Test("what is heard here changes nothing about a replay")
    func nothingAdded() throws {
        let recorded = try Self.recorded()
        var replay = Self.replay(recorded)
        try replay.run(to: 1.2)
        let before = replay.player.engine
        replay.player.receiveInput(.pictureFailed(PictureKey("x"), 0, reason: "here"))
        replay.player.receiveInput(.baseFrameFailed(Stream.idle, index: 0, reason: "here"))
        replay.player.receiveInput(.ticked)
        #expect(replay.player.engine == before)
        try replay.run(to: 30)
        #expect(replay.heard.map(\.event) == recorded.heard.map(\.event))
        #expect(replay.player.engine == recorded.player.engine)
    }

    @Test("at its end a replay asks for no more time")
    func end() throws {
        var replay = Self.replay(try Self.recorded())
        try replay.run(to: 60)
        #expect(replay.player.isAtEnd)
        #expect(replay.player.nextWake == nil)
    }

    @Test("a session put on a tape by the recorder is replayed to the same states, with all bytes")
    func throughTape() async throws {
        let folder = try Folder()
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let recorder = try Recorder(path: folder.file("record.cameo"), source: source)
        var showing = Showing(try TapeFeed(source, isFresh: false))
        try showing.run(to: 5)
        for batch in showing.heard { recorder.record([batch]) }
        #expect(await recorder.close() == nil)

        let tape = try TapeReader(path: folder.file("record.cameo"))
        let feed = try TapeFeed(tape, isFresh: false)
        #expect(feed.hearing == .replayed)
        var replay = Showing(feed)
        try replay.run(to: 20)
        #expect(replay.heard.map(\.event) == showing.heard.map(\.event))
        #expect(replay.player.engine == showing.player.engine)
        #expect(replay.records == showing.records)
        #expect(showing.places(0) == Array(0..<12) && showing.places(1) == Array(0..<15))
        let hashes = showing.heard.flatMap { $0.message?.hashes ?? [] }
        #expect(hashes.count == 53)  // 24 base frames, 27 overlays, 2 sounds
        for hash in hashes { #expect(tape.bytes(of: hash).map { contentHash(of: $0) } == hash) }
    }

    @Test("a recorded tape can be played afresh: then only what came from outside is heard")
    func freshAgain() async throws {
        let folder = try Folder()
        let (showing, recorded) = try await Showing.recorded(in: folder)
        var again = Showing(try TapeFeed(try TapeReader(path: recorded), isFresh: true))
        try again.run(to: 5)
        #expect(!again.player.isReplay)
        #expect(again.records == showing.records)
    }
}
