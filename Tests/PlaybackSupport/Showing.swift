import Engine
import Events
import Playback
import Support

/// A player whose clock stands where the test puts it; pictures are decoded in the instant in which that is asked for.
package struct Showing {
    package var player: FeedPlayer
    package private(set) var records: [FrameRecord] = []
    package private(set) var heard: [RecordedEvent] = []
    /// The engine after each return to the loop, with the number of events that it had heard by then.
    package private(set) var states: [(heard: Int, engine: PlaybackEngine)] = []

    package init(_ feed: any Feed, settings: PlaybackSettings = PlaybackSettings()) {
        player = FeedPlayer(feed, settings: settings, isRecording: true)
        player.receiveInput(.settingsChanged(settings))
    }

    /// What was shown of `WrittenStream.message()` in five seconds, and the path of the tape that was recorded meanwhile.
    package static func recorded(in folder: Folder) async throws -> (showing: Showing, tape: String) {
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let recorder = try Recorder(path: folder.file("record.cameo"), source: source)
        var showing = Showing(try TapeFeed(source, isFresh: false))
        try showing.run(to: 5)
        recorder.record(showing.heard)
        if let failure = await recorder.close() { throw failure }
        return (showing, folder.file("record.cameo"))
    }

    /// Wakes the player when it asks for it, up to `seconds` on the session's clock.
    package mutating func run(to seconds: Double) throws {
        let end = Instant(seconds: seconds)
        while let wake = player.nextWake, wake <= end { try wakeUp(at: max(wake, player.now)) }
        try wakeUp(at: end)
    }

    package mutating func wakeUp(at moment: Instant) throws {
        repeat {
            while try player.takeEvent(to: moment) {}
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
        for job in jobs { player.receiveInput(.pictureDecoded(job.key, job.generation, size)) }
        return !jobs.isEmpty && !player.isReplay
    }

    /// Places of chunk 0 that took the screen, in their order.
    package func places(_ chunk: Int) -> [Int] {
        records.filter { $0.position?.chunk == chunk && $0.status != .held }.compactMap { $0.position?.frame }
    }
}
