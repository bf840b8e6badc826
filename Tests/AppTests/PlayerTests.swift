import Engine
import Events
import Support
import Testing

@testable import App

@Suite struct PlayerTests {
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
        var session = Session()
        session.hear(Event(.zero, .local(.settingsChanged(PlaybackSettings()))))
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

    @Test("a pause stops the stream and the picture, and loses nothing")
    func pause() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.pauseOrResume(1.1)
        let plan = showing.player.engine.framePlan
        let lines = showing.records.count
        let heard = Self.wires(showing).count
        try showing.run(to: 100)
        #expect(showing.player.isPaused)
        #expect(showing.player.engine.framePlan == plan)
        #expect(showing.records.count == lines)
        #expect(Self.wires(showing).count == heard)
        #expect(showing.player.position == Instant(seconds: 1.1))

        try showing.pauseOrResume(100)
        #expect(showing.player.engine.framePlan == plan)
        #expect(showing.player.position == Instant(seconds: 1.1))
        try showing.run(to: 110)
        #expect(showing.places(0) == Array(0..<30))
        #expect(showing.places(1) == Array(0..<20))
        #expect(Self.wires(showing).last?.time == Instant(seconds: 98.9 + 1.3))
    }

    @Test("a step shows one frame and moves the stream by one period")
    func step() throws {
        // The last event is far away, so that the stream has not ended while it is stepped through.
        var showing = Showing(HandFeed(twoChunks() + events(9, [.ignored(name: "last")])))
        try showing.pauseOrResume(1.1)
        for number in 1...10 {
            let (frame, position) = (showing.player.engine.framePlan.record?.position?.frame, showing.player.position)
            try showing.step(1.1 + Double(number))
            #expect(showing.player.engine.framePlan.record?.position?.frame == frame.map { $0 + 1 })
            #expect(showing.player.position - position == Span(microseconds: 33_333))
            #expect(showing.player.isPaused)
        }
        // 1.1 s and ten periods lie behind 1.3 s, when the last event of the stream is due.
        #expect(Self.wires(showing) == Self.wires(showing).sorted { $0.time < $1.time })
        #expect(Self.wires(showing).count == twoChunks().count)
        try showing.pauseOrResume(20)
        try showing.run(to: 30)
        #expect(showing.places(0) == Array(0..<30))
        #expect(showing.places(1) == Array(0..<20))
    }

    @Test("the first step pauses")
    func firstStep() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.run(to: 1.1)
        try showing.step(1.1)
        #expect(showing.player.isPaused)
        #expect(showing.heard.suffix(2).map(\.event.body) == [.local(.paused), .local(.stepped)])
    }

    @Test("the position stays at the end of the stream while the avatar idles on")
    func endPosition() throws {
        var showing = Showing(HandFeed(twoChunks()))
        try showing.run(to: 50)
        #expect(showing.player.isAtEnd)
        #expect(showing.player.position == Instant(seconds: 1.3))
        #expect(showing.player.nextWake != nil)
    }

    @Test("what was odd about an event is noted at the time at which it was heard")
    func oddities() throws {
        var feed = HandFeed(twoChunks())
        feed.entries.append(
            FeedEntry(time: Instant(seconds: 1.5), body: .wire(.ignored(name: "x")), oddities: ["unknown event"]))
        var player = Player(feed)
        try player.togglePause(at: .zero)
        try player.togglePause(at: Instant(seconds: 10))
        try player.advance(to: Instant(seconds: 20))
        let expected = Note(time: Instant(seconds: 11.5), code: .odd, text: "unknown event")
        #expect(player.takeEffects().contains(.note(expected)))
    }

    @Test("text segments are handed on once")
    func segments() throws {
        let segment = TextSegment(text: "Hello", group: 3)
        var player = Player(HandFeed(events(1, [.textArrived(segment)])))
        try player.advance(to: Instant(seconds: 2))
        #expect(player.takeSegments() == [segment])
        #expect(player.takeSegments() == [])
    }
}
