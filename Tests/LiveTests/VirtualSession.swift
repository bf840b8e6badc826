import Debugger
import Decoding
import Engine
import Events
import PlaybackSupport
import SocketIO
import Support
import Tapes
import Testing

@testable import Live
@testable import Playback

/// A controller over what a connection gives, and the tape of the session, on a clock that the test moves.
struct VirtualSession {
    let path: String
    var playback: PlaybackController
    private(set) var now = Instant.zero
    private let folder: Folder
    private let pictures = PictureOrders()
    let tape: LiveTape
    var stream: LiveStream { tape.stream }
    private var coming: ArraySlice<(time: Instant, message: WireMessage)>

    init(_ messages: [(time: Instant, message: WireMessage)]) throws {
        folder = try Folder()
        path = folder.file("session.cameo")
        tape = try LiveTape(recording: path, source: "test")
        coming = messages[...]
        var player = FeedPlayer(tape.stream, isRecording: true)
        player.receiveInput(.settingsChanged(PlaybackSettings()))
        playback = PlaybackController(player, blobs: tape.stream, at: .zero)
        playback.runner.helpers[.main]?.pictures = pictures
        try turn()
    }

    mutating func run(to seconds: Double) throws {
        let end = Instant(seconds: seconds)
        while let next = [playback.nextWake, coming.first?.time].compactMap({ $0 }).min(), next <= end {
            now = max(now, next)
            while let first = coming.first, first.time <= now {
                stream.receiveMessage(coming.removeFirst().message, at: first.time)
            }
            try turn()
            if let next = playback.nextWake, next <= now { now += .milliseconds(1) }
        }
        now = max(now, end)
        try turn()
    }

    private mutating func turn() throws {
        try playback.advance(to: now)
        let stream = stream
        _ = playback.perform(pictures) { #expect(stream.bytes(of: $0.picture.hash) != nil) }
        tape.recorder.record(playback.takeHeard())
    }

    mutating func go(to goal: Goal) throws { try playback.go(to: goal, at: now) }

    func close() async throws {
        if let failure = await tape.recorder.close() { throw failure }
    }

    var shown: [FrameRecord] {
        playback.log.entries.compactMap { if case .frame(let record) = $0.body { record } else { nil } }
    }

    /// Lets what was heard so far reach the tape, and the stream hear of that, which is a moment later.
    func waitForTape() async throws {
        let newest = playback.timeline.edge.now
        let deadline = ContinuousClock.now + .seconds(3_600)
        while try tape.reader.duration() < newest - Instant.zero || stream.byteCount > 0 {
            try #require(ContinuousClock.now < deadline)
            // The writer may need this core.
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
