import Events
import Testing

@testable import Playback

@Suite struct PlaybackClockTests {
    @Test("a clock stands, runs, is set, and keeps its time when its speed changes")
    func clock() {
        var clock = PlaybackClock(at: Instant(seconds: 10))
        #expect(clock.now(at: Instant(seconds: 12)) == Instant(seconds: 2))
        #expect(clock.real(at: Instant(seconds: 5)) == Instant(seconds: 15))
        clock.setSpeed(50, at: Instant(seconds: 12))
        #expect(clock.now(at: Instant(seconds: 14)) == Instant(seconds: 3))
        #expect(clock.real(at: Instant(seconds: 4)) == Instant(seconds: 16))
        clock.stand(at: Instant(seconds: 14))
        #expect(clock.now(at: Instant(seconds: 99)) == Instant(seconds: 3) && clock.real(at: .zero) == nil)
        clock.set(to: Instant(seconds: 7), at: Instant(seconds: 99))
        clock.run(from: Instant(seconds: 100))
        #expect(clock.now(at: Instant(seconds: 102)) == Instant(seconds: 8))
        clock.setSpeed(100_000, at: Instant(seconds: 102))
        #expect(clock.speed == 400)
    }

    @Test("times at the bounds do not trap", arguments: [Int64.min, -1, 0, 1, .max])
    func bounds(microseconds: Int64) {
        var clock = PlaybackClock(at: Instant(microseconds: microseconds))
        clock.setSpeed(10, at: Instant(microseconds: .max))
        _ = clock.now(at: Instant(microseconds: .min))
        _ = clock.real(at: Instant(microseconds: .max))
    }
}
