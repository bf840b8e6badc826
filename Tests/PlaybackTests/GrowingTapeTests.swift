import Debugger
import Decoding
import Engine
import Events
import PlaybackSupport
import Support
import Tapes
import Testing

@testable import Playback

/// A controller over a tape that a recorder is writing: what happens at a moment is on the tape a fifth of a second later.
private struct Following {
    var playback: PlaybackController
    private(set) var now = Instant.zero
    private let folder: Folder
    private let writer: TapeWriter
    private let source: TapeReader
    private var coming: ArraySlice<RecordedEvent>
    /// What the recorder's clock showed when the controller was opened.
    private let began: Instant
    private static let writingTime = TimeSpan.milliseconds(200)

    private let pictures = PictureOrders()

    /// - Parameters:
    ///   - isReplay: the tape says what an engine heard; else only what came over the wire.
    ///   - began: how much of the stream there is at the beginning.
    init(isReplay: Bool = false, isStepping: Bool = false, began: Double = 0) async throws {
        folder = try Folder()
        source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let all = try await Showing.recorded(in: Folder()).showing.heard
        coming = all.filter { isReplay || $0.message != nil }[...]
        writer = try TapeWriter(creating: folder.file("growing.cameo"), meta: Recorder.meta(source: "test"))
        self.began = Instant(seconds: began)
        var first: [RecordedEvent] = []
        while let next = coming.first, next.event.time <= self.began { first.append(coming.removeFirst()) }
        try await Self.write(first, to: writer, source)
        let tape = try TapeReader(path: folder.file("growing.cameo"))
        var player = FeedPlayer(try TapeFeed(tape, isFresh: !isReplay, isGrowing: true), isRecording: true)
        player.receiveInput(.settingsChanged(PlaybackSettings()))
        playback = PlaybackController(player, blobs: source, at: .zero, hearsAll: isStepping)
        playback.runner.helpers[.main]?.pictures = pictures
        while playback.isBusy { try playback.work(at: now) { true } }
    }

    private static func write(_ heard: [RecordedEvent], to writer: TapeWriter, _ source: TapeReader) async throws {
        for one in heard {
            switch one.event.body {
            case .local(let input): try await writer.append(input, at: one.event.time)
            case .wire:
                let message = try #require(one.message)
                let blobs = try message.hashes.compactMap { try source.blob($0).map(Blob.init) }
                try await writer.append(message, blobs: blobs, at: one.event.time)
            }
        }
        try await writer.flush()
    }

    /// Lets real time pass: for the recorder, and for the controller as often as it asks for it.
    mutating func run(to seconds: Double) async throws {
        let end = Instant(seconds: seconds)
        while true {
            let written = coming.first.map { $0.event.time + Self.writingTime - (began - Instant.zero) }
            guard let next = [playback.nextWake, written].compactMap({ $0 }).min(), next <= end else { break }
            now = max(now, next)
            var due: [RecordedEvent] = []
            while let one = coming.first, one.event.time + Self.writingTime - (began - Instant.zero) <= now {
                due.append(coming.removeFirst())
            }
            if !due.isEmpty { try await Self.write(due, to: writer, source) }
            try turn()
            if let next = playback.nextWake, next <= now { now += .milliseconds(1) }
        }
        now = max(now, end)
        try turn()
    }

    private mutating func turn() throws {
        try playback.advance(to: now)
        _ = playback.perform(pictures)
    }

    mutating func go(to goal: Goal) throws {
        try playback.go(to: goal, at: now)
        while playback.seekTarget != nil { try playback.work(at: now) { true } }
    }

    /// The recorder ends it.
    func endRecording() async throws { try await writer.close() }

    mutating func togglePause() throws { try playback.togglePause(at: now) }

    /// What was shown, by the edge of the engine.
    var shown: [FrameRecord] {
        playback.log.entries.compactMap { if case .frame(let record) = $0.body { record } else { nil } }
    }
    var lag: Double { playback.lag(at: now)?.seconds ?? -1 }
    var spoken: Int { shown.count { $0.mode == .overlay && $0.status == .sync } }
}

@Suite("A stream that goes on: a tape that grows")
struct GrowingTapeTests {
    @Test("what comes is played as it comes", arguments: [true, false])
    func following(isReplay: Bool) async throws {
        var live = try await Following(isReplay: isReplay)
        try await live.run(to: 6)
        #expect(live.spoken == 27)
        #expect(live.shown.count { $0.mode == .overlay && $0.status != .sync } == 0)
        #expect(live.lag == 0 && live.playback.isAtEdge && !live.playback.isStill)
    }

    @Test("a replay of it shows what the recording engine showed")
    func replay() async throws {
        let recorded = try await Showing.recorded(in: Folder()).showing.records
        var live = try await Following(isReplay: true)
        try await live.run(to: 8)
        #expect(live.shown == recorded)
    }

    @Test("all that there was is heard at once, and playing begins at the end of it", arguments: [true, false])
    func joining(isReplay: Bool) async throws {
        var live = try await Following(isReplay: isReplay, began: 1)
        #expect(live.playback.isAtEdge && !live.playback.isPaused)
        #expect(live.playback.timeline.now >= Instant(seconds: 0.8))
        try await live.run(to: 5)
        // A replay stands where its recording has ended, an engine of its own goes on.
        let position = live.playback.position(at: live.now)
        #expect(isReplay ? position == live.playback.timeline.edge.now : position >= Instant(seconds: 5))
        #expect(live.spoken == 27)
    }

    @Test("while paused events keep arriving, and L returns to the live edge", arguments: [true, false])
    func pausing(isReplay: Bool) async throws {
        var straight = try await Following(isReplay: isReplay)
        try await straight.run(to: 6)
        var live = try await Following(isReplay: isReplay)
        try await live.run(to: 1.2)
        try live.togglePause()
        let (heard, plan) = (live.playback.heard, live.playback.engine.framePlan)
        try await live.run(to: 3)
        #expect(live.playback.heard == heard && live.playback.engine.framePlan == plan)
        #expect(live.playback.timeline.history.count > heard + 20)
        #expect(abs(live.lag - 1.8) < 0.01)
        // Stepping goes into what has come meanwhile, and back.
        try live.go(to: .frames(1))
        let next = try #require(live.playback.engine.framePlan.record)
        try live.go(to: .frames(-1))
        #expect(live.playback.engine.framePlan == plan)
        #expect(next.ordinal == (plan.record?.ordinal ?? -1) + 1)
        live.playback.goLive(at: live.now)
        #expect(live.playback.isAtEdge && live.lag == 0 && !live.playback.isPaused)
        try await live.run(to: 6)
        #expect(live.playback.timeline.edge == straight.playback.timeline.edge)
        #expect(live.shown == straight.shown)
    }

    @Test("playing on behind a pause stays behind, until nothing more comes")
    func timeShift() async throws {
        var live = try await Following(isReplay: true)
        try await live.run(to: 1)
        try live.togglePause()
        try await live.run(to: 3)
        try live.togglePause()
        try await live.run(to: 4)
        #expect(!live.playback.isPaused && !live.playback.isAtEdge)
        #expect(abs(live.lag - 2) < 0.01)
        try await live.run(to: 12)
        #expect(live.playback.isAtEdge && live.lag == 0)
        #expect(live.playback.engine.framePlan == live.playback.timeline.edge.framePlan)  // the stream has ended
    }

    @Test("slower than it comes falls behind, and faster catches up")
    func speeds() async throws {
        var live = try await Following()
        live.playback.setSpeed(50, at: .zero)
        try await live.run(to: 3)
        #expect(abs(live.lag - 1.5) < 0.05)
        live.playback.setSpeed(200, at: live.now)
        try await live.run(to: 4)
        #expect(abs(live.lag - 0.5) < 0.05)
        try await live.run(to: 6)
        #expect(live.lag == 0 && live.playback.isAtEdge)
        #expect(abs((live.playback.position(at: live.now) - Instant.zero).seconds - 5.5) < 0.05)
    }

    @Test("beyond what has come there is nothing yet, said at once")
    func beyond() async throws {
        var live = try await Following(isStepping: true)
        #expect(live.playback.isPaused)
        try await live.run(to: 2)
        try live.go(to: .time(Instant(seconds: 1_000)))
        #expect(live.playback.takeOutcome() == .end)
        #expect(live.playback.isAtEdge && live.playback.isPaused)
        try live.playback.run(.forward, at: live.now)
        #expect(live.playback.seekTarget == nil && live.playback.takeOutcome() == .noStop)
    }

    @Test(
        "once the recorder has ended it, it is a recording like any other: all of it is heard, and it has a length",
        arguments: [true, false], [true, false])
    func endedByRecorder(isReplay: Bool, isPaused: Bool) async throws {
        var live = try await Following(isReplay: isReplay)
        try await live.run(to: 6)
        #expect(live.playback.isLive && live.playback.duration == nil)
        if isPaused { try live.togglePause() }
        let place = live.playback.position(at: live.now)
        try await live.run(to: 12)
        try await live.endRecording()
        try await live.run(to: 14)
        #expect(!live.playback.isLive && live.playback.duration != nil && live.playback.silence(at: live.now) == nil)
        // What is heard later may stand between the last moment that was heard and the pause.
        let moved = (live.playback.position(at: live.now) - place).magnitude
        #expect(moved <= .milliseconds(34) || !isPaused, "\(moved)")
        #expect(live.spoken == 27 && live.playback.isPaused == isPaused)
    }

    @Test("a recording whose recorder is gone without a word stands at its end, and says for how long nothing has come")
    func ended() async throws {
        var live = try await Following(isReplay: true)
        try await live.run(to: 60)
        #expect(live.playback.position(at: live.now) == live.playback.timeline.edge.now)
        #expect(live.lag == 0)
        let silence = try #require(live.playback.silence(at: live.now))
        #expect(silence > .seconds(50))
        live.playback.goLive(at: live.now)
        try await live.run(to: 70)
        #expect(live.playback.position(at: live.now) == live.playback.timeline.edge.now && live.lag == 0)
    }
}
