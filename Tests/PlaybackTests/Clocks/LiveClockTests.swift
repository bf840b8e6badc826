import Events
import Testing

@testable import Playback

@Suite struct LiveClockTests {
    @Test("a recorder that stood still does not leave the stream in the past or in the future")
    func clock() {
        var live = LiveClock(newest: .zero, lag: .milliseconds(500), canStand: false, at: Instant(seconds: 10))
        #expect(live.now(at: Instant(seconds: 11)) == Instant(seconds: 0.5))
        #expect(live.real(at: Instant(seconds: 0.5)) == Instant(seconds: 11))
        live.receive(newest: Instant(seconds: 60), at: Instant(seconds: 12))
        #expect(live.now(at: Instant(seconds: 12)) == Instant(seconds: 59.5))
        live.receive(newest: Instant(seconds: 61), at: Instant(seconds: 30))
        #expect(live.now(at: Instant(seconds: 30)) == Instant(seconds: 77.5))
        #expect(live.silence(at: Instant(seconds: 34)) == .seconds(4))

        var connection = LiveClock(newest: .zero, lag: .zero, canStand: false, at: .zero)
        // Received between the look at the clock and the look at the stream.
        connection.receive(newest: Instant(seconds: 5.04), at: Instant(seconds: 5))
        #expect(connection.now(at: Instant(seconds: 9)) == Instant(seconds: 9))

        var replay = LiveClock(newest: .zero, lag: .milliseconds(500), canStand: true, at: Instant(seconds: 10))
        #expect(replay.now(at: Instant(seconds: 90)) == .zero)
        replay.receive(newest: Instant(seconds: 1), at: Instant(seconds: 90))
        #expect(replay.now(at: Instant(seconds: 90.2)) == Instant(seconds: 0.7))
        #expect(replay.now(at: Instant(seconds: 99)) == Instant(seconds: 1))
    }
}
