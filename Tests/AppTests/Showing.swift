import Debugger
import Engine
import Events
import Support

@testable import App
@testable import Playback

/// Events by hand, in place of a tape.
struct HandFeed: Feed {
    var entries: ArraySlice<FeedEntry>
    private(set) var hearing = TapeHearing.afresh
    let duration: Instant?
    let archive: any WireArchive

    /// The events again, by their numbers from 0.
    private struct Archive: WireArchive {
        let events: [Event]

        func event(_ entry: History.EntryID) -> WireEvent? {
            guard events.indices.contains(Int(entry)), case .wire(let wire) = events[Int(entry)].body else {
                return nil
            }
            return wire
        }
    }

    init(_ events: [Event], isComplete: Bool = false) {
        entries = events.enumerated().map { FeedEntry(id: Int64($0), time: $1.time, body: $1.body) }[...]
        archive = Archive(events: events)
        hearing = isComplete ? .replayed : .afresh
        duration = events.last?.time
    }

    var nextTime: Instant? { entries.first?.time }
    mutating func next(_ number: EventCount) -> FeedEntry? { entries.popFirst() }
}

/// A player whose clock stands where the test puts it; pictures are decoded in the instant in which that is asked for.
struct Showing {
    var player: FeedPlayer
    private(set) var records: [FrameRecord] = []
    private(set) var heard: [Heard] = []
    /// The engine after each return to the loop, with the number of events that it had heard by then.
    private(set) var states: [(heard: Int, engine: PlaybackEngine)] = []

    init(_ feed: any Feed, settings: PlaybackSettings = PlaybackSettings()) {
        player = FeedPlayer(feed, settings: settings, isRecording: true)
        player.receive(.settingsChanged(settings))
    }

    /// What was shown of `WrittenStream.message()` in five seconds, and the path of the tape that was recorded meanwhile.
    static func recorded(in folder: Folder) async throws -> (showing: Showing, tape: String) {
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let recorder = try Recorder(path: folder.file("record.cameo"), source: source)
        var showing = Showing(try TapeFeed(source, isFresh: false))
        try showing.run(to: 5)
        recorder.record(showing.heard)
        if let failure = await recorder.close() { throw failure }
        return (showing, folder.file("record.cameo"))
    }

    /// Wakes the player when it asks for it, up to `seconds` on the session's clock.
    mutating func run(to seconds: Double) throws {
        let end = Instant(seconds: seconds)
        while let wake = player.nextWake, wake <= end { try wakeUp(at: max(wake, player.now)) }
        try wakeUp(at: end)
    }

    mutating func wakeUp(at moment: Instant) throws {
        repeat {
            try player.takeEvents(to: moment)
            while take() {}
            player.tickIfDue()
        } while take()
        keep()
    }

    private mutating func keep() {
        while take() {}
        heard += player.takeHeard()
        states.append((heard.count, player.engine))
    }

    /// True when something was decoded.
    private mutating func take() -> Bool {
        var jobs: [DecodeJob] = []
        for effect in player.takeEffects() {
            switch effect {
            case .show(let record): records.append(record)
            case .decode(let job): jobs.append(job)
            default: break
            }
        }
        let size = PixelSize(width: 100, height: 80)
        for job in jobs { player.receive(.pictureDecoded(job.key, job.generation, size)) }
        return !jobs.isEmpty && !player.isReplay
    }

    /// Places of chunk 0 that took the screen, in their order.
    func places(_ chunk: Int) -> [Int] {
        records.filter { $0.position?.chunk == chunk && $0.status != .held }.compactMap { $0.position?.frame }
    }
}

func events(_ seconds: Double, _ events: [WireEvent]) -> [Event] {
    events.map { Event(Instant(seconds: seconds), .wire($0)) }
}

/// Clips without a bridge at 0 s, a chunk at 1 s, the next at 1.2 s, and the end of the message.
func twoChunks(_ first: Int = 30, _ second: Int = 20) -> [Event] {
    events(0, Stream.clips(Session.clipsWithoutBridge)) + events(1, Stream.chunk(0, frames: first))
        + events(1.2, Stream.chunk(1, frames: second, from: 30)) + events(1.3, [.audioEnded])
}
