import Debugger
import Decoding
import Engine
import Events
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing

@testable import Playback

/// A controller on a clock of its own; nobody decodes for it but itself.
private struct Playback {
    var playback: PlaybackController
    private(set) var now = Instant.zero
    private let folder: Folder
    private let pictures = PictureOrders()

    init(isFresh: Bool = true, hearsAll: Bool = false) async throws {
        let folder = try Folder()
        let tape = try await WrittenStream.message().tape(folder.file("tape.cameo"))
        try self.init(tape, folder, isFresh: isFresh, hearsAll: hearsAll)
    }

    init(_ tape: TapeReader, _ folder: Folder, isFresh: Bool, hearsAll: Bool = false) throws {
        self.folder = folder
        var player = FeedPlayer(try TapeFeed(tape, isFresh: isFresh))
        player.receiveInput(.settingsChanged(PlaybackSettings()))
        playback = PlaybackController(player, blobs: tape, at: .zero, hearsAll: hearsAll)
        playback.runner.helpers[.main]?.pictures = pictures
    }

    /// Lets real time pass, waking the controller when it asks for it.
    mutating func run(to seconds: Double) throws {
        let end = Instant(seconds: seconds)
        while let wake = playback.nextWake, wake <= end {
            now = max(now, wake)
            try turn()
            if let next = playback.nextWake, next <= now { now += .milliseconds(1) }
        }
        now = max(now, end)
        try turn()
    }

    /// One turn of the loop, with answers to what the controller wants decoded.
    mutating func turn() throws {
        try playback.advance(to: now)
        _ = playback.perform(pictures)
    }

    mutating func togglePause() throws { try playback.togglePause(at: now) }

    mutating func go(to goal: Goal) throws {
        try playback.go(to: goal, at: now)
        try finish()
    }

    mutating func run(_ direction: Search.Direction, times: Int = 1) throws {
        try playback.run(direction, times: times, at: now)
        try finish()
    }

    /// Slices of one moment each.
    mutating func finish() throws {
        while playback.seekTarget != nil { try playback.work(at: now) { true } }
    }

    var ordinal: Int? { playback.engine.framePlan.record?.ordinal }
    var frame: Int? { playback.engine.framePlan.record?.position?.frame }
}

@Suite("The deck: pausing, stepping, seeking")
struct PlaybackControllerTests {
    @Test("playing from a place goes there, also where that is not heard yet, and plays on", arguments: [false, true])
    func playingFrom(hearsAll: Bool) async throws {
        var run = try await Playback(hearsAll: hearsAll)
        try run.finish()
        try run.playback.play(from: .place(FramePlace(chunk: 0, section: 0, sequence: 3)), at: run.now)
        try run.finish()
        let record = run.playback.log.frame(after: run.playback.timeline.heard).flatMap(run.playback.log.record)
        #expect(record?.position?.sequence == 3 && !run.playback.isPaused)
        try run.playback.play(from: .place(FramePlace(chunk: 99, section: 0, sequence: 3)), at: run.now)
        try run.finish()
        #expect(run.playback.takeOutcome() == .nowhere && !run.playback.isPaused)
    }

    @Test("frames that were heard on the way to a place are told as heard ahead of their time, those behind it are not")
    func aheadOfTime() async throws {
        var run = try await Playback()
        try run.turn()
        #expect(!run.playback.isAheadOfTime)
        try run.playback.play(from: .place(FramePlace(chunk: 0, section: 0, sequence: 9)), at: run.now)
        try run.finish()
        let reports = run.playback.perform()
        #expect(run.playback.isAheadOfTime && reports.contains { if case .show = $0 { true } else { false } })
        #expect(run.playback.perform().isEmpty && !run.playback.isAheadOfTime)
    }

    @Test("a pause stops the stream and the picture, and loses nothing")
    func pause() async throws {
        var straight = try await Playback()
        try straight.run(to: 8)
        var playback = try await Playback()
        try playback.run(to: 1)
        try playback.togglePause()
        let (plan, heard) = (playback.playback.engine.framePlan, playback.playback.timeline.heard)
        #expect(playback.playback.nextWake == nil)
        try playback.run(to: 100)
        #expect(playback.playback.isPaused && playback.playback.isStill)
        #expect(playback.playback.engine.framePlan == plan && playback.playback.timeline.heard == heard)
        #expect(playback.playback.position(at: playback.now) == Instant(seconds: 1))
        #expect(playback.playback.duration == Instant(seconds: 1))  // the stream has ended before, what it says has not
        try playback.togglePause()
        try playback.run(to: 107)
        #expect(
            playback.playback.timeline.log.entries.map(\.body) == straight.playback.timeline.log.entries.map(\.body))
    }

    @Test("behind its end a tape stands at its end, also where somebody steps through how the avatar idles on")
    func behindEnd() async throws {
        var run = try await Playback()
        try run.run(to: 60)
        let end = try #require(run.playback.duration)
        #expect(run.playback.position(at: run.now) == end && run.playback.isOver(at: run.now))
        try run.go(to: .frames(-1))
        #expect(!run.playback.isAtEdge && run.playback.timeline.now > end)
        #expect(run.playback.position(at: run.now) == end && run.playback.isOver(at: run.now))
        try run.go(to: .frame(0))
        #expect(run.playback.position(at: run.now) < end && !run.playback.isOver(at: run.now))
    }

    @Test("how long there is something to see is known before it is heard, and it is over there and not before")
    func length() async throws {
        var playback = try await Playback()
        #expect(playback.playback.isOfUnknownLength)
        let folder = try Folder()
        let tape = try await WrittenStream.message().tape(folder.file("tape.cameo"))
        let length = try #require(VirtualRun.length(of: tape, TapePlaying(isFresh: true)) { false })
        #expect(length > Instant(seconds: 1) && VirtualRun.length(of: tape, TapePlaying(isFresh: true)) { true } == nil)
        #expect(playback.playback.isLengthKnown)
        playback.playback.awaitLength()
        #expect(!playback.playback.isLengthKnown)
        playback.playback.learn(length: length)
        #expect(playback.playback.isLengthKnown)
        try playback.run(to: 0.5)
        #expect(playback.playback.duration == length && !playback.playback.isOver(at: playback.now))
        try playback.run(to: length.seconds - 0.1)
        #expect(playback.playback.duration == length && !playback.playback.isOver(at: playback.now))
        try playback.run(to: length.seconds + 20)
        // Ticks come when somebody wakes up for them.
        let end = try #require(playback.playback.duration)
        #expect(end - length < .milliseconds(100) && playback.playback.isOver(at: playback.now), "\(end - length)")
        try playback.playback.seek(to: .zero, at: playback.now)
        #expect(!playback.playback.isOver(at: playback.now))
    }

    @Test("frames ahead are run to without waiting, and those behind are the same again", arguments: [true, false])
    func steps(isFresh: Bool) async throws {
        var playback = try await Playback(isFresh: isFresh)
        try playback.go(to: .frame(3))
        var seen: [FrameRecord] = []
        for _ in 0..<25 {
            try playback.go(to: .frames(1))
            #expect(playback.playback.takeOutcome() == .stepped)
            seen.append(try #require(playback.playback.engine.framePlan.record))
        }
        #expect(seen.map(\.ordinal) == Array(4..<29))
        for record in seen.reversed().dropFirst() {
            try playback.go(to: .frames(-1))
            #expect(playback.playback.engine.framePlan.record == record)
            #expect(playback.playback.position(at: playback.now) == record.shown)
        }
        #expect(seen.contains { $0.mode == .overlay && $0.status == .sync })
    }

    @Test("seeks that come faster than they are found add up, and playing goes on behind them")
    func quickSeeks() async throws {
        var playback = try await Playback()
        try playback.run(to: 0.3)
        for _ in 0..<3 { try playback.playback.seek(by: .milliseconds(300), at: playback.now) }
        try playback.finish()
        #expect(!playback.playback.isPaused)
        #expect(playback.playback.position(at: playback.now) >= Instant(seconds: 1.19))
        try playback.playback.seek(by: .seconds(30), at: playback.now)
        try playback.togglePause()
        #expect(playback.playback.seekTarget == nil)
    }

    @Test("steps that come faster than they are found add up, and take each other back")
    func quickSteps() async throws {
        var playback = try await Playback()
        try playback.go(to: .frame(2))
        for step in [1, 1, 1, -1, 1] { try playback.playback.go(to: .frames(step), at: playback.now) }
        try playback.finish()
        #expect(playback.ordinal == 5)
    }

    @Test("what is shown goes on from where the playhead is, at the speed that was chosen")
    func playOn() async throws {
        var playback = try await Playback()
        try playback.run(to: 3)
        try playback.go(to: .chunk(1))
        let begin = try #require(playback.playback.engine.framePlan.record).shown
        #expect(playback.frame == 0 && playback.playback.isPaused)
        playback.playback.setSpeed(50, at: playback.now)
        try playback.togglePause()
        try playback.run(to: 3.4)
        #expect(playback.playback.position(at: playback.now) > begin + .milliseconds(160))
        #expect(playback.playback.position(at: playback.now) <= begin + .milliseconds(201))
        #expect((4...6).contains(try #require(playback.frame)))
        #expect(!playback.playback.isAtEdge)
        playback.playback.setSpeed(100, at: playback.now)
        try playback.run(to: 9)
        #expect(playback.playback.isAtEdge && !playback.playback.isPaused)
    }

    @Test("a seek while playing plays on from there; beyond the end it is the end")
    func seek() async throws {
        var playback = try await Playback()
        try playback.run(to: 1)
        try playback.playback.seek(to: Instant(seconds: 0.6), at: playback.now)
        try playback.finish()
        #expect(!playback.playback.isPaused && playback.playback.position(at: playback.now) <= Instant(seconds: 0.6))
        try playback.playback.seek(to: Instant(seconds: 900), at: playback.now)
        try playback.finish()
        #expect(playback.playback.takeOutcome() == .end && playback.playback.isAtEdge)
    }

    @Test("where it stands, the beginning is the first frame; what plays begins before that", arguments: [false, true])
    func beginning(hearsAll: Bool) async throws {
        let folder = try Folder()
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0, at: 1)
        try stream.clip(WrittenStream.talking, frames: 4, first: 100, at: 3)
        let tape = try await stream.tape(folder.file("late.cameo"))
        var run = try Playback(tape, folder, isFresh: true, hearsAll: hearsAll)
        let back: [(inout Playback) throws -> Void] = [
            { try $0.playback.seek(to: .zero, at: $0.now) }, { try $0.playback.go(to: .time(.zero), at: $0.now) },
            { try $0.playback.seek(by: .zero - .seconds(9), at: $0.now) },
        ]
        for lead in back {
            try run.go(to: .time(Instant(seconds: 2)))
            #expect(run.ordinal ?? 0 > 0)
            try lead(&run)
            try run.finish()
            #expect(run.ordinal == 0 && run.playback.isPaused && run.playback.takeOutcome() == .arrived([]))
        }
        try run.go(to: .time(Instant(seconds: 2)))
        try run.togglePause()
        try run.playback.seek(to: .zero, at: run.now)
        try run.finish()
        #expect(!run.playback.isPaused && run.playback.position(at: run.now) < Instant(seconds: 1))
    }

    @Test("a tape without a frame begins all the same")
    func withoutFrames() async throws {
        let folder = try Folder()
        var stream = WrittenStream()
        for seconds in [0, 0.5, 1] { stream.say(seconds, "audio_end", [:]) }
        var run = try Playback(
            try await stream.tape(folder.file("empty.cameo")), folder, isFresh: true, hearsAll: true)
        try run.go(to: .end)
        let history = run.playback.timeline.history
        #expect(run.playback.timeline.heard == history.count && run.playback.takeOutcome() == .end)
        try run.go(to: .start)
        #expect(run.playback.timeline.heard == history.heard(at: .zero) && run.playback.timeline.heard < history.count)
        #expect(run.playback.takeOutcome() == .arrived([]))
    }

    @Test("all of a tape is heard ahead while the playhead stays at its place")
    func hearsAll() async throws {
        var playback = try await Playback(hearsAll: true)
        try playback.go(to: .start)
        #expect(playback.ordinal == 0)
        // What the avatar does behind the tape's end is heard last.
        #expect(!playback.playback.isLengthKnown && !playback.playback.isExhausted)
        var told = playback.playback
        told.learn(length: Instant(seconds: 9))
        #expect(told.isLengthKnown)
        while playback.playback.isBusy { try playback.playback.work(at: playback.now) { true } }
        #expect(playback.ordinal == 0 && playback.playback.isExhausted && playback.playback.isLengthKnown)
        var run = VirtualFrames()
        try run.receive(from: playback)
        #expect(playback.playback.timeline.log.frameCount == run.count)
        try playback.go(to: .end)
        #expect(playback.playback.takeOutcome() == .end)
        #expect(playback.ordinal == run.count - 1)
        try playback.go(to: .frames(1))
        #expect(playback.playback.takeOutcome() == .end && playback.ordinal == run.count - 1)
        try playback.go(to: .frame(run.count))
        #expect(playback.playback.takeOutcome() == .nowhere)
    }

    private struct VirtualFrames {
        var count = 0

        mutating func receive(from playback: Playback) throws {
            count = playback.playback.timeline.log.entries.filter { $0.record != nil }.count
        }
    }

    @Test("a run stops at the breakpoint, ahead of what was heard and backward, and says which it was")
    func breakpoints() async throws {
        var playback = try await Playback()
        playback.playback.breakpoints = [Breakpoint(.chunkStart)]
        try playback.run(.forward)
        #expect(playback.playback.takeOutcome() == .arrived([Breakpoint(.chunkStart)]) && playback.frame == 0)
        let first = playback.ordinal
        try playback.run(.forward)
        #expect(playback.playback.engine.framePlan.record?.position?.chunk == 1)
        let second = playback.ordinal
        try playback.run(.forward)
        #expect(playback.playback.takeOutcome() == .noStop && playback.ordinal == second)
        try playback.run(.backward)
        #expect(playback.ordinal == first)
        try playback.run(.backward)
        #expect(playback.playback.takeOutcome() == .noStop && playback.ordinal == first)
    }

    @Test("so many steps and stops are one jump; where there are fewer, to the last one")
    func counts() async throws {
        var playback = try await Playback()
        try playback.go(to: .frames(5))
        let fifth = playback.ordinal
        try playback.go(to: .start)
        for _ in 0..<5 { try playback.go(to: .frames(1)) }
        #expect(playback.ordinal == fifth)
        playback.playback.breakpoints = [Breakpoint(.chunkStart)]
        try playback.go(to: .start)
        try playback.run(.forward, times: 2)
        #expect(playback.playback.engine.framePlan.record?.position?.chunk == 1 && playback.frame == 0)
        let second = playback.ordinal
        try playback.go(to: .start)
        try playback.run(.forward, times: 9)
        #expect(playback.playback.takeOutcome() == .arrived([Breakpoint(.chunkStart)]) && playback.ordinal == second)
        try playback.go(to: .frames(100_000))
        #expect(playback.ordinal == playback.playback.log.frameCount - 1)
        try playback.go(to: .frames(-100_000))
        #expect(playback.ordinal == 0)
    }

    @Test("playing stops at a breakpoint too, when it is asked to, behind the hits that are ignored")
    func stopWhilePlaying() async throws {
        var playback = try await Playback()
        let breakpoint = Breakpoint(.chunkStart, ignoring: 1)
        playback.playback.breakpoints = [breakpoint]
        playback.playback.stopsAtBreakpoints = true
        try playback.run(to: 20)
        #expect(playback.playback.isPaused && playback.frame == 0)
        #expect(playback.playback.engine.framePlan.record?.position?.chunk == 1)
        #expect(playback.playback.takeOutcome() == .arrived([breakpoint]))
    }

    @Test("looking for something can be given up, and the playhead is where it was")
    func abandon() async throws {
        var playback = try await Playback()
        try playback.playback.go(to: .frame(20), at: playback.now)
        try playback.playback.work(at: playback.now) { true }
        #expect(playback.playback.seekTarget != nil)
        let before = playback.ordinal
        playback.playback.abandon(at: playback.now)
        #expect(playback.playback.seekTarget == nil && playback.ordinal == before && before ?? 0 < 3)
    }

    @Test("live is where the stream is, and words belong to what is shown")
    func live() async throws {
        var playback = try await Playback()
        try playback.run(to: 1)
        #expect(playback.playback.caption.text == "Hello")
        try playback.go(to: .start)
        #expect(playback.playback.caption.text == "")
        playback.playback.goLive(at: playback.now)
        #expect(playback.playback.isAtEdge && !playback.playback.isPaused && playback.playback.caption.text == "Hello")
    }

    @Test("pictures that were being decoded when a step began are not waited for, and not counted twice")
    func underWay() async throws {
        var playback = try await Playback()
        while playback.playback.timeline.history.count < 40 {
            playback.playback.setSpeed(100, at: playback.now)
            try playback.playback.advance(to: playback.now)
            try playback.run(to: playback.now.seconds + 0.1)
        }
        try playback.playback.advance(to: Instant(seconds: 0.5))
        try playback.go(to: .chunk(0))
        try playback.go(to: .frames(11))
        #expect(playback.frame == 11 && playback.playback.engine.counters.held == 0)
        #expect(playback.playback.timeline.edge.counters.decoded <= 27)
    }
}
