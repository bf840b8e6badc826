import Engine
import Events
import PlaybackSupport
import Support
import Testing

@testable import Playback

@Suite struct FeedPlayerTests {
    private static func wires(_ showing: Showing) -> [Event] {
        showing.heard.map(\.event).filter { if case .wire = $0.body { true } else { false } }
    }

    @Test("events are heard when they are due, in their order")
    func dueEvents() throws {
        let stream = twoChunks()
        var showing = Showing(HandFeed(stream))
        try showing.run(to: 0.9)
        #expect(Self.wires(showing) == stream.filter { $0.time <= Instant(seconds: 0.9) })
        try showing.run(to: 5)
        #expect(Self.wires(showing) == stream)
    }

    @Test("ticks come at the engine's deadlines: a player hears what an engine driven by hand hears")
    func deadlines() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.run(to: 6)
        var session = EngineRun()
        session.receive(Event(.zero, .local(.settingsChanged(PlaybackSettings()))))
        for event in twoChunks() { session.schedule(event.time, event.body) }
        session.run(to: 6)
        #expect(showing.records == session.records)
        #expect(showing.records.count > 60)
    }

    @Test("many events of one moment are heard in their order, before the tick of that moment")
    func burst() throws {
        let burst = (0..<60).map { WireEvent.baseFrameArrived(Stream.idle, index: $0, picture: Stream.payload($0)) }
        var showing = Showing(HandFeed(events(0.5, [.clipAnnounced(Stream.idle, totalFrames: 60)] + burst)))
        try showing.run(to: 0.4)
        try showing.wakeUp(at: Instant(seconds: 0.7))
        let last = showing.heard.suffix(62).map(\.event)
        #expect(last.dropLast() == events(0.5, [.clipAnnounced(Stream.idle, totalFrames: 60)] + burst)[...])
        #expect(last.last == Event(Instant(seconds: 0.7), .local(.ticked)))
    }

    @Test("a loop that comes late hears each event at the time at which it was due")
    func lateLoop() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.wakeUp(at: Instant(seconds: 4))
        #expect(Self.wires(showing) == twoChunks())
        #expect(showing.player.engine.now == Instant(seconds: 4))
    }

    @Test("N56 a moment that lies in the past is no step back")
    func noStepBack() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.run(to: 2)
        let engine = showing.player.engine
        try showing.player.advance(to: Instant(seconds: 1))
        #expect(showing.player.now == Instant(seconds: 2))
        #expect(showing.player.engine == engine)
    }

    @Test("what was odd about an event is noted at the time at which it was heard")
    func oddities() throws {
        var feed = HandFeed(twoChunks())
        feed.entries.append(
            FeedEntry(time: Instant(seconds: 1.5), body: .wire(.ignored(name: "x")), oddities: ["unknown event"]))
        var player = FeedPlayer(feed)
        try player.advance(to: Instant(seconds: 20))
        let expected = Note(time: Instant(seconds: 1.5), code: .unknownEvent, text: "unknown event")
        #expect(player.takeEffects().contains(.note(expected)))
    }

    @Test("what the user said is handed on where it was sent, and not where somebody else used the event")
    func questions() throws {
        let time = Instant(seconds: 1)
        let said = FeedEntry(time: time, body: .wire(.userSaid("Hello")))
        let sent = FeedEntry(time: time, body: .local(.sent))
        let between = FeedEntry(time: time, body: .wire(.audioEnded))
        for (entries, expected) in [
            ([said, sent], ["Hello"]), ([said], []), ([said, between, sent], []), ([sent], []),
        ] {
            var feed = HandFeed([])
            feed.entries = entries[...]
            var player = FeedPlayer(feed)
            try player.advance(to: Instant(seconds: 2))
            #expect(player.takeQuestions().map(\.text) == expected)
            #expect(player.takeQuestions().isEmpty)
        }
    }

    @Test("text segments are handed on once")
    func segments() throws {
        let segment = TextSegment(text: "Hello", group: 3)
        var player = FeedPlayer(HandFeed(events(1, [.textArrived(segment)])))
        try player.advance(to: Instant(seconds: 2))
        #expect(player.takeTexts().map(\.text) == [.came(segment)])
        #expect(player.takeTexts().isEmpty)
        var feed = HandFeed([])
        feed.entries = [
            FeedEntry(time: Instant(seconds: 1), body: .wire(.textArrived(segment))),
            FeedEntry(time: Instant(seconds: 1), body: .local(.sent)),
            FeedEntry(time: Instant(seconds: 1), body: .wire(.textArrived(segment))),
        ]
        var sending = FeedPlayer(feed)
        try sending.advance(to: Instant(seconds: 2))
        #expect(sending.takeTexts().map(\.text) == [.came(segment), .cleared, .came(segment)])
    }
}
